// Names from data on a page, labels, and colours that stay apart.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "dissent/present/html.h"
#include "dissent/present/labels.h"
#include "dissent/present/vega.h"

namespace dissent::text_test {
namespace {

TEST(Html, WhatComesFromDataIsShownNotRun) {
  EXPECT_EQ(html_text("<script>alert('x')</script>"), "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
  EXPECT_EQ(html_text("a \"b\" & c"), "a &quot;b&quot; &amp; c");
  EXPECT_EQ(html_text("grüße, 日本"), "grüße, 日本");
  EXPECT_EQ(html_text(std::string_view("a\0b\x1b[0m", 7)),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd[0m");
  EXPECT_EQ(html_text("a\xff"
                      "b\xc3"),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
}

TEST(Html, JsonCannotEndItsElement) {
  const Json json = {{"</script><!--", "<script>"}, {"broken", "\xff"}};
  const std::string text = html_json(vega::as_text(json));
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_EQ(Json::parse(text).at("</script><!--"), "<script>");
}

TEST(Html, Base64AsInRfc4648) {
  const std::pair<const char*, const char*> known[] = {{"", ""},
                                                       {"f", "Zg=="},
                                                       {"fo", "Zm8="},
                                                       {"foo", "Zm9v"},
                                                       {"foob", "Zm9vYg=="},
                                                       {"fooba", "Zm9vYmE="},
                                                       {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : known) EXPECT_EQ(base64(bytes), text);
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(Labels, AsPeopleSayThem) {
  EXPECT_EQ(metric_label("soft_nll"), "soft NLL");
  EXPECT_EQ(metric_label("last_soft_nll@entropy-top:0.05"), "soft NLL at the last epoch, entropy-top:0.05");
  EXPECT_EQ(metric_label("energy_auroc@svhn"), "energy AUROC, svhn");
  EXPECT_EQ(metric_label("something_else"), "something_else");
  EXPECT_EQ(setting_label({{"cut", "multinomial"}, {"votes-per-item", "3"}}), "3 votes an item");
  EXPECT_EQ(setting_label({{"votes-per-item", "0"}}), "all votes");
  EXPECT_EQ(setting_label({{"cut", "nested"}, {"votes-per-item", "1"}, {"lr", "0.1"}}),
            "cut=nested, lr=0.1, 1 vote an item");
}

using Rgb = std::array<double, 3>;  // linear light

Rgb linear(const std::string& hex) {
  Rgb rgb{};
  for (std::size_t c = 0; c < 3; ++c) {
    const double v = std::stoi(hex.substr(1 + 2 * c, 2), nullptr, 16) / 255.0;
    rgb[c] = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  }
  return rgb;
}
double luminance(const Rgb& c) {
  return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}
double contrast(const Rgb& a, const Rgb& b) {
  const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
  return std::max(x, y) / std::min(x, y);
}
// Machado, Oliveira and Fernandes (2009), severity 1.
using Matrix = std::array<Rgb, 3>;
constexpr Matrix kSight[] = {
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}};
Rgb seen(const Matrix& by, const Rgb& c) {
  Rgb out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) out[i] += by[i][j] * c[j];
    out[i] = std::min(1.0, std::max(0.0, out[i]));
  }
  return out;
}
std::array<double, 3> lab(const Rgb& c) {
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.95047), y = f(luminance(c)),
               z = f((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}
double distance(const Rgb& a, const Rgb& b) {
  const auto p = lab(a), q = lab(b);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

const std::vector<std::string> kMethods{"soft",          "sls",          "multipass",
                                        "majority",      "mixup",        "label-smoothing",
                                        "deterministic", "shuffled-sls", "smoothed-soft"};

TEST(Colours, AreSeenOnLightAndOnDark) {
  const Colours colours(kMethods);
  for (const std::string& method : kMethods) {
    const Rgb colour = linear(colours.of(method));
    EXPECT_GE(contrast(colour, linear("#ffffff")), 2.7) << method;
    EXPECT_GE(contrast(colour, linear("#14171c")), 2.7) << method;
  }
}

TEST(Colours, StayApartForReadersWhoSeeFewColours) {
  const Colours colours(kMethods);
  for (std::size_t a = 0; a < kMethods.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      for (const Matrix& sight : kSight) {
        const double apart = distance(seen(sight, linear(colours.of(kMethods[a]))),
                                      seen(sight, linear(colours.of(kMethods[b]))));
        EXPECT_GE(apart, 9) << kMethods[a] << " and " << kMethods[b];
      }
    }
  }
}

TEST(Colours, AMethodKeepsItsOwnAndOthersTakeWhatIsLeft) {
  const std::vector<std::string> few{"soft", "my model"}, more{"another", "my model", "soft"};
  const Colours one(few), other(more);
  EXPECT_EQ(one.of("soft"), other.of("soft"));
  EXPECT_NE(one.of("my model"), one.of("soft"));
  EXPECT_NE(other.of("my model"), other.of("another"));
}

}  // namespace
}  // namespace dissent::text_test
