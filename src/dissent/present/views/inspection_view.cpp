#include "dissent/present/views/inspection_view.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/digits.h"
#include "dissent/present/views/audit_view.h"

namespace dissent {
namespace {

std::size_t widest_class(const ClassSpace& classes, std::size_t most) {
  std::size_t width = 4;
  for (const std::string& name : classes.names) width = std::max(width, display_width(name));
  return std::min(width, most);
}

Facts size_facts(const Inspection& found) {
  Facts facts;
  facts.entries = {{"items", grouped(found.items)},
                   {"annotators", found.annotators ? grouped(*found.annotators) : "-",
                    found.annotators ? "" : "not known to this source"},
                   {"votes", found.votes ? grouped(*found.votes) : "-",
                    found.votes ? "" : "this source has probabilities only"}};
  if (const auto& per_item = found.votes_per_item) {
    facts.entries.push_back(
        {"votes an item", per_item->least == per_item->most
                              ? fmt::format("{}", per_item->least)
                              : fmt::format("{} to {}, median {:g}, mean {:.2f}", per_item->least,
                                            per_item->most, per_item->median, per_item->mean)});
  }
  return facts;
}

Bars class_bars(const Inspection& found) {
  constexpr std::size_t kShown = 20;
  Bars bars;
  bars.label_width = widest_class(found.classes, 24);
  const double largest = *std::max_element(found.class_shares.begin(), found.class_shares.end());
  for (std::size_t k = 0; k < std::min(kShown, found.classes.size()); ++k) {
    const double share = found.class_shares[k];
    bars.bars.push_back(
        {found.classes.names[k], largest > 0 ? share / largest : 0, fmt::format("{:5.1f} %", 100 * share)});
  }
  if (found.classes.size() > kShown)
    bars.rest = fmt::format("... and {} more", found.classes.size() - kShown);
  return bars;
}

Facts disagreement_facts(const Inspection& found) {
  return {{{"mean entropy", fmt::format("{:.4f} nats", found.mean_entropy),
            fmt::format("of at most {:.3f}", found.entropy_histogram.edges.back())},
           {"unanimous", fmt::format("{:.1f} %", 100 * found.unanimous), "of the items"},
           {"tied majority", grouped(found.ties), found.ties == 1 ? "item" : "items"}}};
}

Bars entropy_bars(const Inspection& found) {
  Bars bars;
  bars.note = "entropy (nats)        items";
  bars.width = 40;
  const auto& [edges, counts] = found.entropy_histogram;
  const auto largest = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  std::size_t used = counts.size();  // the highest entropies may not occur at all
  while (used > 1 && counts[used - 1] == 0) --used;
  for (std::size_t b = 0; b < used; ++b) {
    bars.bars.push_back({fmt::format("{:.2f} - {:.2f}", edges[b], edges[b + 1]),
                         static_cast<double>(counts[b]) / largest, grouped(counts[b])});
  }
  return bars;
}

// The annotators who share items with others, those who agree least first.
std::vector<const Inspection::Annotator*> by_agreement(const Inspection& found) {
  std::vector<const Inspection::Annotator*> order;
  for (const Inspection::Annotator& annotator : found.agreement) {
    if (annotator.with_the_rest.compared > 0) order.push_back(&annotator);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return a->with_the_rest.agreement < b->with_the_rest.agreement;
  });
  return order;
}

ReportSection agreement_section(const Inspection& found) {
  Facts facts;
  const auto add = [&](const char* name, const Coefficient& c) {
    facts.entries.push_back({name, c.value ? fmt::format("{:.4f}", *c.value) : "-", c.reason});
  };
  add("alpha, nominal", found.alpha_nominal);
  add("alpha, ordinal", found.alpha_ordinal);
  add("alpha, interval", found.alpha_interval);
  add("Fleiss' kappa", found.fleiss_kappa);
  ReportSection section{"agreement", "Agreement", {}};
  const auto order = by_agreement(found);
  if (found.agreement.empty()) {
    facts.entries.push_back({"annotators", "-", "the source does not say who voted"});
  }
  if (order.empty()) {
    section.blocks.emplace_back(std::move(facts));
    return section;
  }
  const auto quantile = [&](double q) {
    return order[static_cast<std::size_t>(q * static_cast<double>(order.size() - 1))]
        ->with_the_rest.agreement;
  };
  facts.entries.push_back(
      {"annotators' agreement",
       fmt::format("{:.2f} / {:.2f} / {:.2f}", quantile(0.1), quantile(0.5), quantile(0.9)),
       "with the rest: lowest tenth, median, highest tenth"});
  section.blocks.emplace_back(std::move(facts));
  Bars least;
  const std::size_t shown = std::min<std::size_t>(5, order.size());
  least.note = fmt::format("the {} who agree least:", shown);
  least.width = 20;
  least.label_width = 18;
  least.nested = true;
  least.coloured = false;
  for (std::size_t i = 0; i < shown; ++i) {
    const AnnotatorAgreement& with_the_rest = order[i]->with_the_rest;
    least.bars.push_back(
        {order[i]->name, with_the_rest.agreement,
         fmt::format("{:.2f}  {} votes", with_the_rest.agreement, grouped(with_the_rest.votes))});
  }
  section.blocks.emplace_back(std::move(least), Shown::everywhere, true);
  return section;
}

Facts human_facts(const Inspection& found) {
  if (!found.human) return {{{"soft NLL", "-", found.human_reason}}};
  const HumanReference& human = *found.human;
  Facts facts;
  facts.entries = {
      {"soft NLL", fmt::format("{:.4f}", human.soft_nll), "an item's other votes predicting each vote"},
      {"KL", fmt::format("{:.4f}", human.kl),
       "soft NLL less the entropy: a model below this knows the crowd better"},
      {"concentration", std::isinf(human.alpha) ? "infinite" : fmt::format("{:.4g}", human.alpha),
       "Dirichlet-multinomial alpha; small: votes cluster by item"}};
  if (human.left_out > 0) {
    facts.entries.push_back({"left out", grouped(human.left_out), "items with fewer than two votes"});
  }
  return facts;
}

Bars contested_bars(const Inspection& found, const Inspection::ContestedItem& item) {
  constexpr std::size_t kShown = 6;
  Bars bars;
  bars.title = fit(item.name, 30);
  bars.note = fmt::format("H = {:.3f}", item.entropy);
  bars.label_width = widest_class(found.classes, 14);
  bars.nested = true;
  std::vector<Inspection::ClassVotes> chosen = item.classes;
  if (!found.classes.ordered) {  // ratings keep their order: the shape of the disagreement is the point
    std::stable_sort(chosen.begin(), chosen.end(),
                     [](const auto& a, const auto& b) { return a.share > b.share; });
  }
  for (std::size_t i = 0; i < std::min(kShown, chosen.size()); ++i) {
    bars.bars.push_back(
        {found.classes.names[chosen[i].label], chosen[i].share,
         found.votes ? fmt::format("{}", chosen[i].votes) : fmt::format("{:.3f}", chosen[i].share)});
  }
  if (chosen.size() > kShown) bars.rest = fmt::format("... and {} more classes", chosen.size() - kShown);
  return bars;
}

}  // namespace

Report inspection_summary(const Inspection& found) {
  Report report;
  report.kind = "Votes";
  ReportSection sizes{"sizes", "", {}};
  if (found.audit) sizes.blocks.emplace_back(Heading{found.audit->file, "(" + found.audit->format + ")"});
  sizes.blocks.emplace_back(size_facts(found));
  report.sections.push_back(std::move(sizes));
  if (found.audit) {
    report.sections.push_back({"audit", "Audit", {Prose{audit_lines(*found.audit), false, true}}});
  }
  report.sections.push_back(
      {"classes",
       fmt::format("Classes ({}{})", found.classes.size(), found.classes.ordered ? ", ordered" : ""),
       {class_bars(found)}});
  report.sections.push_back(
      {"disagreement", "Disagreement", {disagreement_facts(found), entropy_bars(found)}});
  report.sections.push_back(agreement_section(found));
  report.sections.push_back({"human-reference", "Human reference", {human_facts(found)}});
  ReportSection contested{
      "contested", fmt::format("The {} most contested items", found.contested.size()), {}};
  for (const Inspection::ContestedItem& item : found.contested) {
    contested.blocks.emplace_back(contested_bars(found, item), Shown::everywhere, true);
  }
  report.sections.push_back(std::move(contested));
  return report;
}

}  // namespace dissent
