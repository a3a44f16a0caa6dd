#include "dissent/present/views/geometry_view.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/present/digits.h"

namespace dissent {
namespace {

ReportCell plain_number(double value) {
  return number_cell(value, number_text(value));
}
ReportCell count_cell(std::uint64_t count) {
  return number_cell(static_cast<double>(count), grouped(count));
}

std::string run_on_slice(const RunGeometry& run, const HessianResult& hessian) {
  return fmt::format("{} seed {}{}", run.method, run.seed,
                     hessian.slice == "all" ? "" : ", " + hessian.slice);
}

std::string settled_text(bool converged) {
  return converged ? "yes" : "NO";
}

std::string precision_note(const std::vector<RunGeometry>& runs) {
  double worst = -1;
  for (const RunGeometry& run : runs) {
    for (const HessianResult& hessian : run.hessian)
      worst = std::max(worst, hessian.tf32_deviation.value_or(-1));
  }
  return worst < 0
             ? ""
             : fmt::format("in TF32: a product differs from float32's by up to {:.2g} of its length", worst);
}

ReportTable hessian_table(const std::vector<RunGeometry>& runs) {
  ReportTable table{"hessian", "Hessian of the soft cross-entropy", precision_note(runs), {}, {}};
  table.columns = {{"run", "run", false},
                   {"items", "items"},
                   {"loss", "loss"},
                   {"lambda_max", "lambda max"},
                   {"residual", "residual"},
                   {"products", "products"},
                   {"converged", "converged", false},
                   {"trace", "trace"},
                   {"trace_standard_error", "s.e."}};
  for (const RunGeometry& run : runs) {
    for (const HessianResult& hessian : run.hessian) {
      std::string settled = settled_text(hessian.largest.converged);
      if (hessian.negative_dominant)
        settled += fmt::format(" (negative {} dominates)", number_text(hessian.negative_dominant->value));
      const HessianTrace trace = hessian.trace.value_or(HessianTrace{.value = std::nan("")});
      table.rows.push_back(
          {text_cell(run_on_slice(run, hessian)), count_cell(hessian.items), plain_number(hessian.loss),
           plain_number(hessian.largest.value), plain_number(hessian.largest.residual),
           count_cell(static_cast<std::uint64_t>(hessian.largest.iterations)), text_cell(settled),
           plain_number(trace.value), plain_number(trace.standard_error)});
    }
  }
  return table;
}

ReportTable eigenvalue_table(const std::vector<RunGeometry>& runs) {
  ReportTable table{"eigenvalues", "Eigenvalues of largest magnitude", "", {}, {}};
  table.columns = {{"run", "run", false},        {"k", "k"},
                   {"eigenvalue", "eigenvalue"}, {"residual", "residual"},
                   {"products", "products"},     {"converged", "converged", false}};
  for (const RunGeometry& run : runs) {
    for (const HessianResult& hessian : run.hessian) {
      std::uint64_t k = 0;
      for (const Eigenvalue& one : hessian.eigenvalues) {
        table.rows.push_back({text_cell(run_on_slice(run, hessian)), count_cell(++k), plain_number(one.value),
                              plain_number(one.residual),
                              count_cell(static_cast<std::uint64_t>(one.iterations)),
                              text_cell(settled_text(one.converged))});
      }
    }
  }
  return table;
}

ReportTable method_means_table(const std::vector<MethodGeometry>& methods) {
  ReportTable table{"methods", "Methods, mean ± SD over seeds", "", {}, {}};
  std::vector<std::string> names;
  for (const MethodGeometry& method : methods) {
    for (const auto& [name, value] : method.values) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  if (names.empty()) return table;
  table.columns = {{"method", "method", false}, {"runs", "runs"}};
  for (const std::string& name : names) table.columns.push_back({name, name});
  for (const MethodGeometry& method : methods) {
    std::vector<ReportCell>& row = table.rows.emplace_back();
    row = {text_cell(method.method), count_cell(method.runs)};
    for (const std::string& name : names) {
      const auto found = std::find_if(method.values.begin(), method.values.end(),
                                      [&](const auto& one) { return one.first == name; });
      row.push_back(found == method.values.end() ? ReportCell{} : mean_sd_cell(found->second));
    }
  }
  return table;
}

ReportTable seed_difference_table(const GeometrySummary& summary) {
  ReportTable table{
      "differences", fmt::format("Differences from {}, seed by seed", summary.baseline), "", {}, {}};
  table.columns = {{"measure", "measure", false},
                   {"method", "method", false},
                   {"pairs", "pairs"},
                   {"score", "score"},
                   {"baseline", "baseline"},
                   {"difference", "difference"},
                   {"interval", "95 %"},
                   {"p_two_sided", "p two-sided"}};
  for (const Comparison& c : summary.differences) {
    ReportCell interval = number_cell(
        c.interval.low, fmt::format("{} to {}", number_text(c.interval.low), number_text(c.interval.high)));
    interval.parts = {{"low", c.interval.low}, {"high", c.interval.high}};
    table.rows.push_back(
        {text_cell(c.metric),
         text_cell(c.setting.empty() ? c.group : fmt::format("{} ({})", c.group, setting_text(c.setting))),
         count_cell(c.seeds.size()), mean_sd_cell(c.score), mean_sd_cell(c.baseline),
         plain_number(c.difference.mean), std::move(interval),
         number_cell(c.p_two_sided, p_text(c.p_two_sided))});
  }
  return table;
}

ReportTable similarity_table(const GeometryResult& result) {
  ReportTable table{"similarity", "Similarity of seeds", "", {}, {}};
  table.columns = {
      {"method", "method", false},       {"pairs", "pairs"},       {"cka", "CKA"},
      {"cka_debiased", "CKA debiased"},  {"grad_cam", "Grad-CAM"}, {"grad_cam_slice", "Grad-CAM slice"},
      {"constant_maps", "constant maps"}};
  std::map<std::string, std::vector<ReportCell>> rows;
  const auto row_of = [&](const std::string& method, std::size_t pairs) -> std::vector<ReportCell>& {
    std::vector<ReportCell>& row = rows[method];
    row.resize(table.columns.size());
    row[0] = text_cell(method);
    row[1] = count_cell(pairs);
    return row;
  };
  for (const CkaResult& one : result.cka) {
    std::vector<ReportCell>& row = row_of(one.method, one.pairs.size());
    row[2] = plain_number(one.mean.biased);
    row[3] = plain_number(one.mean.debiased);
  }
  for (const GradCamResult& one : result.grad_cam) {
    std::vector<ReportCell>& row = row_of(one.method, one.pairs.size());
    row[4] = plain_number(one.all);
    if (!one.slice.empty()) row[5] = plain_number(one.slice_mean);
    std::uint64_t constant = 0;
    for (const GradCamPair& pair : one.pairs) constant += pair.all.constant;
    row[6] = count_cell(constant);
  }
  for (auto& [method, row] : rows) table.rows.push_back(std::move(row));
  return table;
}

ReportTable barrier_table(const std::vector<BarrierResult>& barriers) {
  ReportTable table{"barriers", "Loss barriers", "", {}, {}};
  table.columns = {{"between", "between", false}, {"seed", "seed", false},
                   {"ends", "loss at the ends"},  {"interpolated", "barrier, statistics interpolated"},
                   {"interpolated_at", "at"},     {"reestimated", "re-estimated"},
                   {"reestimated_at", "at"}};
  double interpolated = 0, reestimated = 0;
  for (const BarrierResult& barrier : barriers) {
    const LossPath &a = barrier.interpolated, &b = barrier.reestimated;
    ReportCell ends = number_cell(
        a.losses.front(), fmt::format("{}, {}", number_text(a.losses.front()), number_text(a.losses.back())));
    ends.parts = {{"from", a.losses.front()}, {"to", a.losses.back()}};
    table.rows.push_back({text_cell(fmt::format("{} and {}", barrier.from.delivery, barrier.to.delivery)),
                          text_cell(barrier.from.seed == barrier.to.seed
                                        ? std::to_string(barrier.from.seed)
                                        : fmt::format("{} and {}", barrier.from.seed, barrier.to.seed)),
                          std::move(ends), plain_number(a.barrier),
                          number_cell(a.at, fmt::format("{:.2f}", a.at)), plain_number(b.barrier),
                          number_cell(b.at, fmt::format("{:.2f}", b.at))});
    interpolated += a.barrier;
    reestimated += b.barrier;
  }
  if (barriers.size() > 1) {
    const auto n = static_cast<double>(barriers.size());
    std::vector<ReportCell>& mean = table.rows.emplace_back(table.columns.size());
    mean[0] = text_cell("mean");
    mean[3] = plain_number(interpolated / n);
    mean[5] = plain_number(reestimated / n);
  }
  return table;
}

}  // namespace

Report geometry_view(const GeometryResult& result, const GeometrySummary& summary) {
  Report document;
  document.kind = "Geometry";
  document.sections.push_back(
      {"geometry",
       "",
       {hessian_table(result.runs), eigenvalue_table(result.runs), method_means_table(summary.methods),
        seed_difference_table(summary), similarity_table(result), barrier_table(result.barriers)}});
  return document;
}

}  // namespace dissent
