#include "dissent/votes/lasting_names.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

// Why a name does not last in a text or in JSON; empty where it does.
std::string_view fault_in_text(std::string_view name, Container container) {
  const auto is_control = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f';
  };
  if (name.empty()) return "is empty";
  if (trim(name) != name) return "begins or ends with a blank, which readers take away";
  if (invalid_utf8(name)) return "is not UTF-8";
  if (container == Container::json) return "";
  if (std::any_of(name.begin(), name.end(), is_control))
    return "has control characters, which no text file has";
  if (name.size() > CsvReader::kMaxField) return "is longer than 1 MiB, the most that a field may have";
  return "";
}

std::string_view fault_in_arrays(std::string_view name) {
  if (name.empty()) return "is empty";
  if (invalid_utf8(name)) return "is not UTF-8";
  return name.ends_with('\0') ? "ends in a byte of 0, which NumPy takes away" : "";
}

class Names {
 public:
  Names(VoteForm form, Container container) : form_(form), container_(container) {}

  void check(std::string_view what, std::string_view name) const {
    const std::string_view fault =
        container_ == Container::npz ? fault_in_arrays(name) : fault_in_text(name, container_);
    if (!fault.empty()) refuse(what, name, fault);
    if (form_ == VoteForm::lewidi && what != kItem && name.find(',') != std::string_view::npos) {
      refuse(what, name, "has a comma, which separates the names of this form");
    }
  }
  [[noreturn]] void refuse(std::string_view what, std::string_view name, std::string_view fault) const {
    fail("the {} {} {}: it would not be read again as it is; {}", what, in_quotes(name), fault,
         what == kClass ? fmt::format("rename it with {}", option("map")) : cure());
  }

  static constexpr std::string_view kItem = "item", kAnnotator = "annotator", kClass = "label";

 private:
  std::string cure() const {
    if (container_ == Container::npz) return "rename it";
    return form_ == VoteForm::wide || form_ == VoteForm::lewidi
               ? fmt::format("rename it, or choose {} long", option("to"))
               : fmt::format("rename it, or write an .npz ({} counts)", option("to"));
  }

  VoteForm form_;
  Container container_;
};

}  // namespace

bool annotators_are_mixed(const VoteTable& votes) {
  std::size_t named = 0;
  for (std::size_t a = 0; a < votes.annotators(); ++a) named += names_an_annotator(votes.annotator_name(a));
  return named >= 2 && named < votes.annotators();
}

void check_lasting_names(const VoteTable& votes, VoteForm form, Container container) {
  if (container == Container::npy) return;  // it has no names
  if (form == VoteForm::lewidi) container = Container::json;
  const bool rows = form != VoteForm::counts && form != VoteForm::probabilities;
  const Names names(form, container);
  for (std::size_t i = 0; i < votes.items(); ++i) names.check(Names::kItem, votes.item_name(i));
  for (const std::string& name : votes.class_space().names) {
    names.check(Names::kClass, name);
    if (rows && is_missing_label(name)) names.refuse(Names::kClass, name, "stands for no vote");
  }
  if (!rows) return;
  const bool must_be_named = form == VoteForm::wide && annotators_are_mixed(votes);
  for (std::size_t a = 0; a < votes.annotators(); ++a) {
    const std::string_view name = votes.annotator_name(a);
    names.check(Names::kAnnotator, name);
    if (form == VoteForm::wide && name == Names::kItem)
      names.refuse(Names::kAnnotator, name, "is called like the column of the items");
    if (must_be_named && name.find_first_of(",*") != std::string_view::npos)
      names.refuse(Names::kAnnotator, name, "has a comma or a star, so that its column cannot be named");
  }
}

}  // namespace dissent
