// A world of claims in memory: files, processes that crash and sleep, and time, in which the code of
// study/claims.cpp runs step by step.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dissent/io/system_error.h"
#include "dissent/study/claims.h"
#include "study/fibers.h"

namespace dissent::claims_model_test {

inline constexpr double kStale = 60;
inline constexpr int kProcesses = 2;
inline constexpr const char* kRun = "run";

struct Setting {
  bool one_machine;  // else a process knows nothing of the other's
  bool locks;        // whether the run's folder can be locked
};

struct Killed {};

struct File {
  int maker = 0;
  std::string nonce;
  double written = 0;
  int id = 0;  // as an inode's number: of this file, whatever its name
};

struct Process {
  bool alive = true, ended = false;
  bool holds = false;       // between a claim that was made and the last thing done with it
  bool overslept = false;   // time passed beyond the limit while it held a claim and could not renew it
  bool fails_next = false;  // its next step meets a place that cannot be read
  std::size_t steps = 0;    // of this process
  std::size_t seen = 0;     // a hash of all that it did and saw: where it is
};

struct World {
  Setting setting{};
  std::map<std::string, File> files;
  double time = 1000;
  int next_id = 1;
  int locked_by = -1;
  int finished = 0;  // times
  bool failed = false;
  std::string broken;  // the property that was, in words
  std::vector<Process> processes{kProcesses};
  std::vector<std::unique_ptr<test::Fiber>> fibers;

  void break_(std::string_view what) {
    if (broken.empty()) broken = what;
  }

  // A step of a process is about to be done: the others may go first, and it may never come to it.
  void step(int p) {
    Process& process = processes[static_cast<std::size_t>(p)];
    if (!process.alive) return;
    if (!fibers.empty()) fibers[static_cast<std::size_t>(p)]->pause();
    ++process.steps;
    if (!process.alive) throw Killed();
  }
  // As step(), of one that may not come off.
  void place_step(int p) {
    step(p);
    Process& process = processes[static_cast<std::size_t>(p)];
    if (!std::exchange(process.fails_next, false)) return;
    note(p, "error");
    throw SystemError("claims: cannot be read");
  }
  void note(int p, const std::string& what) {
    std::size_t& seen = processes[static_cast<std::size_t>(p)].seen;
    seen = std::hash<std::string>()(fmt::format("{} {}", seen, what));
  }
  void train(int p) {
    for (int q = 0; q < kProcesses; ++q) {
      const Process& other = processes[static_cast<std::size_t>(q)];
      if (q == p || !other.alive || !other.holds) continue;
      if (setting.locks) break_("two train at once, with locks");
      if (!other.overslept && !processes[static_cast<std::size_t>(p)].overslept)
        break_("two train at once, and neither overslept");
    }
  }
};

class ModelHandle final : public ClaimHandle {
 public:
  ModelHandle(World& world, int process, std::string name, int id)
      : world_(world), process_(process), name_(std::move(name)), id_(id) {}
  void renew(const ClaimFile&) override {
    if (in_place_now()) world_.files.at(name_).written = world_.time;
  }
  bool in_place() override {
    world_.step(process_);
    const bool there = in_place_now();
    world_.note(process_, there ? "in place" : "gone");
    return there;
  }

 private:
  bool in_place_now() const {
    const auto file = world_.files.find(name_);
    return world_.processes[static_cast<std::size_t>(process_)].alive && file != world_.files.end() &&
           file->second.id == id_;
  }
  World& world_;
  int process_;
  std::string name_;
  int id_;
};

class ModelPlace final : public ClaimPlace {
 public:
  ModelPlace(World& world, int process) : world_(world), process_(process) {}

  std::vector<ClaimEntry> list() override {
    world_.place_step(process_);
    std::vector<ClaimEntry> entries;
    std::string all;
    for (const auto& [name, file] : world_.files) {
      const std::size_t dot = name.rfind('.');
      entries.push_back({name.substr(0, dot), std::stoi(name.substr(dot + 1))});
      all += name + " ";
    }
    world_.note(process_, "list " + all);
    return entries;
  }
  std::unique_ptr<ClaimHandle> make(const ClaimEntry& entry, const ClaimFile& content) override {
    world_.place_step(process_);
    const std::string name = name_of(entry);
    const bool made =
        world_.files.emplace(name, File{process_, content.nonce, world_.time, world_.next_id}).second;
    world_.note(process_, made ? "made" : "not made");
    if (!made) return nullptr;
    world_.processes[static_cast<std::size_t>(process_)].overslept = false;
    return std::make_unique<ModelHandle>(world_, process_, name, world_.next_id++);
  }
  std::optional<ClaimSeen> look(const ClaimEntry& entry) override {
    world_.place_step(process_);
    const auto file = world_.files.find(name_of(entry));
    if (file == world_.files.end()) {
      world_.note(process_, "gone");
      return std::nullopt;
    }
    ClaimSeen seen;
    seen.content.pid = file->second.maker + 1;
    seen.content.nonce = file->second.nonce;
    seen.written = file->second.written;
    world_.note(process_, fmt::format("saw {} {}", file->second.nonce, file->second.written));
    return seen;
  }
  void remove(const ClaimEntry& entry) override {
    world_.place_step(process_);
    world_.files.erase(name_of(entry));
    world_.note(process_, "removed");
  }
  double file_clock() override { return world_.time; }
  ClaimFile self() override {
    ClaimFile self;
    self.nonce = fmt::format("{}-{}", process_, made_++);
    return self;
  }
  Holder holder(const ClaimFile& content) override {
    if (!world_.setting.one_machine || content.pid == 0) return Holder::unknown;
    const auto p = static_cast<std::size_t>(content.pid - 1);
    if (p >= kProcesses) return Holder::dead;
    const Process& process = world_.processes[p];
    world_.note(process_, fmt::format("alive {}", process.alive && !process.ended));
    return process.alive && !process.ended ? Holder::alive : Holder::dead;
  }
  std::chrono::duration<double> now() override {
    world_.note(process_, fmt::format("now {}", world_.time));
    return std::chrono::duration<double>(world_.time);
  }

 private:
  static std::string name_of(const ClaimEntry& entry) {
    return fmt::format("{}.{}", entry.name, entry.generation);
  }
  World& world_;
  int process_;
  int made_ = 0;
};

}  // namespace dissent::claims_model_test
