// Names, options and values that mean nothing are errors that say what does.
#include <cmath>

#include <gtest/gtest.h>

#include "delivery/delivery_support.h"
#include "dissent/core/choices.h"
#include "dissent/delivery/delivery.h"
#include "support/arrays.h"

namespace dissent::options_test {
namespace {

std::string complaint(const std::string& method, const DeliveryOptions& options) {
  const VoteTable votes = test::counts_table({{1, 3}, {2, 0}});
  return test::message_of([&] { make_delivery(method, DeliverySource{votes, {}, 0, options}); });
}

TEST(DeliveryOptionsTest, AnUnknownMethodNamesTheKnownOnes) {
  EXPECT_EQ(
      complaint("multipas", {}),
      "unknown delivery 'multipas'; did you mean 'multipass'? known: soft, multipass, deterministic, sls, "
      "shuffled-sls, majority, label-smoothing, mixup, smoothed-soft");
}

TEST(DeliveryOptionsTest, AnOptionOfAnotherMethodIsRefused) {
  EXPECT_EQ(complaint("soft", {.resample_every = 2}),
            "resample-every means nothing to soft; it is for sls and shuffled-sls");
  EXPECT_EQ(complaint("sls", {.smoothing = 0.2}),
            "smoothing means nothing to sls; it is for label-smoothing");
  EXPECT_EQ(complaint("majority", {.mixup_alpha = 2}),
            "mixup-alpha means nothing to majority; it is for mixup");
  EXPECT_EQ(complaint("multipass", {.prior = Prior::uniform}),
            "prior means nothing to multipass; it is for smoothed-soft");
  EXPECT_EQ(complaint("soft", {.prior_weight = "3"}),
            "prior-weight means nothing to soft; it is for smoothed-soft");
}

TEST(DeliveryOptionsTest, ValuesThatMeanNothing) {
  EXPECT_EQ(complaint("sls", {.resample_every = 0}),
            "resample-every 0: give a whole number from 1 to 1000000000");
  EXPECT_EQ(complaint("label-smoothing", {.smoothing = 1.5}), "smoothing 1.5: give a number from 0 to 1");
  EXPECT_EQ(complaint("label-smoothing", {.smoothing = std::nan("")}),
            "smoothing nan: give a number from 0 to 1");
  EXPECT_EQ(complaint("mixup", {.mixup_alpha = 0}), "mixup-alpha 0: give a number above 0, at most 1000000");
  EXPECT_EQ(complaint("mixup", {.mixup_alpha = 1e300}),
            "mixup-alpha 1e+300: give a number above 0, at most 1000000");
  try {
    choice_of<Prior>("prior", "flat");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "prior: unknown prior 'flat'; known: shares, uniform");
  }
  for (const std::string weight : {"-1", "inf", "nan", "1e308", "many", ""}) {
    EXPECT_EQ(complaint("smoothed-soft", {.prior_weight = weight}),
              "prior-weight '" + weight + "': give a number of votes from 0 to 1000000000, or auto");
  }
}

TEST(DeliveryOptionsTest, EveryOptionHasAReaderAndEveryReaderAnOption) {
  std::vector<std::string_view> names, read;
  for_each_field<DeliveryOptions>([&](const auto& field) { names.push_back(field.name); });
  for (const DeliveryEntry& method : deliveries()) {
    const auto options = method.options_read();
    read.insert(read.end(), options.begin(), options.end());
    EXPECT_EQ(&find_delivery(method.name), &method);
    EXPECT_EQ(method.mixes_batches, method.name == "mixup");
  }
  for (const std::string_view name : names)
    EXPECT_NE(std::find(read.begin(), read.end(), name), read.end()) << name;
  for (const std::string_view name : read)
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

TEST(DeliveryOptionsTest, TheWrongKindOfTargetIsAMistakeOfTheCaller) {
  const VoteTable votes = test::counts_table({{1, 3}, {2, 0}});
  std::vector<float> rows(4);
  std::vector<std::int32_t> labels(2);
  EXPECT_THROW(make_delivery("sls", DeliverySource{votes, {}, 0, {}})->rows(0, 0, rows), std::logic_error);
  EXPECT_THROW(make_delivery("soft", DeliverySource{votes, {}, 0, {}})->labels(0, 0, labels),
               std::logic_error);
  const std::vector<std::uint32_t> beyond = {2};
  EXPECT_THROW(make_delivery("sls", DeliverySource{votes, beyond, 0, {}}), std::logic_error);
}

}  // namespace
}  // namespace dissent::options_test
