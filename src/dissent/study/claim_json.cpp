#include "dissent/study/claim_json.h"

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

ClaimFile read_claim(const Json& json) {
  ClaimFile claim;
  if (!json.is_object()) return claim;
  claim.host = json.value("host", "");
  claim.boot = json.value("boot", "");
  claim.space = json.value("space", "");
  claim.pid = json.value("pid", 0L);
  claim.start = json.value("start", "");
  claim.nonce = json.value("nonce", "");
  if (const Json status = json.value("status", Json::object()); status.is_object()) {
    claim.status = {status.value("epoch", 0), status.value("epochs", 0), status.value("soft_nll", 0.0)};
  }
  return claim;
}

}  // namespace dissent
