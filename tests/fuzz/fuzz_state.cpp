// The saved state of a run, but for its tensors: what is read is of the run, and can be written.
#include "dissent/io/safetensors_digest.h"
#include "dissent/run/run_state.h"
#include "fuzz.h"
#include "mutate.h"

using namespace dissent;

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  return fuzz::mutate_safetensors(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const SafetensorsContent content = parse_safetensors(fuzz::view(bytes, size), fuzz::kName);
    check_digest(content, fuzz::kName);
    const RunLimits limits{4, 10, content.metadata.count("unevaluated") == 0};
    const std::string run = run_of_state(content.metadata, fuzz::kName);
    const TrainingState state = read_state(content.metadata, limits, fuzz::kName);
    fuzz::expect(state.position.epoch >= 0 && state.position.epoch <= 4, "an epoch of the run");
    fuzz::expect(state.position.step >= 0 && state.position.step < 10, "a step of the epoch");
    fuzz::expect(state.history.size() == static_cast<std::size_t>(state.position.epoch), "a row an epoch");
    const StateMetadata written = state_metadata(run, state);
    fuzz::expect(state_metadata(run, read_state(written, limits, fuzz::kName)) == written,
                 "the same when read again");
  });
}
