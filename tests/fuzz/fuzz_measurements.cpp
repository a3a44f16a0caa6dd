// What was measured of a run, geometry.json and ood.json: each way to ask for it.
#include "dissent/diagnostics/measurements.h"
#include "dissent/run/run_set.h"
#include "fuzz.h"
#include "mutate.h"

using namespace dissent;

namespace {

// The input as whichever file of a packed run is asked for.
class OneFile final : public PackedRun {
 public:
  explicit OneFile(std::string_view bytes) : bytes_(bytes) {}
  bool has(const std::string&) const override { return true; }
  std::string read(const std::string&) const override { return std::string(bytes_); }
  std::string place(const std::string&) const override { return fuzz::kName; }

 private:
  std::string_view bytes_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  return fuzz::mutate_json(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  FinishedRun run;
  run.files = RunFiles("/nowhere", std::make_shared<OneFile>(fuzz::view(bytes, size)));
  run.record.id = "run";
  fuzz::read_or_refuse([&] { GeometryMeasurements(run).hessians(); });
  fuzz::read_or_refuse([&] { GeometryMeasurements(run).variance(); });
  return fuzz::read_or_refuse([&] { OodMeasurements(run).find_like("svhn", {}); });
}
