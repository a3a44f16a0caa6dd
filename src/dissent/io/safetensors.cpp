#include "dissent/io/safetensors.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/json.h"

namespace dissent {
namespace {

constexpr std::size_t kLengthBytes = 8;  // the header's length, before the header
constexpr std::size_t kAlignment = 8;
constexpr std::size_t kMaxHeader = 100'000'000;  // bytes; the format's own bound
constexpr std::string_view kMetadata = "__metadata__";
constexpr std::string_view kCopyAgain = "copy the file again";
constexpr std::string_view kSaveAgain = "save it again with the program that made it";

struct Dtype {
  std::string_view name;
  std::size_t bytes;
};
constexpr Dtype kDtypes[] = {{"F32", 4},  {"F64", 8},     {"I64", 8},     {"I32", 4}, {"U8", 1},  {"BOOL", 1},
                             {"BF16", 2}, {"F16", 2},     {"I8", 1},      {"I16", 2}, {"U16", 2}, {"U32", 4},
                             {"U64", 8},  {"F8_E4M3", 1}, {"F8_E5M2", 1}, {"C64", 8}};

std::optional<std::size_t> bytes_of(std::string_view dtype) {
  for (const Dtype& known : kDtypes) {
    if (known.name == dtype) return known.bytes;
  }
  return std::nullopt;
}

std::string unknown_dtype(std::string_view dtype) {
  std::vector<std::string_view> names;
  for (const Dtype& known : kDtypes) names.push_back(known.name);
  return unknown_name("dtype", dtype, names);
}

// Bytes of an array; nothing where they are more than can be. A 0 in the shape does not hide an absurd rest.
std::optional<std::size_t> array_bytes(std::span<const std::size_t> shape, std::size_t cell_bytes) {
  std::size_t most = cell_bytes;
  bool empty = false;
  for (const std::size_t length : shape) {
    empty = empty || length == 0;
    if (__builtin_mul_overflow(most, std::max<std::size_t>(length, 1), &most)) return std::nullopt;
  }
  if (most > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max())) return std::nullopt;
  return empty ? 0 : most;
}

std::string shape_text(std::span<const std::size_t> shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

// The header of a file, from its JSON to entries that lie in `data`.
class HeaderReader {
 public:
  HeaderReader(std::string_view data, const std::string& place) : data_(data), place_(place) {}

  SafetensorsContent read(const Json& header) {
    SafetensorsContent content;
    for (const auto& [name, value] : header.items()) {
      if (name == kMetadata) {
        content.metadata = metadata(value);
      } else {
        places_.push_back(entry(name, value));
      }
    }
    // An array without cells ends where it begins; it comes before the one that begins there too.
    std::stable_sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    check_tiling();
    for (Place& place : places_) {
      place.entry.data = data_.substr(place.begin, place.end - place.begin);
      content.entries.push_back(std::move(place.entry));
    }
    return content;
  }

 private:
  struct Place {
    SafetensorsEntry entry;
    std::size_t begin, end;  // bytes in the data
  };

  template <class... Args>
  [[noreturn]] void broken(std::string_view name, fmt::format_string<Args...> what, Args&&... args) const {
    fail("{}, tensor {}: {}; {}", place_, in_quotes(name), fmt::format(what, std::forward<Args>(args)...),
         kSaveAgain);
  }

  std::map<std::string, std::string> metadata(const Json& value) const {
    if (!value.is_object()) fail("{}: {} is not an object; {}", place_, kMetadata, kSaveAgain);
    std::map<std::string, std::string> texts;
    for (const auto& [key, text] : value.items()) {
      if (!text.is_string()) {
        fail("{}: {} of {} is not a text, as the format wants; {}", place_, in_quotes(key), kMetadata,
             kSaveAgain);
      }
      texts.emplace(key, text.get<std::string>());
    }
    return texts;
  }

  std::vector<std::size_t> numbers(std::string_view name, const Json& value, std::string_view what) const {
    if (!value.is_array()) broken(name, "{} is not a list", what);
    std::vector<std::size_t> list;
    for (const Json& number : value) {
      if (!number.is_number_unsigned()) broken(name, "{} holds what is not a whole number from 0 up", what);
      list.push_back(number.get<std::size_t>());
    }
    return list;
  }

  Place entry(const std::string& name, const Json& value) const {
    if (!value.is_object()) broken(name, "described by no object");
    for (const auto& [key, ignored] : value.items()) {
      if (key != "dtype" && key != "shape" && key != "data_offsets")
        broken(name, "unknown key {}", in_quotes(key));
    }
    if (value.size() != 3) broken(name, "dtype, shape or data_offsets is missing");
    const Json& dtype = value.at("dtype");
    if (!dtype.is_string()) broken(name, "dtype is not a text");
    Place place{{name, dtype.get<std::string>(), numbers(name, value.at("shape"), "shape"), {}}, 0, 0};
    const std::optional<std::size_t> cell = bytes_of(place.entry.dtype);
    if (!cell) fail("{}, tensor {}: {}", place_, in_quotes(name), unknown_dtype(place.entry.dtype));
    const std::optional<std::size_t> bytes = array_bytes(place.entry.shape, *cell);
    if (!bytes) broken(name, "shape {} is too large", shape_text(place.entry.shape));
    const std::vector<std::size_t> offsets = numbers(name, value.at("data_offsets"), "data_offsets");
    if (offsets.size() != 2) broken(name, "data_offsets has {} numbers, not 2", offsets.size());
    place.begin = offsets[0], place.end = offsets[1];
    if (place.begin > place.end) broken(name, "data_offsets [{}, {}] go backwards", place.begin, place.end);
    if (place.end - place.begin != *bytes) {
      broken(name, "{} of shape {} takes {} bytes and data_offsets [{}, {}] give it {}", place.entry.dtype,
             shape_text(place.entry.shape), *bytes, place.begin, place.end, place.end - place.begin);
    }
    return place;
  }

  void check_tiling() const {
    std::size_t end = 0;
    for (const Place& place : places_) {
      if (place.begin != end) {
        broken(place.entry.name, "its data begins at byte {}, where the data before it ends at {}: {}",
               place.begin, end, place.begin > end ? "a hole" : "an overlap");
      }
      end = place.end;
      if (end > data_.size()) {
        fail("{}, tensor {}: its data ends at byte {} and the file holds {} of data; {}", place_,
             in_quotes(place.entry.name), end, data_.size(), kCopyAgain);
      }
    }
    if (end != data_.size()) {
      fail("{}: {} bytes follow the data of the last tensor; {}", place_, data_.size() - end, kCopyAgain);
    }
  }

  std::string_view data_;
  const std::string& place_;
  std::vector<Place> places_;
};

void require_utf8(std::string_view text, std::string_view what, const std::filesystem::path& path) {
  if (invalid_utf8(text)) fail("{}: the {} {} is not UTF-8", path.string(), what, in_quotes(text));
}

std::string json_string(std::string_view text) {
  return Json(text).dump();
}

}  // namespace

SafetensorsContent parse_safetensors(std::string_view bytes, const std::string& place) {
  if (bytes.size() < kLengthBytes) {
    fail("{}: {} bytes, too few for a safetensors file; {}", place, bytes.size(), kCopyAgain);
  }
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    length |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  if (length > kMaxHeader) {
    fail("{}: not a safetensors file: its first 8 bytes state a header of {} bytes, and {} is the most",
         place, length, kMaxHeader);
  }
  bytes.remove_prefix(kLengthBytes);
  if (length > bytes.size()) {
    fail("{}: the header takes {} bytes and {} follow; {}", place, length, bytes.size(), kCopyAgain);
  }
  const std::string_view header = bytes.substr(0, length);
  if (!header.starts_with('{')) {
    fail("{}: not a safetensors file: its header does not begin with '{{'; {}", place, kSaveAgain);
  }
  return HeaderReader(bytes.substr(length), place).read(parse_json(header, place));
}

SafetensorsReader::SafetensorsReader(const std::filesystem::path& path)
    : file_(path), content_(parse_safetensors(file_.bytes(), path.string())) {
  for (std::size_t i = 0; i < entries().size(); ++i) index_.emplace(entries()[i].name, i);
}

const SafetensorsEntry* SafetensorsReader::find(std::string_view name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : &entries()[found->second];
}

void write_safetensors(const std::filesystem::path& path, std::span<const SafetensorsEntry> entries,
                       const std::map<std::string, std::string>& metadata) {
  std::vector<const SafetensorsEntry*> order;
  std::set<std::string_view> names;
  for (const SafetensorsEntry& entry : entries) {
    require_utf8(entry.name, "tensor name", path);
    if (entry.name == kMetadata || !names.insert(entry.name).second) {
      fail("{}: a tensor cannot be named {}{}", path.string(), in_quotes(entry.name),
           entry.name == kMetadata ? ", which the format keeps for itself" : ": there are two of that name");
    }
    const std::optional<std::size_t> cell = bytes_of(entry.dtype);
    if (!cell) fail("{}, tensor {}: {}", path.string(), in_quotes(entry.name), unknown_dtype(entry.dtype));
    if (array_bytes(entry.shape, *cell) != entry.data.size()) {
      fail("{}: tensor {} is {} of shape {} and comes with {} bytes", path.string(), in_quotes(entry.name),
           entry.dtype, shape_text(entry.shape), entry.data.size());
    }
    order.push_back(&entry);
  }
  std::stable_sort(order.begin(), order.end(), [](const SafetensorsEntry* a, const SafetensorsEntry* b) {
    return *bytes_of(a->dtype) > *bytes_of(b->dtype);
  });

  std::vector<std::string> members;
  if (!metadata.empty()) {
    std::vector<std::string> texts;
    for (const auto& [key, text] : metadata) {
      require_utf8(key, "metadata key", path);
      require_utf8(text, "metadata", path);
      texts.push_back(json_string(key) + ":" + json_string(text));
    }
    members.push_back(fmt::format("\"{}\":{{{}}}", kMetadata, join(texts, ",")));
  }
  std::size_t at = 0;
  for (const SafetensorsEntry* entry : order) {
    members.push_back(fmt::format(R"({}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                                  json_string(entry->name), entry->dtype, fmt::join(entry->shape, ","), at,
                                  at + entry->data.size()));
    at += entry->data.size();
  }
  std::string header = "{" + join(members, ",") + "}";
  header.append((kAlignment - header.size() % kAlignment) % kAlignment, ' ');
  if (header.size() > kMaxHeader) {
    fail("{}: the header takes {} bytes, and {} is the most; write fewer tensors or less metadata",
         path.string(), header.size(), kMaxHeader);
  }

  AtomicFile file(path);
  std::string length;
  for (std::size_t i = 0; i < kLengthBytes; ++i) length += static_cast<char>(header.size() >> (8 * i) & 0xFF);
  file.write(length);
  file.write(header);
  for (const SafetensorsEntry* entry : order) file.write(entry->data);
  file.commit();
}

std::size_t safetensors_dtype_bytes(std::string_view dtype) {
  const std::optional<std::size_t> bytes = bytes_of(dtype);
  if (!bytes) fail("{}", unknown_dtype(dtype));
  return *bytes;
}

}  // namespace dissent
