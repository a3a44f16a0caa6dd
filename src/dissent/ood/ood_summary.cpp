#include "dissent/ood/ood_summary.h"

#include <string>
#include <vector>

#include "dissent/io/json_number.h"
#include "dissent/stats/mean_sd.h"

namespace dissent {

Json ood_summary(const Json& runs) {
  Json sets = Json::array();
  if (runs.empty()) return sets;
  std::vector<std::string> methods;
  for (const Json& run : runs) {
    const std::string method = run.at("method");
    if (methods.empty() || methods.back() != method) methods.push_back(method);
  }
  for (std::size_t s = 0; s < runs[0].at("sets").size(); ++s) {
    const Json& first = runs[0].at("sets")[s];
    Json rows = Json::array();
    for (const auto& [score, numbers] : first.at("scores").items()) {
      for (const std::string& method : methods) {
        Json row = {{"score", score}, {"method", method}};
        for (const char* measure : {"auroc", "fpr95", "aupr"}) {
          std::vector<double> values;
          for (const Json& run : runs) {
            if (run.at("method") != method) continue;
            values.push_back(run.at("sets")[s].at("scores").at(score).at(measure).get<double>());
          }
          const MeanSd summary = mean_sd(values);
          row["runs"] = values.size();
          row[measure] = {{"mean", summary.mean}, {"sd", number(summary.sd)}};
        }
        rows.push_back(std::move(row));
      }
    }
    sets.push_back({{"set", first.at("set")},
                    {"items", first.at("items")},
                    {"in_items", first.at("in_items")},
                    {"rows", std::move(rows)}});
  }
  return sets;
}

}  // namespace dissent
