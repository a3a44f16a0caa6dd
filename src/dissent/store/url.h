// The few things that are done to a URL as text.
#pragma once

#include <string>
#include <string_view>

namespace dissent {

// "https://host:port"; empty where there is no scheme.
std::string_view url_origin(std::string_view url);

// The last part of the path, without the query: the name that a browser would save it under.
std::string_view url_file_name(std::string_view url);

// `url` with its scheme and host replaced by those of `mirror` (http://host:port, file:///folder, a path
// allowed after them); as it is where `mirror` is empty.
std::string mirrored(std::string_view url, std::string_view mirror);

}  // namespace dissent
