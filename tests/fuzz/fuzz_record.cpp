// A run's record: what is read can be written, and reads as the same.
#include "dissent/run/run_record_json.h"
#include "fuzz.h"
#include "mutate.h"

using namespace dissent;

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  return fuzz::mutate_json(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const JsonSource source{fuzz::kName, "mend it"};
    const Json json = parse_json(fuzz::view(bytes, size), fuzz::kName);
    const RunRecord record = read_run_record(JsonValue(json, source));
    if (record.id.empty() || record.input.empty()) return;  // of an older version, which did not state them
    const Json written = run_record_json(record);
    fuzz::expect(run_record_json(read_run_record(JsonValue(written, source))) == written,
                 "the same when read again");
  });
}
