// Text into HTML: what comes from data is shown, never run.
#pragma once

#include <string>
#include <string_view>

namespace dissent {

std::string html_text(std::string_view text);  // also for attributes in quotes
// JSON for a <script type="application/json">: nothing in it can end the element.
std::string html_json(std::string_view json);
std::string base64(std::string_view bytes);

}  // namespace dissent
