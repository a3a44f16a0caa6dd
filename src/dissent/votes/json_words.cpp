#include "dissent/votes/json_words.h"

#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

using At = JsonAt;
using Shape = JsonLayout::Shape;

std::string words(const JsonRole& role, const JsonLayout& layout, const JsonTable& table) {
  switch (role.at) {
    case At::key:
      return fmt::format("key {}", in_quotes(role.path));
    case At::record_name:
      return "name of the record";
    case At::record_number:
      return "number of the record, from 0";
    case At::inner_key:
      if (table.form() == JsonTable::Form::lists) {
        return fmt::format("key {} of the lists' elements", in_quotes(role.path));
      }
      return fmt::format("key {}", in_quotes(layout.label + "." + role.path));
    case At::inner_name:
      return layout.shape == Shape::wide ? "names of the keys"
                                         : fmt::format("keys in {}", in_quotes(layout.label));
    case At::list_key:
      return fmt::format(
          "key {}", in_quotes(layout.item_list.empty() ? role.path : layout.item_list + "." + role.path));
    case At::list_number:
      return "number in the list, from 0";
    case At::unknown:
      break;
  }
  return {};
}

}  // namespace

void describe_layout(const JsonLayout& layout, const JsonTable& table, const ImportOptions& options,
                     bool by_annotator, Audit& audit) {
  ImportPlan& plan = audit.plan;
  plan.item = words(layout.item, layout, table);
  plan.annotator = words(layout.annotator, layout, table);
  switch (layout.shape) {
    case Shape::objects:
      plan.label = fmt::format("key {}", in_quotes(layout.label + "." + layout.inner_label));
      break;
    case Shape::named:
      plan.label = fmt::format("values of {}", in_quotes(layout.label));
      break;
    case Shape::wide:
      plan.label = fmt::format("values of the keys {}", in_quotes(join(layout.wide, ", "), 120));
      break;
    default:
      plan.label = table.form() == JsonTable::Form::lists ? "elements of the lists"
                                                          : fmt::format("key {}", in_quotes(layout.label));
  }
  if (layout.choices) plan.label = fmt::format("what is set in key {}", in_quotes(layout.label));
  if (!layout.one_hot.empty()) {
    plan.label = fmt::format("what is set of the keys {}", in_quotes(join(layout.one_hot, ", "), 120));
  }
  plan.left_out = layout.left_out;
  std::vector<std::string>& remarks = audit.remarks;
  if (by_annotator) plan.annotator = "number in the list, from 0";
  if (options.transpose) std::swap(plan.item, plan.annotator);
  remarks.push_back(fmt::format("{}: item {}, annotator {}, label {}", table.words(), plan.item,
                                plan.annotator.empty() ? "not known" : plan.annotator, plan.label));
  if (layout.item.at == At::record_number) {
    remarks.push_back(
        fmt::format("records without an id are numbered from 0; {} names them", option("item-column")));
  }
  if (layout.item.at == At::list_number) {
    remarks.push_back(
        fmt::format("items have no names and go by their places in the lists; {} names a list of them",
                    option("item-column")));
  }
  remarks.insert(remarks.end(), layout.remarks.begin(), layout.remarks.end());
  if (!layout.gold.empty()) {
    remarks.push_back(fmt::format("gold labels from key {}", in_quotes(layout.gold)));
  }
  if (layout.shape == Shape::vote && layout.annotator.at == At::unknown && layout.confidence <= 0.5) {
    remarks.emplace_back("one label an item and no annotator: these may be gold labels and not votes");
  }
}

}  // namespace dissent
