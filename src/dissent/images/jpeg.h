// JPEG decoding, where the build has libjpeg; elsewhere an error that says so. Called through images/image.h.
#pragma once

#include <string>
#include <string_view>

#include "dissent/images/image.h"

namespace dissent {

Image decode_jpeg(std::string_view bytes, const std::string& name);

}  // namespace dissent
