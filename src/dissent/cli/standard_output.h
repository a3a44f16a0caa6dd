// Standard output that either takes everything or makes the program fail: whatever way a command prints, what
// could not be written is found at the one place where the program ends.
#pragma once

#include <string>

namespace dissent::cli {

// At the start. A reader that has seen enough (`dissent ... | head`) ends the program quietly, whatever a
// parent process did to SIGPIPE. A standard stream that was closed is opened such that it can be neither read
// nor written: otherwise the next file that is opened would take its place, and what is printed would end up
// in that file.
void prepare_standard_streams();

// What was printed so far is seen now, before long work goes on. What cannot be written is told at the end.
void flush_standard_output();

// At the end: what is still to be written is written. The complaint that the program ends with: where output
// was lost, that is the cause of whatever else failed; otherwise `complaint`, empty where all is well. Does
// not return where output was lost to a closed pipe.
std::string finish_standard_output(const std::string& complaint);

}  // namespace dissent::cli
