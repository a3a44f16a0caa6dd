// Single files out of .tar.gz and .zip archives. Nothing is unpacked but the members asked for, each to a
// path of the caller's choosing, so that an archive cannot write anywhere else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "dissent/io/source_error.h"

namespace dissent {

struct ArchiveMember {
  std::string name;          // its path in the archive, or the end of it from a / on: the first match counts
  std::filesystem::path to;  // overwritten
};

// Reads the archive once. Throws SourceError where it is damaged, lacks a member, or a member is larger than
// `most_bytes`, and Error where a member cannot be written; `to` may then hold a part of it.
void extract_members(const std::filesystem::path& archive, std::span<const ArchiveMember> members,
                     std::uint64_t most_bytes = std::uint64_t{1} << 30);

}  // namespace dissent
