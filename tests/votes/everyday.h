// Files as people have them: what each holds, and how it is read or refused.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "votes/table_samples.h"

namespace dissent::everyday {

using namespace tables;

struct Everyday {
  std::string name;
  std::string text;
  ImportOptions options;
  std::string plan;  // what summary() says; empty where the file is refused
  std::string said;  // the first item's votes, or a part of the refusal
};

inline ImportOptions with(const std::function<void(ImportOptions&)>& change) {
  ImportOptions options;
  change(options);
  return options;
}

// `head` and then rows: items i0.., annotators w0.., labels of two or three kinds, three votes an item.
inline std::string rows(const std::string& head, const std::function<std::string(int, int, int)>& row,
                        int items = 12) {
  std::string text = head;
  for (int i = 0; i < items; ++i) {
    for (int v = 0; v < 3; ++v) text += row(i, (i + 2 * v) % 5, (i * i + v) % 3) + "\n";
  }
  return text;
}

inline std::string at(int index, const std::vector<std::string>& names) {
  return names[static_cast<std::size_t>(index)];
}

inline const std::vector<std::string> kWords = {"cat", "dog", "owl"};

// Every file is read to the plan and the votes that it names, or refused with the words that it names.
inline void expect_read(const std::vector<Everyday>& files) {
  for (const Everyday& file : files) {
    SCOPED_TRACE(file.name);
    if (file.plan.empty()) {
      EXPECT_SAYS(error_of(file.text, file.options), file.said);
      continue;
    }
    try {
      const ImportResult result = import(file.text, file.options);
      EXPECT_EQ(summary(result.audit.plan), file.plan);
      EXPECT_EQ(items_text(result).front(), file.said);
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

}  // namespace dissent::everyday
