// How fast a run came to its best, as JSON.
#pragma once

#include "dissent/io/json_read.h"
#include "dissent/run/dynamics.h"

namespace dissent {

Json dynamics_json(const Dynamics& dynamics);
Dynamics read_dynamics(const JsonValue& json);

}  // namespace dissent
