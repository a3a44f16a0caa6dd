// Every importer's two functions, declared together; importer.cpp lists them. One file each: import_NAME.cpp.
#pragma once

#include <string>
#include <utility>

#include "dissent/votes/importer.h"
#include "dissent/votes/source.h"

namespace dissent {

// For formats that a look settles: `confidence` where the file fits.
inline Recognition recognised(bool fits, double confidence, std::string why) {
  return fits ? Recognition{confidence, std::move(why)} : Recognition{};
}

#define DISSENT_IMPORTER(name)                                                       \
  Recognition recognises_##name(const Source& source, const ImportOptions& options); \
  ImportResult read_##name(const Source& source, const ImportOptions& options)

DISSENT_IMPORTER(chaosnli);
DISSENT_IMPORTER(lewidi);
DISSENT_IMPORTER(peerannot);
DISSENT_IMPORTER(label_studio);
DISSENT_IMPORTER(prodigy);
DISSENT_IMPORTER(argilla);
DISSENT_IMPORTER(json_votes);
DISSENT_IMPORTER(json_counts);
DISSENT_IMPORTER(json_soft);
DISSENT_IMPORTER(cifar10h_raw);
DISSENT_IMPORTER(popquorn);
DISSENT_IMPORTER(long_csv);
DISSENT_IMPORTER(counts);
DISSENT_IMPORTER(probabilities);
DISSENT_IMPORTER(wide_csv);

#undef DISSENT_IMPORTER

// The column that the long importer takes for the item; -1 where it finds none.
int long_item_column(const Source& source, const ImportOptions& options);

}  // namespace dissent
