// What a network sees of a data set: images, features, features of texts or tokens of texts, behind one
// interface. Each kind is one file, and one line of input_kinds.def.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "dissent/core/monitor.h"
#include "dissent/data/dataset.h"
#include "dissent/model/network.h"
#include "dissent/run/input_cache.h"
#include "dissent/run/normalisation.h"
#include "dissent/run/run_spec.h"
#include "dissent/text/pieces.h"
#include "dissent/train/epoch_plan.h"

namespace dissent {

// How items lie in a batch: what a training step is recorded for.
struct InputLayout {
  std::vector<std::int64_t> shape;      // of one item: [C, H, W], [D], [choices, D] or [sequences, length]
  bool image = false;                   // batches are channels-last; items can be cropped and flipped
  at::ScalarType element = at::kFloat;  // kInt: tokens, which are never rounded, normalised or mixed
  bool varying_length = false;          // a batch is as long as its longest item, at most shape.back()

  // What the longest batch is padded to; 0 where all items have one shape.
  std::int64_t longest() const { return varying_length ? shape.back() : 0; }
  bool operator==(const InputLayout&) const = default;
};

// Reads items into batches, normalised. Several threads may read at once. A call is for a whole batch.
class InputReader {
 public:
  virtual ~InputReader() = default;
  InputReader(const InputReader&) = delete;
  InputReader& operator=(const InputReader&) = delete;

  const InputLayout& layout() const { return layout_; }
  const std::vector<std::int64_t>& shape() const { return layout_.shape; }
  const Normalisation& normalisation() const { return normalisation_; }

  // A batch on the host, not filled: [items, shape]. `length`: of its longest item, where lengths vary;
  // 0 stands for the longest of all.
  at::Tensor allocate(std::int64_t items, std::int64_t length = 0) const;
  virtual void read(std::span<const std::uint32_t> items, const at::Tensor& batch) const = 0;
  // Entries [begin, begin + size of the batch) of the plan, cropped and flipped; `items` are the training
  // items. Throws std::logic_error where items are not images.
  virtual void read_augmented(std::span<const std::uint32_t> items, const EpochPlan& plan, std::size_t begin,
                              std::int64_t padding, const at::Tensor& batch) const;
  // The items as they lie on a GPU while it trains: images [items, H + 2 padding, W + 2 padding, C] with
  // zeros around them before they are normalised; others as allocate() and read() make them.
  virtual at::Tensor resident(std::span<const std::uint32_t> items, std::int64_t padding) const;

  // [items] what each item is padded to: one of lengths_up_to(). Empty where all items have one shape.
  virtual std::vector<std::int64_t> lengths(std::span<const std::uint32_t> items) const;
  // The items some at a time: where lengths vary those of like length together, at most `numbers` of them
  // with padding; else `at_once` items, in their order.
  Pieces pieces(std::span<const std::uint32_t> items, std::int64_t numbers, std::size_t at_once = 500) const;

 protected:
  InputReader(InputLayout layout, Normalisation normalisation);

 private:
  InputLayout layout_;
  Normalisation normalisation_;
};

// The inputs of a data set as a network sees them, before they are normalised.
class NetworkInputs {
 public:
  virtual ~NetworkInputs() = default;

  virtual std::vector<std::int64_t> shape() const = 0;  // of one item, see InputLayout::shape
  virtual std::string describe() const = 0;             // "images 16 x 16 x 3", for messages
  // Of these (training) items; empty where inputs are not normalised.
  virtual Normalisation normalisation(std::span<const std::uint32_t> items) const = 0;
  // The reader keeps what it needs of the inputs; the data set must outlive it.
  virtual std::unique_ptr<InputReader> reader(Normalisation normalisation) const = 0;

  // The network of a run on these inputs. Throws where the run's encoder cannot take them.
  virtual NetworkShape network(const RunSpec& spec, std::size_t classes) const;
  // Whether a network that was trained on items of this shape can take them.
  virtual bool fits(const std::vector<std::int64_t>& trained) const { return shape() == trained; }
};
using NetworkInputsPointer = std::shared_ptr<const NetworkInputs>;

// What the inputs of a run's network are made of.
struct InputRequest {
  const Inputs& inputs;     // of the data set; must outlive what is made of them
  const std::string& data;  // the data set's name, for messages
  const RunSpec& spec;      // resolved()
  InputCache& cache;        // where encoded texts are kept
  at::Device device;        // where an encoder works
  Monitor& monitor;         // of the encoding
};

// Throws where texts are given and the run has no encoder, or another one than it was resolved with; Stopped
// where the monitor asks for it while texts are encoded.
NetworkInputsPointer network_inputs(const InputRequest& request);
NetworkInputsPointer network_inputs(const Dataset& dataset, const RunSpec& spec, InputCache& cache,
                                    at::Device device = at::kCPU, Monitor& monitor = Monitor::quiet());
// Of inputs that need no encoder. Throws where they are texts.
NetworkInputsPointer network_inputs(const Inputs& inputs);

// The lengths that sequences are padded to: few enough to record a step for each, near enough to each other
// to waste little. The last is `longest`. Where `longest` is 0, the list is that 0 alone.
std::vector<std::int64_t> lengths_up_to(std::int64_t longest);

// Items in their order, `at_once` at a time.
Pieces in_order(std::size_t items, std::size_t at_once = 500);

}  // namespace dissent
