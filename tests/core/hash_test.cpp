#include "dissent/core/hash.h"

#include <gtest/gtest.h>

namespace dissent::hash_test {
namespace {

TEST(Sha256, PublishedAnswers) {  // FIPS 180-4 examples
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesGiveTheSameAsTheWhole) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
  for (std::size_t cut = 0; cut <= text.size(); cut += 13) {
    Sha256 hash;
    hash.update(text.substr(0, cut));
    hash.update(text.substr(cut));
    EXPECT_EQ(hash.hex(), sha256(text));
  }
}

TEST(Sha256, TheCpusInstructionsGiveTheSameAsAnyCpu) {
  std::string bytes;
  for (int i = 0; i < 64 * 50; ++i) bytes += static_cast<char>(i * i + i / 7);
  for (std::size_t blocks = 0; blocks <= 50; ++blocks) {
    Sha256State plain{1, 2, 3, 4, 5, 6, 7, 8}, fast = plain;
    const std::string_view some = std::string_view(bytes).substr(0, blocks * kSha256Block);
    if (!add_sha256_blocks_by_instructions(fast, some)) GTEST_SKIP() << "this CPU has none";
    add_sha256_blocks_plainly(plain, some);
    EXPECT_EQ(plain, fast);
  }
}

}  // namespace
}  // namespace dissent::hash_test
