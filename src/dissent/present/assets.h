// The page's script and style, put into the library at build time (cmake/web.cmake).
#pragma once

#include <string_view>

namespace dissent {

extern const std::string_view kPage_js, kPage_css;  // only in a build with DISSENT_WEB

}  // namespace dissent
