// A package of npm's registry, packed by the npm client into a folder that is removed at the end.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "dissent/io/source_error.h"

namespace dissent {

class NpmPackage {
 public:
  // Has the client pack `package` (name@version) into `work`, which is made; what a killed run left there
  // goes first. Throws SourceError with npm's own words where that fails.
  NpmPackage(std::string_view package, const std::filesystem::path& work,
             const std::function<void()>& waiting = {});
  ~NpmPackage();
  NpmPackage(const NpmPackage&) = delete;
  NpmPackage& operator=(const NpmPackage&) = delete;

  const std::filesystem::path& archive() const { return archive_; }  // a .tgz in `work`

 private:
  std::filesystem::path work_, archive_;
};

}  // namespace dissent
