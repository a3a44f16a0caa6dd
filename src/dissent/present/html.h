// Text into HTML: what comes from data is shown, never run.
#pragma once

#include <string>
#include <string_view>

#include "dissent/io/json.h"

namespace dissent {

std::string html_text(std::string_view text);  // also for attributes in quotes
// A JSON value for a <script type="application/json">: nothing in it can end the element.
std::string html_json(const Json& json);
std::string base64(std::string_view bytes);

}  // namespace dissent
