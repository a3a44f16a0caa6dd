// What the fuzz targets share: any input is either read or refused with a dissent::Error whose message names
// the file; everything else (another exception, a crash, a hang) is a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "dissent/core/error.h"

namespace dissent::fuzz {

inline constexpr const char* kName = "fuzzed-input";  // stands for the path of the input

inline std::string_view view(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

// Ends the process, which libFuzzer takes for a crash and keeps the input of.
[[noreturn]] inline void finding(std::string_view what) {
  fmt::print(stderr, "finding: {}\n", what);
  std::abort();
}
inline void expect(bool holds, std::string_view what) {
  if (!holds) finding(what);
}

template <class Read>
int read_or_refuse(Read&& read) {
  try {
    std::forward<Read>(read)();
  } catch (const Error& error) {
    if (std::string_view(error.what()).find(kName) == std::string_view::npos) {
      finding(fmt::format("a message that does not name the file: {}", error.what()));
    }
  }
  return 0;
}

}  // namespace dissent::fuzz
