// The file of a claim as JSON: which process made it, and how far its run is.
#pragma once

#include <string>

#include "dissent/io/json_read.h"

namespace dissent {

// How far a claimed run is, for other processes to see.
struct ClaimStatus {
  int epoch = 0, epochs = 0;  // 0: it starts
  double soft_nll = 0;        // of the last evaluation; 0: none yet
};

// Boot, space, number and start are one process, and no other anywhere.
struct ClaimFile {
  std::string host;   // for people
  std::string boot;   // of the machine, since it was started
  std::string space;  // of process numbers: a container's
  long pid = 0;
  std::string start;  // when the process began, in the kernel's ticks
  std::string nonce;  // of this claim alone
  ClaimStatus status = {};
};
Json claim_json(const ClaimFile& claim);
ClaimFile read_claim(const JsonValue& json);  // what is missing is as of no process

}  // namespace dissent
