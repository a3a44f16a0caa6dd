// A folder's ledger as JSON: what .ledger.json holds.
#pragma once

#include <map>
#include <string>

#include "dissent/io/json_read.h"
#include "dissent/store/ledger.h"

namespace dissent {

Json ledger_json(const std::map<std::string, LedgerEntry>& entries);
std::map<std::string, LedgerEntry> read_ledger(const JsonValue& json);

}  // namespace dissent
