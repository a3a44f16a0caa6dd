// The page: who voted what, how far people agree, and the items they disagree on.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dissent/core/undefined.h"
#include "dissent/core/version.h"
#include "dissent/present/item_explorer.h"
#include "dissent/present/vega.h"
#include "dissent/present/views/audit_view.h"
#include "dissent/present/views/inspection_view.h"

namespace dissent {
namespace {

constexpr std::size_t kItemsOnPage = 2000;
constexpr std::size_t kMostClasses = 40;  // of the map of classes chosen together

using namespace vega;

ReportFigure class_figure(const Inspection& summary) {
  Json rows = Json::array();
  for (std::size_t k = 0; k < summary.classes.size(); ++k) {
    rows.push_back({{"class", summary.classes.names[k]}, {"share", rounded(summary.class_shares[k])}});
  }
  const std::vector<std::string>& names = summary.classes.names;
  Json bars = layer({{"type", "bar"}, {"color", "#0072b2"}},
                    {{"y", hidden_title(ordinal("class", "", names))},
                     {"x",
                      {{"field", "share"},
                       {"type", "quantitative"},
                       {"title", "share of the votes, an item counting once"},
                       {"axis", {{"format", "%"}}}}},
                     {"tooltip", tooltip({{"class", "class"}, {"share", "share#"}})}});
  const int height = std::clamp(40 + 22 * static_cast<int>(names.size()), 120, 900);
  return {"classes", "Classes", "",
          as_text(figure(std::move(rows), {std::move(bars)}, "Share of the votes by class", height))};
}

ReportFigure entropy_figure(const Inspection& summary) {
  Json rows = Json::array();
  const auto& histogram = summary.entropy_histogram;
  const double most = std::log(static_cast<double>(std::max<std::size_t>(2, summary.classes.size())));
  for (std::size_t b = 0; b < histogram.counts.size(); ++b) {
    rows.push_back({{"low", rounded(histogram.edges[b] / most)},
                    {"high", rounded(histogram.edges[b + 1] / most)},
                    {"items", histogram.counts[b]}});
  }
  Json bars = layer({{"type", "bar"}, {"color", "#0072b2"}, {"binSpacing", 1}},
                    {{"x", unit_interval("low", "entropy / log K")},
                     {"x2", {{"field", "high"}}},
                     {"y", {{"field", "items"}, {"type", "quantitative"}, {"title", "items"}}},
                     {"y2", {{"datum", 0}}},
                     {"tooltip", tooltip({{"low", "from#"}, {"high", "to#"}, {"items", "items#"}})}});
  return {"entropy", "How far annotators disagree", "0: all say the same. 1: every class equally often.",
          as_text(figure(std::move(rows), {std::move(bars)}, "Items by the entropy of their votes", 260))};
}

ReportFigure confusion_figure(const Inspection& summary) {
  const std::size_t classes = summary.classes.size();
  const std::vector<std::string>& names = summary.classes.names;
  Json rows = Json::array();
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t b = 0; b < classes; ++b) {
      if (summary.class_shares[a] > 0)
        rows.push_back({{"one", names[a]},
                        {"other", names[b]},
                        {"share", rounded(summary.chosen_together[a * classes + b])}});
    }
  }
  Json x = ordinal("other", "another says", names);
  x["axis"]["labelAngle"] = -45;
  Json cells =
      layer({{"type", "rect"}},
            {{"x", x},
             {"y", ordinal("one", "where one annotator says", names)},
             {"color",
              {{"field", "share"},
               {"type", "quantitative"},
               {"title", "share"},
               {"scale", {{"scheme", "blues"}, {"domain", {0, 1}}}},
               {"legend", {{"orient", "top"}, {"format", "%"}}}}},
             {"tooltip", tooltip({{"one", "one says"}, {"other", "another says"}, {"share", "share#"}})}});
  return {"confusion", "What is taken for what",
          "Where one annotator chose the class of the row, the share of votes on the same items for the "
          "class of the column.",
          as_text(figure(std::move(rows), {std::move(cells)}, "Classes chosen together",
                         std::clamp(80 + 26 * static_cast<int>(classes), 160, 900)))};
}

ReportTable agreement_table(const Inspection& summary) {
  ReportTable table;
  table.name = "agreement";
  table.title = "Agreement";
  table.columns = {{"coefficient", "coefficient", false}, {"value", "value", true}};
  const auto add = [&](const char* name, const Coefficient& c) {
    ReportCell cell = c.value ? number_cell(*c.value, number_text(*c.value)) : ReportCell{};
    if (!c.value) cell.notes.push_back(c.reason);
    table.rows.push_back({text_cell(name), std::move(cell)});
  };
  add("Krippendorff's alpha, nominal", summary.alpha_nominal);
  add("Krippendorff's alpha, ordinal", summary.alpha_ordinal);
  add("Krippendorff's alpha, interval", summary.alpha_interval);
  add("Fleiss' kappa", summary.fleiss_kappa);
  if (summary.human) {
    table.rows.push_back({text_cell("soft NLL of people predicting each other"),
                          number_cell(summary.human->soft_nll, number_text(summary.human->soft_nll))});
    table.rows.push_back({text_cell("KL of people predicting each other"),
                          number_cell(summary.human->kl, number_text(summary.human->kl))});
  }
  return table;
}

ReportTable annotator_table(const Inspection& summary) {
  constexpr std::size_t kMost = 500;
  ReportTable table;
  table.name = "annotators";
  table.title = "Annotators, those who agree least first";
  table.columns = {{"annotator", "annotator", false},
                   {"votes", "votes", true},
                   {"agreement", "agreement with the rest", true}};
  std::vector<std::size_t> order;
  for (std::size_t a = 0; a < summary.agreement.size(); ++a) order.push_back(a);
  const auto key = [&](std::size_t a) {
    const AnnotatorAgreement& mine = summary.agreement[a].with_the_rest;
    return mine.compared > 0 ? mine.agreement : 2.0;
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  if (order.size() > kMost) {
    table.note = fmt::format("The first {} of {}.", kMost, grouped(order.size()));
    order.resize(kMost);
  }
  for (const std::size_t a : order) {
    const AnnotatorAgreement& mine = summary.agreement[a].with_the_rest;
    const double agreement = mine.compared > 0 ? mine.agreement : kUndefined;
    table.rows.push_back({text_cell(summary.agreement[a].name),
                          number_cell(static_cast<double>(mine.votes), grouped(mine.votes)),
                          number_cell(agreement, number_text(agreement))});
  }
  return table;
}

}  // namespace

Report inspection_page(const Inspection& summary, const ImportResult& imported) {
  const VoteTable& votes = imported.votes;
  Report report;
  report.kind = "Votes";
  report.title = std::filesystem::path(imported.audit.file).filename().string();
  report.about = fmt::format(
      "{} items, {} classes{}{}.", grouped(votes.items()), votes.classes(),
      votes.has_counts() ? fmt::format(", {} votes", grouped(votes.votes())) : "",
      votes.has_annotators() ? fmt::format(" by {} annotators", grouped(votes.annotators())) : "");
  report.findings.push_back(
      fmt::format("On {:.1f} % of the items with votes all annotators say the same; the mean entropy of an "
                  "item's votes is {} of at most {} nats.",
                  100 * summary.unanimous, number_text(summary.mean_entropy),
                  number_text(std::log(static_cast<double>(votes.classes())))));
  if (const auto& alpha = summary.alpha_nominal.value)
    report.findings.push_back(
        fmt::format("Agreement beyond chance (Krippendorff's alpha, nominal) is {}.", number_text(*alpha)));
  if (summary.human) {
    report.findings.push_back(fmt::format(
        "A model with a soft NLL below {} knows the crowd better than its members know each other.",
        number_text(summary.human->soft_nll)));
  }
  report.sections.push_back({"summary", "", {entropy_figure(summary), agreement_table(summary)}});
  ReportSection classes{"classes", "Classes", {class_figure(summary)}};
  if (votes.classes() <= kMostClasses) classes.blocks.emplace_back(confusion_figure(summary));
  report.sections.push_back(std::move(classes));
  if (!summary.agreement.empty())
    report.sections.push_back({"annotators", "Annotators", {annotator_table(summary)}});
  ItemSource source{votes, nullptr, imported.gold, {}, {}, 0};
  for (std::uint32_t item = 0; item < votes.items(); ++item) {
    if (!votes.has_counts() || votes.votes_of(item) > 0) source.items.push_back(item);
  }
  report.sections.push_back({"items", "Items", {report_items("items", "", source, kItemsOnPage)}});
  Facts facts;
  facts.entries = {{"file", imported.audit.file},
                   {"format", imported.audit.format},
                   {"report by dissent", full_version()}};
  ReportSection provenance{"provenance", "Provenance", {std::move(facts)}};
  std::vector<std::string> lines = audit_lines(imported.audit);
  if (!lines.empty()) provenance.blocks.emplace_back(Prose{std::move(lines), true});
  report.sections.push_back(std::move(provenance));
  return report;
}

}  // namespace dissent
