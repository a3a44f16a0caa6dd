#include "dissent/present/views/ood_view.h"

#include <fmt/format.h>

#include "dissent/present/digits.h"

namespace dissent {

Report ood_view(const std::vector<OodSetSummary>& sets) {
  Report document;
  document.kind = "Out-of-distribution detection";
  ReportSection section{"ood", "", {}};
  for (const OodSetSummary& set : sets) {
    ReportTable table{set.set,
                      fmt::format("{}: {} images against {} evaluation items", set.set, grouped(set.items),
                                  grouped(set.in_items)),
                      "",
                      {},
                      {}};
    table.columns = {{"score", "score", false}, {"method", "method", false}, {"runs", "runs"},
                     {"auroc", "AUROC"},        {"fpr95", "FPR95"},          {"aupr", "AUPR"}};
    for (const OodRow& row : set.rows) {
      table.rows.push_back({text_cell(row.detector), text_cell(row.method),
                            number_cell(static_cast<double>(row.runs), std::to_string(row.runs)),
                            mean_sd_cell(row.auroc), mean_sd_cell(row.fpr95), mean_sd_cell(row.aupr)});
    }
    section.blocks.emplace_back(std::move(table));
  }
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace dissent
