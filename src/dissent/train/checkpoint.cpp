#include "dissent/train/checkpoint.h"

#include <cstring>
#include <utility>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <fmt/ranges.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/safetensors.h"
#include "dissent/io/safetensors_digest.h"
#include "dissent/io/system_error.h"

namespace dissent {
namespace {

// Tensors gathered on the host, in C order, until they are written.
class TensorFile {
 public:
  void add(std::string name, const at::Tensor& tensor) {
    kept_.push_back(tensor.detach().to(at::kCPU).contiguous());
    const at::Tensor& host = kept_.back();
    const auto sizes = host.sizes();
    entries_.push_back({std::move(name),
                        "F32",
                        {sizes.begin(), sizes.end()},
                        {static_cast<const char*>(host.data_ptr()), host.nbytes()}});
  }
  void write(const std::filesystem::path& path, const std::map<std::string, std::string>& metadata) const {
    write_safetensors(path, entries_, metadata);
  }
  // With a digest.
  void write_checked(const std::filesystem::path& path, const StateMetadata& metadata) const {
    write_safetensors(path, entries_, with_digest(entries_, metadata));
  }

 private:
  std::vector<at::Tensor> kept_;
  std::vector<SafetensorsEntry> entries_;
};

void read_tensor(const SafetensorsReader& file, const std::string& place, const std::string& name,
                 const at::Tensor& into) {
  const SafetensorsEntry* entry = file.find(name);
  if (entry == nullptr) fail("{}: has no tensor {}: a checkpoint of another model", place, in_quotes(name));
  const std::vector<std::int64_t> shape(entry->shape.begin(), entry->shape.end());
  if (entry->dtype != "F32" || into.sizes() != at::IntArrayRef(shape)) {
    fail("{}: tensor {} is {} [{}], where F32 [{}] is wanted: a checkpoint of another model", place,
         in_quotes(name), entry->dtype, fmt::join(shape, ", "), fmt::join(into.sizes().vec(), ", "));
  }
  const at::Tensor host = at::empty(into.sizes(), at::kFloat);
  std::memcpy(host.data_ptr(), entry->data.data(), entry->data.size());
  const c10::NoGradGuard no_grad;
  into.copy_(host);
}

// What is wrong with a state's content is wrong with the state alone, and not with what was asked for.
template <class Read>
auto or_damaged(const Read& read) {
  try {
    return read();
  } catch (const SystemError&) {
    throw;  // it cannot be read now, and may be whole
  } catch (const Error& error) {
    throw DamagedState(error.message());
  }
}

SafetensorsReader open_state(const std::filesystem::path& path) {
  return or_damaged([&] {
    SafetensorsReader file(path);
    check_digest(file.content(), path.string());
    return file;
  });
}

}  // namespace

void save_state(const std::filesystem::path& path, const std::string& run, const TrainingState& state,
                const Network& network, const Optimizer& optimizer, const std::vector<at::Tensor>& best) {
  TensorFile file;
  const std::vector<NamedTensor> named = network.state();
  for (const NamedTensor& entry : named) file.add(entry.name, entry.tensor);
  for (const NamedTensor& entry : optimizer.state()) file.add(entry.name, entry.tensor);
  if (state.best_epoch > 0) {
    for (std::size_t i = 0; i < named.size(); ++i) file.add("best/" + named[i].name, best[i]);
  }
  file.write_checked(path, state_metadata(run, state));
}

TrainingState load_state(const std::filesystem::path& path, const std::string& run, const RunLimits& limits,
                         const Network& network, const Optimizer& optimizer,
                         const std::vector<at::Tensor>& best) {
  const SafetensorsReader file = open_state(path);
  const std::string place = path.string();
  if (const std::string other = or_damaged([&] { return run_of_state(file.metadata(), place); });
      other != run) {
    fail("{}: the state of run {}, where {} is wanted; remove its folder or choose another {}", place,
         in_quotes(other), run, option("output"));
  }
  return or_damaged([&] {
    TrainingState state = read_state(file.metadata(), limits, place);
    const std::vector<NamedTensor> named = network.state();
    for (const NamedTensor& entry : named) read_tensor(file, place, entry.name, entry.tensor);
    for (const NamedTensor& entry : optimizer.state()) read_tensor(file, place, entry.name, entry.tensor);
    if (state.best_epoch > 0) {
      for (std::size_t i = 0; i < named.size(); ++i) {
        read_tensor(file, place, "best/" + named[i].name, best[i]);
      }
    }
    return state;
  });
}

void save_weights(const std::filesystem::path& path, const Network& network,
                  const std::vector<at::Tensor>& values, const std::map<std::string, std::string>& metadata) {
  TensorFile file;
  const std::vector<NamedTensor> named = network.state();
  for (std::size_t i = 0; i < named.size(); ++i) file.add(named[i].name, values[i]);
  file.write(path, metadata);
}

void load_weights(const std::filesystem::path& path, const Network& network) {
  const SafetensorsReader file(path);
  for (const NamedTensor& entry : network.state()) read_tensor(file, path.string(), entry.name, entry.tensor);
}

}  // namespace dissent
