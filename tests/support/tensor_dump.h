// What programs that dump tensors for a Python script share: tensors gathered into one safetensors file, and
// `NAME MODEL FOLDER [float64]` as their command line.
#pragma once

#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <ATen/ATen.h>

#include "dissent/io/safetensors.h"

namespace dissent::test {

class TensorDump {
 public:
  void add(const std::string& name, const at::Tensor& tensor) {
    kept_.push_back(tensor.detach().contiguous().clone());
    const at::Tensor& host = kept_.back();
    entries_.push_back({name,
                        host.scalar_type() == at::kDouble ? "F64" : "F32",
                        {host.sizes().begin(), host.sizes().end()},
                        {static_cast<const char*>(host.data_ptr()), host.nbytes()}});
  }
  void write(const std::filesystem::path& path,
             const std::map<std::string, std::string>& metadata = {}) const {
    write_safetensors(path, entries_, metadata);
  }

 private:
  std::vector<at::Tensor> kept_;
  std::vector<SafetensorsEntry> entries_;
};

// dump(model, folder, type)
template <class DumpModel>
int dump_program(const char* name, int argc, char** argv, const DumpModel& dump) {
  const bool wide = argc == 4 && std::string(argv[3]) == "float64";
  if (argc != 3 && !wide) {
    std::fprintf(stderr, "usage: %s MODEL FOLDER [float64]\n", name);
    return 2;
  }
  try {
    dump(argv[1], argv[2], wide ? at::kDouble : at::kFloat);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 2;
  }
}

}  // namespace dissent::test
