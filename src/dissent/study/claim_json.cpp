#include "dissent/study/claim_json.h"

#include <cstdint>
#include <limits>

namespace dissent {

Json claim_json(const ClaimFile& claim) {
  Json status = Json::object();
  if (claim.status.epoch > 0) {
    status = {
        {"epoch", claim.status.epoch}, {"epochs", claim.status.epochs}, {"soft_nll", claim.status.soft_nll}};
  }
  return {{"host", claim.host},   {"boot", claim.boot},   {"space", claim.space},       {"pid", claim.pid},
          {"start", claim.start}, {"nonce", claim.nonce}, {"status", std::move(status)}};
}

ClaimFile read_claim(const JsonValue& json) {
  ClaimFile claim;
  json.read("host", claim.host);
  json.read("boot", claim.boot);
  json.read("space", claim.space);
  json.read("pid", claim.pid, {0, std::numeric_limits<std::int32_t>::max()});
  json.read("start", claim.start);
  json.read("nonce", claim.nonce);
  if (const auto status = json.find("status")) {
    status->read("epochs", claim.status.epochs);
    status->read("epoch", claim.status.epoch, {0, claim.status.epochs});
    claim.status.soft_nll = status->find("soft_nll") ? status->number_at("soft_nll") : 0;
  }
  return claim;
}

}  // namespace dissent
