#include "dissent/run/dynamics_json.h"

#include "dissent/io/json_read.h"

namespace dissent {

Json dynamics_json(const Dynamics& dynamics) {
  return {{"best_epoch", dynamics.best_epoch},
          {"near_best_epoch", dynamics.near_best_epoch},
          {"best_soft_nll", dynamics.best_soft_nll},
          {"epochs", dynamics.epochs}};
}

Dynamics read_dynamics(const Json& json) {
  Dynamics dynamics;
  read_if_there(json, "best_epoch", dynamics.best_epoch);
  read_if_there(json, "near_best_epoch", dynamics.near_best_epoch);
  read_if_there(json, "best_soft_nll", dynamics.best_soft_nll);
  read_if_there(json, "epochs", dynamics.epochs);
  return dynamics;
}

}  // namespace dissent
