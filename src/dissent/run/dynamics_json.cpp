#include "dissent/run/dynamics_json.h"

namespace dissent {

Json dynamics_json(const Dynamics& dynamics) {
  return {{"best_epoch", dynamics.best_epoch},
          {"near_best_epoch", dynamics.near_best_epoch},
          {"best_soft_nll", dynamics.best_soft_nll},
          {"epochs", dynamics.epochs}};
}

Dynamics read_dynamics(const JsonValue& json) {
  Dynamics dynamics;
  json.read("best_epoch", dynamics.best_epoch);
  json.read("near_best_epoch", dynamics.near_best_epoch);
  json.read("best_soft_nll", dynamics.best_soft_nll);
  json.read("epochs", dynamics.epochs);
  return dynamics;
}

}  // namespace dissent
