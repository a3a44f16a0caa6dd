// The file of a claim as JSON: which process made it, and how far its run is.
#pragma once

#include <string>

#include "dissent/io/json.h"
#include "dissent/study/claims.h"

namespace dissent {

struct ClaimFile {
  std::string host;
  std::string space;  // of process numbers: a machine since its start, and the container
  long pid = 0;
  std::string start;  // when the process began, in the kernel's ticks
  ClaimStatus status = {};
};
Json claim_json(const ClaimFile& claim);
ClaimFile read_claim(const Json& json);  // what is missing is as of no process

}  // namespace dissent
