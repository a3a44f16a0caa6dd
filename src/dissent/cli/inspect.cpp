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
#include "dissent/io/json_number.h"
#include "dissent/votes/importer.h"

namespace dissent::cli {
namespace {

struct InspectArguments {
  std::string file;
  ImportOptions import;
  bool json = false;
  std::filesystem::path report;
};

Json coefficient_json(const Coefficient& coefficient) {
  return coefficient.value ? number(*coefficient.value) : Json(nullptr);
}

Json votes_by_class(const VoteTable& votes, std::size_t item) {
  Json json = Json::object();
  if (votes.has_counts()) {
    std::vector<std::uint32_t> row(votes.classes());
    votes.counts_of(item, row);
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] > 0) json[votes.class_name(k)] = row[k];
    }
  } else {
    std::vector<double> row(votes.classes());
    votes.fractions_of(item, row);
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] > 0) json[votes.class_name(k)] = row[k];
    }
  }
  return json;
}

Json summary_json(const ImportResult& imported, const VoteSummary& summary) {
  const VoteTable& votes = imported.votes;
  Json json;
  json["items"] = votes.items();
  json["annotators"] = votes.has_annotators() ? Json(votes.annotators()) : Json(nullptr);
  json["votes"] = votes.has_counts() ? Json(votes.votes()) : Json(nullptr);
  json["knowledge"] = to_string(votes.knowledge());
  json["classes"] = votes.class_space().names;
  json["ordered"] = votes.class_space().ordered;
  json["class_shares"] = summary.class_shares;
  if (const auto& per_item = summary.votes_per_item) {
    json["votes_per_item"] = {{"min", per_item->least},
                              {"median", per_item->median},
                              {"mean", per_item->mean},
                              {"max", per_item->most}};
  } else {
    json["votes_per_item"] = nullptr;
  }
  json["mean_entropy"] = summary.mean_entropy;
  json["unanimous"] = summary.unanimous;
  json["ties"] = summary.ties;
  json["alpha_nominal"] = coefficient_json(summary.alpha_nominal);
  json["alpha_ordinal"] = coefficient_json(summary.alpha_ordinal);
  json["alpha_interval"] = coefficient_json(summary.alpha_interval);
  json["fleiss_kappa"] = coefficient_json(summary.fleiss_kappa);
  Json& reasons = json["reasons"] = Json::object();  // why a coefficient is null
  const auto reason = [&](const char* key, const std::string& text) {
    if (!text.empty()) reasons[key] = text;
  };
  reason("alpha_nominal", summary.alpha_nominal.reason);
  reason("alpha_ordinal", summary.alpha_ordinal.reason);
  reason("alpha_interval", summary.alpha_interval.reason);
  reason("fleiss_kappa", summary.fleiss_kappa.reason);
  reason("human_reference", summary.human_reason);
  if (const auto& human = summary.human) {
    json["human_reference"] = {{"alpha", number(human->alpha)},
                               {"soft_nll", human->soft_nll},
                               {"kl", human->kl},
                               {"items", human->items},
                               {"left_out", human->left_out}};
  } else {
    json["human_reference"] = nullptr;
  }
  json["entropy_histogram"] = {{"edges", summary.entropy_histogram.edges},
                               {"counts", summary.entropy_histogram.counts}};
  json["annotator_agreement"] = Json::array();
  for (std::size_t a = 0; a < summary.annotators.size(); ++a) {
    json["annotator_agreement"].push_back({{"annotator", votes.annotator_name(a)},
                                           {"votes", summary.annotators[a].votes},
                                           {"agreement", number(summary.annotators[a].agreement)}});
  }
  json["contested"] = Json::array();
  for (std::size_t c = 0; c < summary.contested.size(); ++c) {
    const std::size_t item = summary.contested[c];
    json["contested"].push_back({{"item", votes.item_name(item)},
                                 {"entropy", summary.contested_entropy[c]},
                                 {"votes", votes_by_class(votes, item)}});
  }
  json["audit"] = audit_json(imported.audit);
  return json;
}

void heading(std::string_view text) {
  fmt::print("\n{}\n", styled(text, Style::bold));
}

void row(std::string_view name, std::string_view value, std::string_view note = "") {
  fmt::print("  {}{}{}\n", fit(name, 22), value, note.empty() ? "" : "  " + styled(note, Style::dim));
}

std::size_t widest_class(const VoteTable& votes, std::size_t most) {
  std::size_t width = 4;
  for (std::size_t k = 0; k < votes.classes(); ++k)
    width = std::max(width, display_width(votes.class_name(k)));
  return std::min(width, most);
}

void print_classes(const VoteTable& votes, const VoteSummary& summary) {
  constexpr std::size_t kShown = 20;
  heading(fmt::format("Classes ({}{})", votes.classes(), votes.class_space().ordered ? ", ordered" : ""));
  const std::size_t width = widest_class(votes, 24);
  const double largest = *std::max_element(summary.class_shares.begin(), summary.class_shares.end());
  for (std::size_t k = 0; k < std::min(kShown, votes.classes()); ++k) {
    const double share = summary.class_shares[k];
    fmt::print("  {}  {} {:5.1f} %\n", fit(votes.class_name(k), width),
               styled(bar(largest > 0 ? share / largest : 0, 30), Style::blue), 100 * share);
  }
  if (votes.classes() > kShown) fmt::print("  ... and {} more\n", votes.classes() - kShown);
}

void print_entropies(const VoteSummary& summary) {
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

void print_agreement(const VoteTable& votes, const VoteSummary& summary) {
  heading("Agreement");
  const auto coefficient = [](std::string_view name, const Coefficient& c) {
    row(name, c.value ? fmt::format("{:.4f}", *c.value) : "-", c.reason);
  };
  coefficient("alpha, nominal", summary.alpha_nominal);
  coefficient("alpha, ordinal", summary.alpha_ordinal);
  coefficient("alpha, interval", summary.alpha_interval);
  coefficient("Fleiss' kappa", summary.fleiss_kappa);
  if (summary.annotators.empty()) {
    row("annotators", "-", "the source does not say who voted");
    return;
  }
  std::vector<std::size_t> order;
  for (std::size_t a = 0; a < summary.annotators.size(); ++a) {
    if (summary.annotators[a].compared > 0) order.push_back(a);
  }
  if (order.empty()) return;
  const auto agreement = [&](std::size_t a) { return summary.annotators[a].agreement; };
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
    const AnnotatorAgreement& mine = summary.annotators[order[i]];
    fmt::print("    {}  {} {:.2f}  {} votes\n", fit(votes.annotator_name(order[i]), 18),
               bar(mine.agreement, 20), mine.agreement, grouped(mine.votes));
  }
}

void print_human(const VoteSummary& summary) {
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

void print_contested(const VoteTable& votes, const VoteSummary& summary) {
  if (summary.contested.empty()) return;
  heading(fmt::format("The {} most contested items", summary.contested.size()));
  const std::size_t label_width = widest_class(votes, 14);
  std::vector<double> p(votes.classes());
  for (std::size_t c = 0; c < summary.contested.size(); ++c) {
    const std::size_t item = summary.contested[c];
    votes.fractions_of(item, p);
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < p.size(); ++k) {
      if (p[k] > 0) order.push_back(k);
    }
    if (!votes.class_space()
             .ordered) {  // ratings keep their order: the shape of the disagreement is the point
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
    }
    const auto m = votes.has_counts() ? static_cast<double>(votes.votes_of(item)) : 0;
    fmt::print("  {} {}\n", fit(votes.item_name(item), 30),
               styled(fmt::format("H = {:.3f}", summary.contested_entropy[c]), Style::dim));
    constexpr std::size_t kShown = 6;
    for (std::size_t i = 0; i < std::min(kShown, order.size()); ++i) {
      const double share = p[order[i]];
      fmt::print("    {}  {} {}\n", fit(votes.class_name(order[i]), label_width),
                 styled(bar(share, 30), Style::blue),
                 m > 0 ? fmt::format("{:.0f}", share * m) : fmt::format("{:.3f}", share));
    }
    if (order.size() > kShown) fmt::print("    ... and {} more classes\n", order.size() - kShown);
  }
}

void print_summary(const ImportResult& imported, const VoteSummary& summary) {
  const VoteTable& votes = imported.votes;
  fmt::print("{}  {}\n", styled(imported.audit.file, Style::bold),
             styled("(" + imported.audit.format + ")", Style::dim));
  row("items", grouped(votes.items()));
  row("annotators", votes.has_annotators() ? grouped(votes.annotators()) : "-",
      votes.has_annotators() ? "" : "not known to this source");
  row("votes", votes.has_counts() ? grouped(votes.votes()) : "-",
      votes.has_counts() ? "" : "this source has probabilities only");
  if (const auto& per_item = summary.votes_per_item) {
    row("votes an item", per_item->least == per_item->most
                             ? fmt::format("{}", per_item->least)
                             : fmt::format("{} to {}, median {:g}, mean {:.2f}", per_item->least,
                                           per_item->most, per_item->median, per_item->mean));
  }
  const auto lines = audit_lines(imported.audit);
  if (!lines.empty()) heading("Audit");
  for (const std::string& line : lines) fmt::print("  {}\n", line);
  print_classes(votes, summary);
  print_entropies(summary);
  print_agreement(votes, summary);
  print_human(summary);
  print_contested(votes, summary);
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
    const VoteSummary summary = summarise(imported.votes);
    if (arguments->json) {
      fmt::print("{}\n", summary_json(imported, summary).dump(2));
    } else {
      print_summary(imported, summary);
    }
    if (!arguments->report.empty()) write_report(inspect_report(imported, summary), output, stderr);
  });
}

}  // namespace dissent::cli
