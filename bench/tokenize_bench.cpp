// Texts of a JSON Lines file as ids, timed. With a peer's command, e.g. `node tools/tokenizer_goldens.mjs
// time`, that is run on the same file afterwards: its ids must be the same, and the ratio of the times is
// printed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/text/encoded_texts.h"
#include "dissent/text/tokenizer.h"
#include "program.h"

namespace dissent {
namespace {

struct Texts {
  NameList first, second;
  std::size_t bytes() const { return first.bytes() + second.bytes(); }
};

Texts read_texts(const std::string& path) {
  const MappedFile file(path);
  JsonLines lines(file.bytes(), path);
  Texts texts;
  while (lines.next()) {
    const bool pair = lines.record().is_array();
    const Json& first = pair ? lines.record().at(0) : lines.record();
    texts.first.add(first.get_ref<const std::string&>());
    if (pair) texts.second.add(lines.record().at(1).get_ref<const std::string&>());
  }
  return texts;
}

Json output_of(const std::string& command) {
  std::string output;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) fail("{}: cannot be started", command);
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
  if (::pclose(pipe) != 0) fail("{}: failed", command);
  return parse_json(output, command);
}

void print_times(const char* name, std::vector<double> seconds, std::size_t bytes) {
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[seconds.size() / 2];
  fmt::print("  {:<12} {:.3f} s ({:.3f} to {:.3f}, n = {}), {:.1f} MB/s\n", name, median, seconds.front(),
             seconds.back(), seconds.size(), static_cast<double>(bytes) / 1e6 / median);
}

void print_ids(const EncodedTexts& texts) {
  for (std::size_t i = 0; i + 1 < texts.offsets.size(); ++i) {
    Json line = {{"ids", Json::array()}, {"segments", Json::array()}};
    for (std::size_t at = texts.offsets[i]; at < texts.offsets[i + 1]; ++at) {
      line["ids"].push_back(texts.ids[at]);
      line["segments"].push_back(texts.segments[at]);
    }
    fmt::print("{}\n", line.dump());
  }
}

int measure(const std::vector<std::string>& words) {
  if (words.size() != 4 && words.size() != 5) {
    fail("usage: tokenize_bench TOKENIZER TEXTS.jsonl LENGTH REPEATS [PEER], or REPEATS 0 to print the ids");
  }
  const Tokenizer tokenizer = Tokenizer::read(words[0]);
  const Texts texts = read_texts(words[1]);
  const auto length = static_cast<std::size_t>(parse_int(words[2]).value_or(512));
  const std::int64_t repeats = parse_int(words[3]).value_or(3);
  const NameList* second = texts.second.empty() ? nullptr : &texts.second;
  if (repeats == 0) {
    print_ids(encode_all(tokenizer, texts.first, second, length));
    return 0;
  }
  std::vector<double> seconds;
  std::uint32_t hash = 0;
  std::size_t tokens = 0;
  for (std::int64_t repeat = 0; repeat < repeats; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    const EncodedTexts encoded = encode_all(tokenizer, texts.first, second, length);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    hash = 0x811C9DC5;
    for (const std::int32_t id : encoded.ids) hash = (hash ^ static_cast<std::uint32_t>(id)) * 0x01000193u;
    tokens = encoded.ids.size();
  }
  fmt::print("{} texts, {:.1f} MB, {} tokens of at most {} a sequence, {} threads\n", texts.first.size(),
             static_cast<double>(texts.bytes()) / 1e6, tokens, length, thread_count());
  print_times("dissent", seconds, texts.bytes());
  if (words.size() == 4) return 0;
  const Json peer =
      output_of(fmt::format("{} '{}' '{}' {} {}", words[4], words[0], words[1], length, repeats));
  auto theirs = peer.at("seconds").get<std::vector<double>>();
  print_times("peer", theirs, texts.bytes());
  if (peer.at("tokens") != tokens || peer.at("hash") != hash) fail("the peer has other ids: {}", peer.dump());
  std::sort(seconds.begin(), seconds.end());
  std::sort(theirs.begin(), theirs.end());
  fmt::print("  same ids; {:.1f} times the peer\n", theirs[theirs.size() / 2] / seconds[seconds.size() / 2]);
  return 0;
}

}  // namespace
}  // namespace dissent

int main(int argc, char** argv) {
  return dissent::bench_program("tokenize_bench", argc, argv, dissent::measure);
}
