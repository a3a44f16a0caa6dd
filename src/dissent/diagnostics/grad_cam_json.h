// The likeness of seeds' Grad-CAM maps, and pictures of them, as JSON: in pairs.json and in what `dissent
// geometry --json` prints.
#pragma once

#include "dissent/diagnostics/grad_cam_result.h"
#include "dissent/io/json_read.h"

namespace dissent {

Json grad_cam_json(const GradCamResult& result);
GradCamResult read_grad_cam(const JsonValue& json);

Json map_sheets_json(const MapSheets& sheets);
MapSheets read_map_sheets(const JsonValue& json);

}  // namespace dissent
