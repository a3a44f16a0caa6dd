// The binary versions of CIFAR-10 and CIFAR-100: records of label bytes and 3072 pixel bytes (planes R, G, B
// of 32 x 32), read into images of [height, width, channels]. Every record is checked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/data/dataset.h"

namespace dissent {

struct CifarRecords {
  ImageInputs images;                // [n, 32, 32, 3]
  std::vector<std::int32_t> labels;  // [n] 0 to 9, or the fine label 0 to 99
};

// `bytes` stand for the file `name`, which is named in messages.
CifarRecords parse_cifar10(std::string_view bytes, const std::filesystem::path& name);
CifarRecords parse_cifar100(std::string_view bytes, const std::filesystem::path& name);
CifarRecords read_cifar10(const std::filesystem::path& path);
CifarRecords read_cifar100(const std::filesystem::path& path);

std::vector<std::string> cifar10_class_names();  // airplane ... truck, in the order of the labels

}  // namespace dissent
