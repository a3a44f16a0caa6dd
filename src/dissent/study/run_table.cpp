#include <cmath>
#include <set>

#ifdef DISSENT_HAS_SQLITE
#include <sqlite3.h>
#endif

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/file.h"
#include "dissent/io/temporary.h"
#include "dissent/run/history.h"
#include "dissent/run/run_options.h"
#include "dissent/study/values.h"

namespace dissent {
namespace {

// Options in the order of the documentation, as far as the runs have them.
std::vector<std::string> option_columns(const StudyValues& values) {
  std::set<std::string> present;
  for (const FinishedRun& run : values.runs()) {
    for (const auto& [name, value] : run.options) present.insert(name);
  }
  std::vector<std::string> names{"data"};
  for (const std::string_view name : run_option_names()) {
    if (name != "data" && present.count(std::string(name)) > 0) names.emplace_back(name);
  }
  return names;
}

std::string option_of(const FinishedRun& run, const std::string& name) {
  if (name == "data") return run.spec.data;
  const auto found = run.options.find(name);
  return found == run.options.end() ? std::string() : found->second;
}

}  // namespace

std::string runs_csv(const StudyValues& values) {
  const std::vector<std::string> options = option_columns(values);
  std::string csv = "run,folder";
  for (const std::string& name : options) csv += "," + csv_field(name);
  for (const Column& column : values.columns()) csv += "," + csv_field(column.name());
  csv += "\n";
  for (std::size_t i = 0; i < values.runs().size(); ++i) {
    const FinishedRun& run = values.runs()[i];
    csv += csv_field(run.record.id) + "," + csv_field(run.folder.filename().string());
    for (const std::string& name : options) csv += "," + csv_field(option_of(run, name));
    for (const Column& column : values.columns()) {
      const double value = values.value(i, column);
      csv += "," + (std::isnan(value) ? "" : shortest(value));
    }
    csv += "\n";
  }
  return csv;
}

#ifdef DISSENT_HAS_SQLITE

namespace {

// A database that is written whole and then closed; an error names the file.
class Database {
 public:
  explicit Database(const std::filesystem::path& file) : file_(file) {
    check(::sqlite3_open(file.c_str(), &handle_));
  }
  ~Database() {
    ::sqlite3_finalize(statement_);
    ::sqlite3_close(handle_);
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const std::string& sql) { check(::sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr)); }
  void prepare(const std::string& sql) {
    ::sqlite3_finalize(statement_);
    statement_ = nullptr;
    check(::sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement_, nullptr));
    at_ = 0;
  }
  void bind(const std::string& text) {
    check(
        ::sqlite3_bind_text(statement_, ++at_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT));
  }
  void bind(double value) {  // NaN: NULL
    check(std::isnan(value) ? ::sqlite3_bind_null(statement_, ++at_)
                            : ::sqlite3_bind_double(statement_, ++at_, value));
  }
  void insert() {
    if (::sqlite3_step(statement_) != SQLITE_DONE) check(SQLITE_ERROR);
    check(::sqlite3_reset(statement_));
    at_ = 0;
  }

 private:
  void check(int status) const {
    if (status != SQLITE_OK) fail("{}: {}", file_.string(), ::sqlite3_errmsg(handle_));
  }
  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
  int at_ = 0;
};

std::string in_double_quotes(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

// Options that are numbers in every run that has them are numbers in the table.
bool all_numbers(const StudyValues& values, const std::string& option) {
  for (const FinishedRun& run : values.runs()) {
    const std::string text = option_of(run, option);
    if (!text.empty() && !parse_double(text)) return false;
  }
  return true;
}

}  // namespace

bool write_sqlite(const StudyValues& values, const std::filesystem::path& file) {
  const TemporaryFolder folder(file.parent_path());  // SQLite keeps a journal beside its file
  const std::filesystem::path temporary = folder.path() / file.filename();
  {
    Database database(temporary);
    const std::vector<std::string> options = option_columns(values);
    std::string columns = "\"run\" TEXT PRIMARY KEY, \"folder\" TEXT", marks = "?, ?";
    for (const std::string& name : options) {
      columns += ", " + in_double_quotes(name) + (all_numbers(values, name) ? " REAL" : " TEXT");
      marks += ", ?";
    }
    for (const Column& column : values.columns()) {
      columns += ", " + in_double_quotes(column.name()) + " REAL";
      marks += ", ?";
    }
    database.run("BEGIN");
    database.run("CREATE TABLE runs (" + columns + ")");
    database.run(
        "CREATE TABLE history (run TEXT, epoch INTEGER, learning_rate REAL, train_loss REAL, soft_nll REAL, "
        "own_loss "
        "REAL, accuracy REAL)");
    database.prepare("INSERT INTO runs VALUES (" + marks + ")");
    for (std::size_t i = 0; i < values.runs().size(); ++i) {
      const FinishedRun& run = values.runs()[i];
      database.bind(run.record.id);
      database.bind(run.folder.filename().string());
      for (const std::string& name : options) database.bind(option_of(run, name));
      for (const Column& column : values.columns()) database.bind(values.value(i, column));
      database.insert();
    }
    database.prepare("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (const FinishedRun& run : values.runs()) {
      if (!run.files.has(RunFileNames::history)) continue;
      for (const HistoryRow& row : read_history(run.files)) {
        database.bind(run.record.id);
        database.bind(row.epoch);
        for (const double value :
             {row.learning_rate, row.train_loss, row.soft_nll, row.own_loss, row.accuracy}) {
          database.bind(value);
        }
        database.insert();
      }
    }
    database.run("COMMIT");
  }
  rename_or_fail(temporary, file);
  return true;
}

#else

bool write_sqlite(const StudyValues&, const std::filesystem::path&) {
  return false;
}

#endif

}  // namespace dissent
