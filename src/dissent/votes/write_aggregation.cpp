#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/file.h"
#include "dissent/votes/aggregate.h"
#include "dissent/votes/container.h"
#include "dissent/votes/export.h"

namespace dissent {

void write_aggregation(const VoteTable& votes, const Aggregation& aggregation,
                       const std::filesystem::path& path) {
  const Container container = container_of(path);
  NameList items;
  for (std::size_t i = 0; i < votes.items(); ++i) items.add(votes.item_name(i));
  const VoteTable table =
      VoteTable::from_probabilities(aggregation.rows, std::move(items), votes.class_space());
  switch (container) {
    case Container::text:
      return write_probabilities_csv(table, path, delimiter_of(path));
    case Container::npy:
      return write_probabilities_npy(table, path);
    case Container::npz:
      return write_probabilities_npz(table, path);
  }
}

void write_confusions(const VoteTable& votes, const DawidSkene& model, const std::filesystem::path& path) {
  AtomicFile file(path);
  std::string line = "annotator,true";
  for (const std::string& name : votes.class_space().names) line += "," + csv_field(name);
  file.write(line + "\n");
  for (std::size_t a = 0; a < votes.annotators(); ++a) {
    const std::vector<double> matrix = model.confusion(a);
    for (std::size_t k = 0; k < votes.classes(); ++k) {
      line = csv_field(votes.annotator_name(a)) + "," + csv_field(votes.class_name(k));
      for (std::size_t l = 0; l < votes.classes(); ++l)
        line += "," + shortest(matrix[k * votes.classes() + l]);
      file.write(line + "\n");
    }
  }
  file.commit();
}

}  // namespace dissent
