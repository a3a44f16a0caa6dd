#include "dissent/store/url.h"

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

std::string_view url_origin(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  return url.substr(0, url.find_first_of("/?#", scheme + 3));
}

std::string_view url_file_name(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  return url.substr(url.rfind('/') + 1);
}

std::string mirrored(std::string_view url, std::string_view mirror) {
  mirror = trim(mirror);
  if (mirror.empty()) return std::string(url);
  if (url_origin(mirror).empty()) {
    fail("DISSENT_MIRROR is {}; give it as http://host:port, https://host or file:///folder",
         in_quotes(mirror));
  }
  while (mirror.ends_with('/')) mirror.remove_suffix(1);
  std::string_view path = url.substr(url_origin(url).size());
  if (mirror.starts_with("file:")) path = path.substr(0, path.find('?'));
  return std::string(mirror).append(path);
}

}  // namespace dissent
