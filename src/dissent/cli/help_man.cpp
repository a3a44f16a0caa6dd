#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "dissent/cli/help_pages.h"
#include "dissent/core/text.h"
#include "dissent/core/version.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"

namespace dissent::cli {
namespace {

// Text as roff prints it: a hyphen that can be copied, and no line that reads as a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string options_of(const CLI::App& app) {
  std::string page;
  for (const OptionGroup& group : option_groups(app)) {
    page += fmt::format(".SS {}\n", roff(group.name));
    for (const OptionText& option : group.options) {
      page += fmt::format(".TP\n\\fB{}\\fR", roff(join(option.names, ", ")));
      if (!option.value.empty()) page += fmt::format(" \\fI{}\\fR", roff(option.value));
      page += fmt::format("\n{}\n", roff(option.help));
      if (!option.default_value.empty()) page += fmt::format("(default: {})\n", roff(option.default_value));
    }
  }
  return page;
}

// The command's options, then those of the commands below it.
std::string command_sections(CLI::App& app, const std::string& name) {
  const std::vector<CLI::App*> below = subcommands(app);
  std::string page;
  if (below.empty()) page += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR\n", roff(usage(app, name)));
  if (const std::string options = options_of(app); !options.empty()) page += ".SH OPTIONS\n" + options;
  for (CLI::App* sub : below) {
    const std::string sub_name = name + " " + sub->get_name();
    page += fmt::format(".SH {}\n{}\n.PP\n\\fB{}\\fR\n", roff(sub_name), roff(sub->get_description()),
                        roff(usage(*sub, sub_name)));
    page += options_of(*sub);
  }
  return page;
}

std::string man_page(const std::string& title, std::string_view summary, const std::string& sections) {
  return fmt::format(".TH {} 1 \"\" \"dissent {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n{}", roff(title),
                     version(), roff(title), roff(summary), sections);
}

}  // namespace

void write_man_pages(CLI::App& root, const std::filesystem::path& folder) {
  make_folders(folder);
  std::string list = ".SH SYNOPSIS\n\\fBdissent\\fR \\fIcommand\\fR [options]\n.SH COMMANDS\n", pages;
  for (CLI::App* sub : subcommands(root)) {
    const std::string title = "dissent-" + sub->get_name();
    write_file(folder / (title + ".1"), man_page(title, sub->get_description(),
                                                 command_sections(*sub, "dissent " + sub->get_name()) +
                                                     ".SH SEE ALSO\n.BR dissent (1)\n"));
    list += fmt::format(".TP\n.BR {} (1)\n{}\n", roff(title), roff(sub->get_description()));
  }
  list +=
      ".SH EXIT STATUS\n0: done; 2: an input that has to be mended, named in one line on standard error.\n";
  write_file(folder / "dissent.1", man_page("dissent", "learning from annotators who disagree", list));
}

}  // namespace dissent::cli
