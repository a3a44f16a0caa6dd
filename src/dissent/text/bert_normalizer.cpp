#include "dissent/text/bert_normalizer.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace dissent {

BertNormalizer::BertNormalizer(const BertNormalizerOptions& options) : options_(options) {
  const CodePointTable& table = CodePointTable::get();
  for (std::size_t c = 0; c < ascii_.size(); ++c) {
    const std::uint8_t bits = table[static_cast<char32_t>(c)];
    char mapped = static_cast<char>(c);
    if (options.clean_text && (bits & CodePointTable::removed) != 0) {
      mapped = kDropped;
    } else if (options.clean_text && (bits & CodePointTable::white) != 0) {
      mapped = ' ';
    } else if (options.lowercase && mapped >= 'A' && mapped <= 'Z') {
      mapped = static_cast<char>(mapped - 'A' + 'a');
    }
    ascii_[c] = mapped;
  }
}

// Puts code points into canonical order on their way out. Marks wait for the next code point of class 0.
class BertNormalizer::Writer {
 public:
  Writer(const BertNormalizerOptions& options, std::string& out) : options_(options), out_(out) {}

  void ascii(std::string_view run, const std::array<char, 128>& mapped) {
    // What is dropped lets marks before and after it meet, so it does not end their waiting.
    if (!waiting_.empty()) {
      while (!run.empty() && mapped[static_cast<unsigned char>(run[0])] == kDropped) run.remove_prefix(1);
      if (run.empty()) return;
      flush();
    }
    std::size_t at = out_.size();
    out_.resize(at + run.size());
    char* const to = out_.data();
    for (const char c : run) {
      to[at] = mapped[static_cast<unsigned char>(c)];
      at += to[at] != kDropped;
    }
    out_.resize(at);
  }
  void blank() {
    flush();
    out_ += ' ';
  }
  void put(char32_t c) {
    if (!options_.strip_accents) return write(c);
    const Decomposition parts = decompose(c);
    for (std::size_t i = 0; i < parts.count; ++i) {
      const char32_t part = parts.values[i];
      const std::uint8_t order = combining_class(part);
      if (order > 0) {
        waiting_.emplace_back(order, part);
      } else {
        flush();
        write(part);
      }
    }
  }
  void flush() {
    if (waiting_.empty()) return;
    std::stable_sort(waiting_.begin(), waiting_.end(), [](auto& a, auto& b) { return a.first < b.first; });
    for (const auto& [order, c] : waiting_) write(c);
    waiting_.clear();
  }

 private:
  void write(char32_t c) {
    if (options_.strip_accents && (table_[c] & CodePointTable::mark) != 0) return;
    if (options_.lowercase) return append_lower(out_, c);
    append_utf8(out_, c);
  }

  const BertNormalizerOptions& options_;
  const CodePointTable& table_ = CodePointTable::get();
  std::string& out_;
  std::vector<std::pair<std::uint8_t, char32_t>> waiting_;
};

void BertNormalizer::append(std::string_view text, std::string& out) const {
  const CodePointTable& table = CodePointTable::get();
  Writer writer(options_, out);
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      const std::size_t end = ascii_end(text, at);
      writer.ascii(text.substr(at, end - at), ascii_);
      at = end;
      continue;
    }
    const Utf8Point point = decode_utf8(text, at);
    at += std::max<std::size_t>(point.length, 1);
    const std::uint8_t bits = table[point.value];
    if (options_.clean_text && (bits & CodePointTable::removed) != 0) continue;
    if (options_.clean_text && (bits & CodePointTable::white) != 0) {
      writer.blank();
    } else if (options_.handle_chinese_chars && (bits & CodePointTable::ideograph) != 0) {
      writer.blank();
      writer.put(point.value);
      writer.blank();
    } else {
      writer.put(point.value);
    }
  }
  writer.flush();
}

}  // namespace dissent
