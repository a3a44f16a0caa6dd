// CSV: what is read, written and read again is the same.
#include <string>
#include <vector>

#include "dissent/io/csv.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const std::string_view text = fuzz::view(bytes, size);
    const char delimiter = detect_delimiter(text);
    std::vector<std::vector<std::string>> records;
    std::string written;
    std::size_t last = 0;
    for (CsvReader reader(text, delimiter, fuzz::kName); reader.next();) {
      fuzz::expect(reader.offset() >= last && reader.next_offset() <= size, "offsets go forward");
      last = reader.next_offset();
      records.emplace_back(reader.fields().begin(), reader.fields().end());
      for (std::size_t i = 0; i < records.back().size(); ++i) {
        if (i > 0) written += delimiter;
        written += csv_field(records.back()[i], delimiter);
      }
      // A record of one empty field is written as a blank line, which is passed over.
      if (records.back().size() == 1 && records.back()[0].empty()) written += "\"\"";
      written += '\n';
    }
    std::size_t count = 0;
    for (CsvReader again(written, delimiter, fuzz::kName); again.next(); ++count) {
      fuzz::expect(count < records.size(), "as many records");
      const std::vector<std::string> fields(again.fields().begin(), again.fields().end());
      fuzz::expect(fields == records[count], "the same fields");
    }
    fuzz::expect(count == records.size(), "no record lost");
  });
}
