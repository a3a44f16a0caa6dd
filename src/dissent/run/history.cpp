#include "dissent/run/history.h"

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr std::string_view kHeader =
    "epoch,learning_rate,train_loss,evaluation_soft_nll,evaluation_own_loss,evaluation_accuracy";

}  // namespace

std::string history_csv(const std::vector<HistoryRow>& rows) {
  std::string csv = std::string(kHeader) + "\n";
  for (const HistoryRow& row : rows) {
    csv +=
        fmt::format("{},{},{},{},{},{}\n", row.epoch, shortest(row.learning_rate), shortest(row.train_loss),
                    shortest(row.soft_nll), shortest(row.own_loss), shortest(row.accuracy));
  }
  return csv;
}

std::vector<HistoryRow> parse_history(std::string_view csv, const std::string& place) {
  std::vector<HistoryRow> rows;
  std::vector<std::string> lines = split(csv, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (lines.empty() || lines[0] != kHeader) fail("{}: this is not a run's history", place);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::vector<double> values;
    for (const std::string& cell : split(lines[i], ',')) {
      const auto value = parse_double(cell);
      if (!value) fail("{}, line {}: {} is not a number", place, i + 1, in_quotes(cell));
      values.push_back(*value);
    }
    if (values.size() != 6) fail("{}, line {}: {} values where 6 are wanted", place, i + 1, values.size());
    const auto epoch = static_cast<int>(i);
    if (values[0] != epoch) fail("{}, line {}: epoch {}, where {} is wanted", place, i + 1, values[0], epoch);
    rows.push_back({epoch, values[1], values[2], values[3], values[4], values[5]});
  }
  return rows;
}

std::vector<HistoryRow> read_history(const RunFiles& files) {
  const std::string place = files.place(RunFileNames::history);
  if (!files.has(RunFileNames::history)) {
    fail("{}: is not there; copy the whole folder of the run, or train it again", place);
  }
  return parse_history(files.read(RunFileNames::history), place);
}

}  // namespace dissent
