// What claims see of the world: the files that stand for them, whether the process behind one lives, and
// time. One kind is a folder that processes share (claim_folder.h); tests have another, in which every order
// of events can be tried.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dissent/study/claim_json.h"

namespace dissent {

// A claim's file: of a name the generation that counts is the highest.
struct ClaimEntry {
  std::string name;
  int generation = 0;
};

// A claim as its holder has it. Renewing and asking go to the very file that was made, whatever has that
// file's name now.
class ClaimHandle {
 public:
  virtual ~ClaimHandle() = default;
  virtual void renew(const ClaimFile& content) = 0;  // a claim that cannot be renewed now may be later
  virtual bool in_place() = 0;                       // whether the file is still there, under its name
};

struct ClaimSeen {
  ClaimFile content;
  double written = 0;  // the last renewal, in seconds of the files' clock
};

class ClaimPlace {
 public:
  virtual ~ClaimPlace() = default;
  // These throw a SystemError where the place cannot be read or written now.
  virtual std::vector<ClaimEntry> list() = 0;
  virtual std::unique_ptr<ClaimHandle> make(const ClaimEntry& entry,
                                            const ClaimFile& content) = 0;  // null: it is there
  virtual std::optional<ClaimSeen> look(const ClaimEntry& entry) = 0;       // nothing: it is gone
  virtual void remove(const ClaimEntry& entry) = 0;
  virtual double file_clock() = 0;  // now, in seconds of the clock that dates the files

  virtual ClaimFile self() = 0;  // who this process is
  enum class Holder { alive, dead, unknown };
  virtual Holder holder(const ClaimFile& content) = 0;
  virtual std::chrono::duration<double> now() = 0;  // passes evenly, also while the machine sleeps
};

}  // namespace dissent
