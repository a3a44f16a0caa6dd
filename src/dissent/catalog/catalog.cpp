#include "dissent/catalog/catalog.h"

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

void fail_unknown(std::string_view kind, std::string_view name, const std::vector<std::string_view>& known,
                  std::string_view key) {
  throw Error((key.empty() ? "" : option(key) + ": ") + unknown_name(kind, name, known));
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace dissent
