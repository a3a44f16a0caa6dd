// What a JSON file that is in no tool's format looks like, for choosing among the general readers, and for
// the line that refuses it.
#pragma once

#include "dissent/votes/importer.h"
#include "dissent/votes/source.h"

namespace dissent {

bool is_json(const Source& source);
// JSON in none of the formats that have signatures.
bool is_general_json(const Source& source, const ImportOptions& options);
// Whether a general reader other than json-votes fits.
bool other_json_fits(const Source& source, const ImportOptions& options);

// Names the shape that was seen, and a cure.
[[noreturn]] void fail_no_votes(const Source& source, const ImportOptions& options);

}  // namespace dissent
