// Small tables of votes and the helpers that their tests share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/importer.h"
#include "support/arrays.h"
#include "votes/json_samples.h"

namespace dissent::tables {

using samples::items_text;
using samples::Lines;
using samples::oddities;
using samples::shared_data;

inline ImportResult import(std::string_view bytes, const ImportOptions& options = {}) {
  return import_votes_from(bytes, "votes.csv", options);
}
inline ImportResult import_as(std::string_view format, std::string_view bytes) {
  ImportOptions options;
  options.format = format;
  return import(bytes, options);
}
inline std::string error_of(std::string_view bytes, const ImportOptions& options = {}) {
  return test::message_of([&] { import(bytes, options); });
}
inline std::string error_as(std::string_view format, std::string_view bytes) {
  ImportOptions options;
  options.format = format;
  return error_of(bytes, options);
}

inline Lines class_names(const ImportResult& result) {
  return result.votes.class_space().names;
}
inline bool remarks(const ImportResult& result, std::string_view text) {
  for (const std::string& remark : result.audit.remarks) {
    if (remark.find(text) != std::string::npos) return true;
  }
  return false;
}

#define EXPECT_SAYS(message, text)                                                       \
  do {                                                                                   \
    const std::string said = (message);                                                  \
    EXPECT_NE(said.find(text), std::string::npos) << "no '" << text << "' in: " << said; \
  } while (false)

}  // namespace dissent::tables
