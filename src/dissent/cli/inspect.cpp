// `dissent inspect`: what a file of votes holds, drawn for people or as JSON.
#include "dissent/cli/inspect.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "dissent/cli/audit_view.h"
#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/report.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/text.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/inspection_json.h"

namespace dissent::cli {
namespace {

struct InspectArguments {
  std::string file;
  ImportOptions import;
  bool json = false;
  std::filesystem::path report;
};

void heading(std::string_view text) {
  fmt::print("\n{}\n", styled(text, Style::bold));
}

void row(std::string_view name, std::string_view value, std::string_view note = "") {
  fmt::print("  {}{}{}\n", fit(name, 22), value, note.empty() ? "" : "  " + styled(note, Style::dim));
}

std::size_t widest_class(const ClassSpace& classes, std::size_t most) {
  std::size_t width = 4;
  for (const std::string& name : classes.names) width = std::max(width, display_width(name));
  return std::min(width, most);
}

void print_classes(const Inspection& summary) {
  constexpr std::size_t kShown = 20;
  heading(fmt::format("Classes ({}{})", summary.classes.size(), summary.classes.ordered ? ", ordered" : ""));
  const std::size_t width = widest_class(summary.classes, 24);
  const double largest = *std::max_element(summary.class_shares.begin(), summary.class_shares.end());
  for (std::size_t k = 0; k < std::min(kShown, summary.classes.size()); ++k) {
    const double share = summary.class_shares[k];
    fmt::print("  {}  {} {:5.1f} %\n", fit(summary.classes.names[k], width),
               styled(bar(largest > 0 ? share / largest : 0, 30), Style::blue), 100 * share);
  }
  if (summary.classes.size() > kShown) fmt::print("  ... and {} more\n", summary.classes.size() - kShown);
}

void print_entropies(const Inspection& summary) {
  heading("Disagreement");
  row("mean entropy", fmt::format("{:.4f} nats", summary.mean_entropy),
      fmt::format("of at most {:.3f}", summary.entropy_histogram.edges.back()));
  row("unanimous", fmt::format("{:.1f} %", 100 * summary.unanimous), "of the items");
  row("tied majority", grouped(summary.ties), summary.ties == 1 ? "item" : "items");
  fmt::print("\n  {}\n", styled("entropy (nats)        items", Style::dim));
  const auto& [edges, counts] = summary.entropy_histogram;
  const auto largest = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  std::size_t used = counts.size();  // the highest entropies may not occur at all
  while (used > 1 && counts[used - 1] == 0) --used;
  for (std::size_t b = 0; b < used; ++b) {
    fmt::print("  {:.2f} - {:.2f}  {} {}\n", edges[b], edges[b + 1],
               styled(bar(static_cast<double>(counts[b]) / largest, 40), Style::blue), grouped(counts[b]));
  }
}

void print_agreement(const Inspection& summary) {
  heading("Agreement");
  const auto coefficient = [](std::string_view name, const Coefficient& c) {
    row(name, c.value ? fmt::format("{:.4f}", *c.value) : "-", c.reason);
  };
  coefficient("alpha, nominal", summary.alpha_nominal);
  coefficient("alpha, ordinal", summary.alpha_ordinal);
  coefficient("alpha, interval", summary.alpha_interval);
  coefficient("Fleiss' kappa", summary.fleiss_kappa);
  if (summary.agreement.empty()) {
    row("annotators", "-", "the source does not say who voted");
    return;
  }
  std::vector<std::size_t> order;
  for (std::size_t a = 0; a < summary.agreement.size(); ++a) {
    if (summary.agreement[a].with_the_rest.compared > 0) order.push_back(a);
  }
  if (order.empty()) return;
  const auto agreement = [&](std::size_t a) { return summary.agreement[a].with_the_rest.agreement; };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return agreement(a) != agreement(b) ? agreement(a) < agreement(b) : a < b;
  });
  const auto quantile = [&](double q) {
    return agreement(order[static_cast<std::size_t>(q * static_cast<double>(order.size() - 1))]);
  };
  row("annotators' agreement",
      fmt::format("{:.2f} / {:.2f} / {:.2f}", quantile(0.1), quantile(0.5), quantile(0.9)),
      "with the rest: lowest tenth, median, highest tenth");
  const std::size_t shown = std::min<std::size_t>(5, order.size());
  fmt::print("  {}\n", styled(fmt::format("the {} who agree least:", shown), Style::dim));
  for (std::size_t i = 0; i < shown; ++i) {
    const Inspection::Annotator& annotator = summary.agreement[order[i]];
    const AnnotatorAgreement& mine = annotator.with_the_rest;
    fmt::print("    {}  {} {:.2f}  {} votes\n", fit(annotator.name, 18), bar(mine.agreement, 20),
               mine.agreement, grouped(mine.votes));
  }
}

void print_human(const Inspection& summary) {
  heading("Human reference");
  if (!summary.human) {
    row("soft NLL", "-", summary.human_reason);
    return;
  }
  const HumanReference& human = *summary.human;
  row("soft NLL", fmt::format("{:.4f}", human.soft_nll), "an item's other votes predicting each vote");
  row("KL", fmt::format("{:.4f}", human.kl),
      "soft NLL less the entropy: a model below this knows the crowd better");
  row("concentration", std::isinf(human.alpha) ? "infinite" : fmt::format("{:.4g}", human.alpha),
      "Dirichlet-multinomial alpha; small: votes cluster by item");
  if (human.left_out > 0) row("left out", grouped(human.left_out), "items with fewer than two votes");
}

void print_contested(const Inspection& summary) {
  if (summary.contested.empty()) return;
  heading(fmt::format("The {} most contested items", summary.contested.size()));
  const std::size_t label_width = widest_class(summary.classes, 14);
  for (const Inspection::ContestedItem& item : summary.contested) {
    std::vector<Inspection::ClassVotes> chosen = item.classes;
    if (!summary.classes.ordered) {  // ratings keep their order: the shape of the disagreement is the point
      std::stable_sort(chosen.begin(), chosen.end(),
                       [](const auto& a, const auto& b) { return a.share > b.share; });
    }
    fmt::print("  {} {}\n", fit(item.name, 30), styled(fmt::format("H = {:.3f}", item.entropy), Style::dim));
    constexpr std::size_t kShown = 6;
    for (std::size_t i = 0; i < std::min(kShown, chosen.size()); ++i) {
      const auto& [label, number, share] = chosen[i];
      fmt::print("    {}  {} {}\n", fit(summary.classes.names[label], label_width),
                 styled(bar(share, 30), Style::blue),
                 summary.votes ? fmt::format("{}", number) : fmt::format("{:.3f}", share));
    }
    if (chosen.size() > kShown) fmt::print("    ... and {} more classes\n", chosen.size() - kShown);
  }
}

void print_summary(const Inspection& summary) {
  fmt::print("{}  {}\n", styled(summary.audit->file, Style::bold),
             styled("(" + summary.audit->format + ")", Style::dim));
  row("items", grouped(summary.items));
  row("annotators", summary.annotators ? grouped(*summary.annotators) : "-",
      summary.annotators ? "" : "not known to this source");
  row("votes", summary.votes ? grouped(*summary.votes) : "-",
      summary.votes ? "" : "this source has probabilities only");
  if (const auto& per_item = summary.votes_per_item) {
    row("votes an item", per_item->least == per_item->most
                             ? fmt::format("{}", per_item->least)
                             : fmt::format("{} to {}, median {:g}, mean {:.2f}", per_item->least,
                                           per_item->most, per_item->median, per_item->mean));
  }
  const auto lines = audit_lines(*summary.audit);
  if (!lines.empty()) heading("Audit");
  for (const std::string& line : lines) fmt::print("  {}\n", line);
  print_classes(summary);
  print_entropies(summary);
  print_agreement(summary);
  print_human(summary);
  print_contested(summary);
}

}  // namespace

void configure_inspect(CLI::App& app) {
  auto arguments = std::make_shared<InspectArguments>();
  app.add_option("votes", arguments->file, "a file of votes, in any format of `dissent formats`")->required();
  app.add_flag("--json", arguments->json, "print one JSON object for machines, full precision");
  app.add_option("--report", arguments->report,
                 "also write a page with pictures: one HTML file that opens anywhere");
  add_options(app, arguments->import, "How to read the votes");
  app.footer("Example: dissent inspect votes.csv --label-column rating --duplicates last");
  app.callback([arguments] {
    const ReportOutput output{arguments->report, "", "", ""};
    check_output(output);
    const ImportResult imported = import_votes(arguments->file, arguments->import);
    InspectOptions options;
    options.confusion = !arguments->report.empty();
    const Inspection summary = inspect(imported, options);
    if (arguments->json) {
      fmt::print("{}\n", inspection_json(summary).dump(2));
    } else {
      print_summary(summary);
    }
    if (!arguments->report.empty()) write_report(inspect_report(imported, summary), output, stderr);
  });
}

}  // namespace dissent::cli
