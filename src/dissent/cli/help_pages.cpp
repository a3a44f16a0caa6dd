#include "dissent/cli/help_pages.h"

#include <algorithm>

#include "dissent/core/text.h"

namespace dissent::cli {

std::vector<CLI::App*> subcommands(CLI::App& app) {
  return app.get_subcommands([](CLI::App*) { return true; });
}

std::vector<OptionGroup> option_groups(const CLI::App& app) {
  std::vector<OptionGroup> groups;
  for (const CLI::Option* option : app.get_options()) {
    if (option == app.get_help_ptr() || option->get_group().empty()) continue;
    OptionText text;
    text.positional = option->get_positional();
    text.names = split(option->get_name(text.positional, !text.positional), ',');
    if (!text.positional && option->get_items_expected_max() > 0) text.value = option->get_type_name();
    text.default_value = option->get_default_str();
    text.help = option->get_description();
    const auto same = [&](const OptionGroup& group) { return group.name == option->get_group(); };
    auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end()) group = groups.insert(groups.end(), {option->get_group(), {}});
    group->options.push_back(std::move(text));
  }
  return groups;
}

std::string usage(const CLI::App& app, const std::string& name) {
  std::string words = name + " [options]";
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) continue;
    const std::string word = option->get_name(true, false);
    words += option->get_required() ? " " + word : " [" + word + "]";
  }
  return words;
}

}  // namespace dissent::cli
