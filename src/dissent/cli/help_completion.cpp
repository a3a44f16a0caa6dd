#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "dissent/cli/help_pages.h"
#include "dissent/core/choices.h"
#include "dissent/core/text.h"

namespace dissent::cli {
namespace {

// The first line of a description, in single quotes, with a backslash before each of the characters
// `special`.
std::string quoted(std::string_view text, std::string_view special, std::string_view quote) {
  std::string out;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == '\'') {
      out += quote;
      continue;
    }
    if (special.find(c) != special.npos) out += '\\';
    out += c;
  }
  return out;
}

// Calls visit(app, path) for a command and all below it; the path of `dissent data get` is {"data", "get"}.
using Visit = std::function<void(CLI::App&, const std::vector<std::string>&)>;
void walk(CLI::App& app, std::vector<std::string>& path, const Visit& visit) {
  visit(app, path);
  for (CLI::App* sub : subcommands(app)) {
    path.push_back(sub->get_name());
    walk(*sub, path, visit);
    path.pop_back();
  }
}
void walk(CLI::App& root, const Visit& visit) {
  std::vector<std::string> path;
  walk(root, path, visit);
}

std::string bash_script(CLI::App& root) {
  std::string cases;
  walk(root, [&](CLI::App& app, const std::vector<std::string>& path) {
    std::string commands, flags = "--help";
    for (const CLI::App* sub : subcommands(app)) commands += " " + sub->get_name();
    for (const OptionGroup& group : option_groups(app)) {
      for (const OptionText& option : group.options) {
        if (!option.positional) flags += " " + join(option.names, " ");
      }
    }
    cases += fmt::format("    '{}') commands='{}' flags='{}' ;;\n", join(path, " "), trim(commands), flags);
  });
  return fmt::format(R"(# bash completion of dissent, made by `dissent help --completion bash`.
_dissent() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} path='' commands flags i
  _dissent_words "$path"
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ " $commands " == *" ${{COMP_WORDS[i]}} "* ]]; then
      path="$path${{path:+ }}${{COMP_WORDS[i]}}"
      _dissent_words "$path"
    fi
  done
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ -n $commands ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
  else
    COMPREPLY=()
  fi
}}
_dissent_words() {{
  commands='' flags=''
  case $1 in
{}  esac
}}
complete -o default -F _dissent dissent
)",
                     cases);
}

std::string zsh_script(CLI::App& root) {
  const auto zsh = [](std::string_view text) { return quoted(text, "[]:\\", "'\\''"); };
  std::string script =
      "#compdef dissent\n# zsh completion of dissent, made by `dissent help --completion zsh`.\n";
  walk(root, [&](CLI::App& app, const std::vector<std::string>& path) {
    std::string name = "_dissent";
    for (const std::string& word : path) name += "_" + word;
    script += name + "() {\n";
    if (const std::vector<CLI::App*> below = subcommands(app); !below.empty()) {
      std::string list, cases;
      for (const CLI::App* sub : below) {
        const std::string& word = sub->get_name();
        list += fmt::format("    '{}:{}'\n", word, zsh(sub->get_description()));
        cases += fmt::format("    {}) {}_{} ;;\n", word, name, word);
      }
      script += fmt::format(
          "  local -a commands=(\n{}  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    "
          "return\n  fi\n"
          "  shift words\n  ((CURRENT--))\n  case $words[1] in\n{}  esac\n}}\n",
          list, cases);
      return;
    }
    script += "  _arguments '--help[print this help]'";
    for (const OptionGroup& group : option_groups(app)) {
      for (const OptionText& option : group.options) {
        if (option.positional) continue;
        for (const std::string& flag : option.names) {
          script += fmt::format(" \\\n    '*{}[{}]{}'", flag, zsh(option.help),
                                option.value.empty() ? "" : ":" + to_lower(zsh(option.value)) + ":_files");
        }
      }
    }
    script += " \\\n    '*:file:_files'\n}\n";
  });
  return script + "_dissent \"$@\"\n";
}

std::string fish_script(CLI::App& root) {
  const auto fish = [](std::string_view text) { return quoted(text, "\\", "\\'"); };
  std::string script = "# fish completion of dissent, made by `dissent help --completion fish`.\n";
  walk(root, [&](CLI::App& app, const std::vector<std::string>& path) {
    std::string condition;
    for (const std::string& word : path)
      condition += fmt::format("__fish_seen_subcommand_from {}; and ", word);
    std::string names;
    for (const CLI::App* sub : subcommands(app)) names += " " + sub->get_name();
    const std::string here =
        names.empty() ? condition + "true" : condition + "not __fish_seen_subcommand_from" + names;
    for (const CLI::App* sub : subcommands(app)) {
      script += fmt::format("complete -c dissent -n '{}' -f -a {} -d '{}'\n", here, sub->get_name(),
                            fish(sub->get_description()));
    }
    for (const OptionGroup& group : option_groups(app)) {
      for (const OptionText& option : group.options) {
        if (option.positional) continue;
        std::string flags;
        for (const std::string& flag : option.names) {
          flags += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
        }
        script += fmt::format("complete -c dissent -n '{}'{}{} -d '{}'\n", here, flags,
                              option.value.empty() ? "" : " -r", fish(option.help));
      }
    }
  });
  return script;
}

}  // namespace

std::string completion_script(CLI::App& root, const std::string& shell) {
  check_choice("completion", shell, {"bash", "zsh", "fish"});
  if (shell == "bash") return bash_script(root);
  return shell == "zsh" ? zsh_script(root) : fish_script(root);
}

}  // namespace dissent::cli
