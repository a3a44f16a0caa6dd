// A folder's ledger as JSON: what .ledger.json holds.
#pragma once

#include <map>
#include <string>

#include "dissent/io/json.h"
#include "dissent/store/ledger.h"

namespace dissent {

Json ledger_json(const std::map<std::string, LedgerEntry>& entries);
// Throws Json::exception where it is no ledger.
std::map<std::string, LedgerEntry> read_ledger(const Json& json);

}  // namespace dissent
