#include "dissent/store/archive.h"

#include <memory>
#include <string_view>
#include <vector>

#ifdef DISSENT_HAS_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif

#include "dissent/core/text.h"
#include "dissent/store/part_file.h"

namespace dissent {
namespace fs = std::filesystem;

#ifndef DISSENT_HAS_ARCHIVE

void extract_members(const fs::path& archive, std::span<const ArchiveMember> members, std::uint64_t) {
  std::vector<std::string> names;
  for (const ArchiveMember& member : members) names.push_back(member.name);
  source_fail("{}: this build has no libarchive (Debian: libarchive-dev); unpack {} by hand",
              archive.string(), join(names, ", "));
}

#else

namespace {

struct Reader {
  explicit Reader(const fs::path& path)
      : owner(archive_read_new()), handle(owner.get()), name(path.string()) {
    if (handle == nullptr) fail("{}: libarchive cannot start", name);
    // Only these: "all" would also start external programs to decompress.
    archive_read_support_filter_gzip(handle);
    archive_read_support_format_tar(handle);
    archive_read_support_format_zip(handle);
    if (archive_read_open_filename(handle, name.c_str(), std::size_t{1} << 16) != ARCHIVE_OK) broken();
  }

  [[noreturn]] void broken() const {
    const char* why = archive_error_string(handle);
    source_fail("{}: is not a whole .tar.gz or .zip archive: {}", name, why != nullptr ? why : "unreadable");
  }

  struct Free {
    void operator()(::archive* archive) const { archive_read_free(archive); }
  };
  std::unique_ptr< ::archive, Free> owner;  // so that a constructor that throws leaks nothing
  ::archive* handle;
  std::string name;
};

bool is_member(std::string_view path, std::string_view wanted) {
  if (path.starts_with("./")) path.remove_prefix(2);
  if (!path.ends_with(wanted)) return false;
  return path.size() == wanted.size() || path[path.size() - wanted.size() - 1] == '/';
}

void write_member(const Reader& reader, const ArchiveMember& member, std::uint64_t most_bytes) {
  PartFile out(member.to);
  out.clear();
  std::vector<char> buffer(std::size_t{1} << 18);
  for (;;) {
    const la_ssize_t got = archive_read_data(reader.handle, buffer.data(), buffer.size());
    if (got < 0) reader.broken();
    if (got == 0) return;
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
    if (out.size() + bytes.size() > most_bytes) {
      source_fail("{}: {} is larger than {} bytes, which it should not be", reader.name, member.name,
                  most_bytes);
    }
    out.append(bytes);
  }
}

}  // namespace

void extract_members(const fs::path& path, std::span<const ArchiveMember> members, std::uint64_t most_bytes) {
  Reader reader(path);
  std::vector<bool> found(members.size(), false);
  std::size_t left = members.size();
  while (left > 0) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(reader.handle, &entry);
    if (status == ARCHIVE_EOF) break;
    if (status < ARCHIVE_WARN) reader.broken();
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr || archive_entry_filetype(entry) != AE_IFREG) continue;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (found[i] || !is_member(name, members[i].name)) continue;
      write_member(reader, members[i], most_bytes);
      found[i] = true;
      --left;
      break;
    }
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!found[i]) source_fail("{}: has no member {}", path.string(), in_quotes(members[i].name));
  }
}

#endif

}  // namespace dissent
