#include "dissent/store/url.h"

#include <gtest/gtest.h>

#include "dissent/core/error.h"

namespace dissent::url_test {
namespace {

TEST(Url, OriginIsSchemeHostAndPort) {
  EXPECT_EQ(url_origin("https://host.org:8080/a/b?c"), "https://host.org:8080");
  EXPECT_EQ(url_origin("http://host"), "http://host");
  EXPECT_EQ(url_origin("file:///srv/x"), "file://");
  EXPECT_EQ(url_origin("host/a"), "");
}

TEST(Url, FileNameHasNoQuery) {
  EXPECT_EQ(url_file_name("https://host/s/x/data.zip?dl=1"), "data.zip");
  EXPECT_EQ(url_file_name("https://host/a#part"), "a");
}

TEST(Url, MirrorTakesThePlaceOfSchemeAndHost) {
  EXPECT_EQ(mirrored("https://host/~k/a.gz", ""), "https://host/~k/a.gz");
  EXPECT_EQ(mirrored("https://host/~k/a.gz", "http://127.0.0.1:99"), "http://127.0.0.1:99/~k/a.gz");
  EXPECT_EQ(mirrored("https://host/a?dl=1", " http://lab/data/ "), "http://lab/data/a?dl=1");
  EXPECT_EQ(mirrored("https://host/a?dl=1", "file:///srv/m"), "file:///srv/m/a");
  EXPECT_THROW(mirrored("https://host/a", "lab"), Error);
}

}  // namespace
}  // namespace dissent::url_test
