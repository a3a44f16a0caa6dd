#include "dissent/cli/diagnostics_view.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "dissent/cli/table.h"
#include "dissent/cli/terminal.h"

namespace dissent::cli {
namespace {

// Four digits that matter, whatever the size: 104.9, 1634, 0.9390.
int decimals_of(double value) {
  return std::abs(value) >= 1000 ? 0 : std::abs(value) >= 10 ? 1 : 4;
}
std::string digits(double value) {
  return fmt::format("{:.{}f}", value, decimals_of(value));
}
std::string digits(const Json& value) {
  return value.is_number() ? digits(value.get<double>()) : "";
}
std::string mean_sd(double mean, double sd) {
  return std::isfinite(sd) ? fmt::format("{} ± {:.{}f}", digits(mean), sd, decimals_of(mean)) : digits(mean);
}
std::string mean_sd(const Json& value) {
  return mean_sd(value.at("mean").get<double>(),
                 value.at("sd").is_null() ? NAN : value.at("sd").get<double>());
}
std::string run_name(const Json& run, const Json& hessian) {
  const std::string slice = hessian.at("slice");
  return fmt::format("{} seed {}{}", run.at("method").get<std::string>(), run.at("seed").get<std::uint64_t>(),
                     slice == "all" ? "" : ", " + slice);
}

class Sections {
 public:
  explicit Sections(std::string_view format) : format_(format) {}
  void add(const std::string& title, const Table& table, const std::string& remark = {}) {
    if (table.empty()) return;
    if (!text_.empty()) text_ += "\n";
    if (format_ == "text") text_ += styled(title, Style::bold) + "\n";
    if (format_ == "markdown") text_ += fmt::format("**{}**\n\n", title);
    if (format_ == "latex") text_ += fmt::format("% {}\n", title);
    if (format_ == "csv") text_ += fmt::format("# {}\n", title);
    text_ += table.as(format_);
    if (!remark.empty() && format_ == "text") text_ += fmt::format("  {}\n", remark);
    if (!remark.empty() && format_ == "markdown") text_ += fmt::format("\n{}\n", remark);
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string format_, text_;
};

Table hessian_table(const Json& runs) {
  Table table;
  table.add({"run", "items", "loss", "lambda max", "residual", "products", "converged", "trace", "s.e."});
  for (const Json& run : runs) {
    for (const Json& hessian : run.value("hessian", Json::array())) {
      std::string settled = hessian.at("converged").get<bool>() ? "yes" : "NO";
      if (!hessian.at("negative_dominant").is_null()) {
        settled +=
            fmt::format(" (negative {} dominates)", digits(hessian.at("negative_dominant").at("value")));
      }
      table.add({run_name(run, hessian), grouped(hessian.at("items").get<std::uint64_t>()),
                 digits(hessian.at("loss")), digits(hessian.at("lambda_max")), digits(hessian.at("residual")),
                 std::to_string(hessian.at("iterations").get<int>()), settled,
                 digits(hessian.value("trace", Json())),
                 digits(hessian.value("trace_standard_error", Json()))});
    }
  }
  return table;
}

Table eigenvalue_table(const Json& runs) {
  Table table;
  table.add({"run", "k", "eigenvalue", "residual", "products", "converged"});
  for (const Json& run : runs) {
    for (const Json& hessian : run.value("hessian", Json::array())) {
      int k = 0;
      for (const Json& pair : hessian.value("eigenvalues", Json::array())) {
        table.add({run_name(run, hessian), std::to_string(++k), digits(pair.at("value")),
                   digits(pair.at("residual")), std::to_string(pair.at("iterations").get<int>()),
                   pair.at("converged").get<bool>() ? "yes" : "NO"});
      }
    }
  }
  return table;
}

Table method_table(const Json& methods) {
  Table table;
  if (methods.empty()) return table;
  std::vector<std::string> head{"method", "runs"}, names;
  for (const Json& method : methods) {
    for (const auto& [name, value] : method.at("values").items()) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  if (names.empty()) return table;
  head.insert(head.end(), names.begin(), names.end());
  table.add(std::move(head));
  for (const Json& method : methods) {
    std::vector<std::string> row{method.at("method").get<std::string>(),
                                 std::to_string(method.at("runs").get<int>())};
    for (const std::string& name : names) {
      const auto found = method.at("values").find(name);
      row.push_back(found == method.at("values").end() ? "" : mean_sd(*found));
    }
    table.add(std::move(row));
  }
  return table;
}

Table difference_table(const std::vector<Comparison>& differences) {
  Table table;
  table.add({"measure", "method", "pairs", "score", "baseline", "difference", "95 %", "p two-sided"});
  for (const Comparison& c : differences) {
    table.add({c.metric,
               c.setting.empty() ? c.group : fmt::format("{} ({})", c.group, setting_text(c.setting)),
               std::to_string(c.seeds.size()), mean_sd(c.score.mean, c.score.sd),
               mean_sd(c.baseline.mean, c.baseline.sd), digits(c.difference.mean),
               fmt::format("{} to {}", digits(c.interval.low), digits(c.interval.high)),
               fmt::format("{:.4g}", c.p_two_sided)});
  }
  return table;
}

Table similarity_table(const Json& report) {
  Table table;
  table.add({"method", "pairs", "CKA", "CKA debiased", "Grad-CAM", "Grad-CAM slice", "constant maps"});
  std::map<std::string, std::vector<std::string>> rows;
  const auto row_of = [&](const Json& entry) -> std::vector<std::string>& {
    auto& row = rows[entry.at("method").get<std::string>()];
    row.resize(6);
    row[0] = std::to_string(entry.at("pairs").size());
    return row;
  };
  for (const Json& entry : report.value("cka", Json::array())) {
    row_of(entry)[1] = digits(entry.at("biased"));
    row_of(entry)[2] = digits(entry.at("debiased"));
  }
  for (const Json& entry : report.value("grad_cam", Json::array())) {
    std::vector<std::string>& row = row_of(entry);
    row[3] = digits(entry.at("all"));
    if (entry.contains("slice")) row[4] = digits(entry.at("slice").at("mean"));
    std::uint64_t constant = 0;
    for (const Json& pair : entry.at("pairs")) constant += pair.at("constant").get<std::uint64_t>();
    row[5] = grouped(constant);
  }
  for (auto& [method, row] : rows) {
    row.insert(row.begin(), method);
    table.add(std::move(row));
  }
  return table;
}

Table barrier_table(const Json& barriers) {
  Table table;
  table.add({"between", "seed", "loss at the ends", "barrier, statistics interpolated", "at", "re-estimated",
             "at"});
  double interpolated = 0, reestimated = 0;
  for (const Json& barrier : barriers) {
    const Json &a = barrier.at("interpolated"), &b = barrier.at("reestimated");
    const auto seeds = barrier.at("seeds").get<std::vector<std::uint64_t>>();
    table.add({fmt::format("{} and {}", barrier.at("deliveries")[0].get<std::string>(),
                           barrier.at("deliveries")[1].get<std::string>()),
               seeds[0] == seeds[1] ? std::to_string(seeds[0]) : fmt::format("{} and {}", seeds[0], seeds[1]),
               fmt::format("{}, {}", digits(a.at("losses").front()), digits(a.at("losses").back())),
               digits(a.at("barrier")), fmt::format("{:.2f}", a.at("at").get<double>()),
               digits(b.at("barrier")), fmt::format("{:.2f}", b.at("at").get<double>())});
    interpolated += a.at("barrier").is_null() ? NAN : a.at("barrier").get<double>();
    reestimated += b.at("barrier").is_null() ? NAN : b.at("barrier").get<double>();
  }
  if (barriers.size() > 1) {
    const auto n = static_cast<double>(barriers.size());
    table.add({"mean", "", "", digits(interpolated / n), "", digits(reestimated / n), ""});
  }
  return table;
}

std::string precision_remark(const Json& runs) {
  double worst = -1;
  for (const Json& run : runs) {
    for (const Json& hessian : run.value("hessian", Json::array())) {
      if (hessian.contains("tf32_deviation"))
        worst = std::max(worst, hessian.at("tf32_deviation").get<double>());
    }
  }
  return worst < 0
             ? ""
             : fmt::format("in TF32: a product differs from float32's by up to {:.2g} of its length", worst);
}

}  // namespace

std::string geometry_text(const Json& report, const std::vector<Comparison>& differences,
                          std::string_view format) {
  Sections sections(format);
  const Json& runs = report.at("runs");
  sections.add("Hessian of the soft cross-entropy", hessian_table(runs), precision_remark(runs));
  sections.add("Eigenvalues of largest magnitude", eigenvalue_table(runs));
  sections.add("Methods, mean ± SD over seeds", method_table(report.at("methods")));
  sections.add(fmt::format("Differences from {}, seed by seed", report.value("baseline", "")),
               difference_table(differences));
  sections.add("Similarity of seeds", similarity_table(report));
  sections.add("Loss barriers", barrier_table(report.value("barriers", Json::array())));
  return std::move(sections).text();
}

std::string ood_text(const Json& report, std::string_view format) {
  Sections sections(format);
  for (const Json& set : report.at("summary")) {
    Table table;
    table.add({"score", "method", "runs", "AUROC", "FPR95", "AUPR"});
    for (const Json& row : set.at("rows")) {
      table.add({row.at("score").get<std::string>(), row.at("method").get<std::string>(),
                 std::to_string(row.at("runs").get<int>()), mean_sd(row.at("auroc")),
                 mean_sd(row.at("fpr95")), mean_sd(row.at("aupr"))});
    }
    sections.add(fmt::format("{}: {} images against {} evaluation items", set.at("set").get<std::string>(),
                             grouped(set.at("items").get<std::uint64_t>()),
                             grouped(set.at("in_items").get<std::uint64_t>())),
                 table);
  }
  return std::move(sections).text();
}

}  // namespace dissent::cli
