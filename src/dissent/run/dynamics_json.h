// How fast a run came to its best, as JSON.
#pragma once

#include "dissent/io/json.h"
#include "dissent/run/dynamics.h"

namespace dissent {

Json dynamics_json(const Dynamics& dynamics);
Dynamics read_dynamics(const Json& json);

}  // namespace dissent
