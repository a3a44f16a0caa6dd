// The protocol of claims, tried in every order of events: two processes that want one run, on one machine or
// on two, with and without file locks. Between any two of their steps a process may crash, the place of
// claims may be out of reach for a moment, and time may pass, for either of them asleep. The processes run
// the code of study/claims.cpp itself, on a place that lives in memory.
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "study/claims_world.h"

namespace dissent::claims_model_test {
namespace {

using namespace std::chrono_literals;

// What the trainer does with a run that it may train: one epoch, a look whether it is still its own, the end.
// Returns whether the run is dealt with.
bool train_claimed(World& world, int p, Claims& claims) {
  Process& self = world.processes[static_cast<std::size_t>(p)];
  if (world.setting.locks) {
    world.step(p);
    world.note(p, fmt::format("lock {}", world.locked_by));
    if (world.locked_by >= 0) return false;  // busy: waits
    world.locked_by = p;
  }
  world.step(p);
  if (world.finished > 0) {
    if (world.locked_by == p) world.locked_by = -1;
    return true;
  }
  self.holds = true;
  world.step(p);
  world.train(p);
  bool finished = false;
  if (!claims.lost(kRun)) {
    world.step(p);
    world.train(p);
    // The folder of a run that another has finished is there already: it cannot be put in place once more.
    finished = world.finished == 0;
    if (finished) {
      ++world.finished;
    } else if (claims.ours(kRun)) {
      world.step(p);
      world.failed = world.finished == 0;
    }
  }
  self.holds = false;
  if (world.locked_by == p) world.locked_by = -1;
  return finished;
}

void process_program(World& world, int p) {
  Process& self = world.processes[static_cast<std::size_t>(p)];
  Claims claims(std::make_unique<ModelPlace>(world, p), {5s, 60s});
  try {
    for (int attempt = 0; attempt < 2; ++attempt) {
      bool taken = false;
      try {
        taken = claims.take(kRun);
      } catch (const SystemError&) {  // waits
      }
      if (!taken) continue;
      const bool done = train_claimed(world, p, claims);
      claims.leave(kRun);
      if (done) break;
    }
  } catch (const Killed&) {
  }
  self.holds = false;
  self.ended = true;
}

// What may happen next: a step of a process, its death, an error at its next step, time that passes while
// some sleep.
struct Event {
  enum Kind { step, crash, error, passing } kind;
  int who;  // a process; of `passing`, a bit for each that sleeps
};

// How often what may happen, and how often anything at all.
struct Budget {
  int crashes = 1, errors = 1, passings = 2, all = 0;
};

class Execution {
 public:
  Execution(const Setting& setting, int events) {
    world_.setting = setting;
    budget_.all = events;
    for (int p = 0; p < kProcesses; ++p) {
      world_.fibers.push_back(std::make_unique<test::Fiber>([this, p] { process_program(world_, p); }));
      world_.fibers.back()->go_on();  // to its first step
    }
  }
  ~Execution() {  // whoever is left dies where it stands
    for (int p = 0; p < kProcesses; ++p) {
      while (!process(p).ended) crash(p);
    }
  }

  void carry_out(const Event& event) {
    switch (event.kind) {
      case Event::step:
        world_.fibers[static_cast<std::size_t>(event.who)]->go_on();
        break;
      case Event::crash:
        --budget_.crashes, --budget_.all;
        crash(event.who);
        break;
      case Event::error:
        --budget_.errors, --budget_.all;
        process(event.who).fails_next = true;
        break;
      case Event::passing:
        --budget_.passings, --budget_.all;
        pass(event.who);
        break;
    }
  }

  std::vector<Event> possible() {
    std::vector<Event> events;
    bool any = false;
    for (int p = 0; p < kProcesses; ++p) {
      if (process(p).ended) continue;
      any = true;
      events.push_back({Event::step, p});
      if (budget_.all > 0 && budget_.crashes > 0) events.push_back({Event::crash, p});
      if (budget_.all > 0 && budget_.errors > 0 && !process(p).fails_next)
        events.push_back({Event::error, p});
    }
    if (any && budget_.all > 0 && budget_.passings > 0) {
      for (int asleep = 0; asleep < 1 << kProcesses; ++asleep) {
        bool sleepers_live = true;
        for (int p = 0; p < kProcesses; ++p) sleepers_live &= (asleep >> p & 1) == 0 || !process(p).ended;
        if (sleepers_live) events.push_back({Event::passing, asleep});
      }
    }
    return events;
  }

  // Two executions in the same state go on alike.
  std::string state() {
    std::string text = fmt::format("{} {} {} {} {} {} {}", world_.time, world_.locked_by, world_.finished,
                                   world_.failed, budget_.crashes, budget_.errors, budget_.passings);
    for (const auto& [name, file] : world_.files)
      text += fmt::format("|{} {} {} {}", name, file.maker, file.nonce, file.written);
    for (int p = 0; p < kProcesses; ++p) {
      const Process& one = process(p);
      text += fmt::format("|{} {} {} {} {} {} {}", one.alive, one.ended, one.holds, one.overslept,
                          one.fails_next, one.steps, one.seen);
    }
    return text;
  }

  // At the end of everything a newcomer gets the run, at the latest after the time-out, unless it is done.
  std::string check_end() {
    if (world_.failed) world_.break_("a run is marked as failed that did not fail");
    if (world_.finished == 0) {
      world_.fibers.clear();  // from now on nobody gives way
      world_.processes.push_back({});
      Claims newcomer(std::make_unique<ModelPlace>(world_, kProcesses), {5s, 60s});
      bool taken = newcomer.take(kRun);
      world_.time += kStale + 1;
      taken = taken || newcomer.take(kRun);
      if (!taken) world_.break_("a newcomer waits for the dead");
      newcomer.leave(kRun);
      if (!world_.files.empty()) world_.break_("claims are left behind");
    }
    return world_.broken;
  }
  const std::string& broken() const { return world_.broken; }

 private:
  Process& process(int p) { return world_.processes[static_cast<std::size_t>(p)]; }
  void crash(int p) {
    process(p).alive = false;
    process(p).holds = false;
    if (world_.locked_by == p) world_.locked_by = -1;  // the system lets go of its locks
    world_.fibers[static_cast<std::size_t>(p)]->go_on();
  }
  void pass(int asleep) {
    world_.time += kStale + 1;
    for (int p = 0; p < kProcesses; ++p) {
      if (process(p).ended) continue;
      if ((asleep >> p & 1) != 0) {
        process(p).overslept = true;
        continue;
      }
      for (auto& [name, file] : world_.files) {  // renewed, as its thread does it
        if (file.maker == p) file.written = world_.time;
      }
    }
  }

  World world_;
  Budget budget_;
};

struct Explored {
  std::size_t states = 0, ends = 0;
  std::string broken;
  std::vector<Event> by;  // the events that led there
};

// Depth first; a path is run again from its beginning.
Explored explore(const Setting& setting, int most_events) {
  Explored result;
  std::set<std::size_t> visited;
  struct Choice {
    std::vector<Event> events;
    std::size_t next = 0;
  };
  std::vector<Choice> path;
  do {
    Execution execution(setting, most_events);
    for (const Choice& choice : path) execution.carry_out(choice.events[choice.next]);
    while (true) {
      if (!visited.insert(std::hash<std::string>()(execution.state())).second) break;
      std::vector<Event> events = execution.possible();
      if (events.empty()) {
        ++result.ends;
        result.broken = execution.check_end();
        break;
      }
      path.push_back({std::move(events), 0});
      execution.carry_out(path.back().events.front());
      if (!execution.broken().empty()) {
        result.broken = execution.broken();
        break;
      }
    }
    if (!result.broken.empty()) {
      for (const Choice& choice : path) result.by.push_back(choice.events[choice.next]);
      break;
    }
    while (!path.empty() && ++path.back().next == path.back().events.size()) path.pop_back();
  } while (!path.empty());
  result.states = visited.size();
  return result;
}

std::string in_words(const std::vector<Event>& events) {
  static constexpr const char* kNames[] = {"step", "crash", "error", "passing"};
  std::string text;
  for (const Event& event : events) text += fmt::format("{} {}, ", kNames[event.kind], event.who);
  return text;
}

class ClaimsModel : public ::testing::TestWithParam<Setting> {};

TEST_P(ClaimsModel, HoldsInEveryOrderOfEvents) {
  // More take minutes: DISSENT_MODEL_EVENTS=4 tries all.
  const char* asked = std::getenv("DISSENT_MODEL_EVENTS");
  const Explored explored = explore(GetParam(), asked != nullptr ? std::stoi(asked) : 2);
  EXPECT_EQ(explored.broken, "") << "by " << in_words(explored.by);
  EXPECT_GT(explored.ends, 100U);
  RecordProperty("states", static_cast<int>(explored.states));
  RecordProperty("ends", static_cast<int>(explored.ends));
}

INSTANTIATE_TEST_SUITE_P(Everywhere, ClaimsModel,
                         ::testing::Values(Setting{true, true}, Setting{true, false}, Setting{false, true},
                                           Setting{false, false}),
                         [](const auto& one) {
                           return std::string(one.param.one_machine ? "OneMachine" : "TwoMachines") +
                                  (one.param.locks ? "Locks" : "NoLocks");
                         });

}  // namespace
}  // namespace dissent::claims_model_test
