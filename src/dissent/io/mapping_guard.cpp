#include "dissent/io/mapping_guard.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dissent/io/system_error.h"

namespace dissent {
namespace {

// A fixed table: the handler of a signal may neither allocate nor wait. A mapping that finds no place in it
// is read without a guard.
struct Mapping {
  std::atomic<bool> taken = false;
  std::atomic<std::uintptr_t> begin = 0, end = 0;  // begin 0: none
  std::atomic<bool> cut = false;
  std::string name;
  dev_t device = 0;
  ino_t file = 0;
};
std::array<Mapping, 512> mappings;
std::atomic<bool> any_cut = false;
std::mutex changing;  // of the table, by threads; the handler reads begin and end, which never lie
struct sigaction handler_before;

void read_zeros(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (Mapping& slot : mappings) {
    const std::uintptr_t begin = slot.begin, end = slot.end;
    if (begin == 0 || address < begin || address >= end) continue;
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    char* from = static_cast<char*>(info->si_addr) - address % page;
    void* zeros = ::mmap(from, end - (address - address % page), PROT_READ,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (zeros == MAP_FAILED) break;
    slot.cut = true;
    any_cut = true;
    return;
  }
  // Not of ours: as it was before.
  if ((handler_before.sa_flags & SA_SIGINFO) != 0 && handler_before.sa_sigaction != nullptr) {
    handler_before.sa_sigaction(signal, info, context);
  } else {
    ::sigaction(signal, &handler_before, nullptr);  // and once more
  }
}

// Within its last page a file shrinks without a signal. Another file of that name is no matter: what is
// mapped stays as it was.
void look_at_size(Mapping& slot) {
  struct stat now {};
  if (slot.begin == 0 || ::stat(slot.name.c_str(), &now) != 0) return;
  if (now.st_dev != slot.device || now.st_ino != slot.file) return;
  if (static_cast<std::uintptr_t>(now.st_size) >= slot.end - slot.begin) return;
  slot.cut = true;
  any_cut = true;
}

}  // namespace

void guard_mappings() {
  struct sigaction action {};
  action.sa_sigaction = read_zeros;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, &handler_before);
}

GuardedMapping::GuardedMapping(std::string_view bytes, std::string name, const struct stat& file) {
  const std::scoped_lock lock(changing);
  for (std::size_t i = 0; i < mappings.size(); ++i) {
    bool expected = false;
    if (!mappings[i].taken.compare_exchange_strong(expected, true)) continue;
    mappings[i].name = std::move(name);
    mappings[i].device = file.st_dev;
    mappings[i].file = file.st_ino;
    mappings[i].end = reinterpret_cast<std::uintptr_t>(bytes.data()) + bytes.size();
    mappings[i].begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    slot_ = static_cast<int>(i);
    return;
  }
}

// A place whose file was cut is not used again, so that its name can be told later.
GuardedMapping::~GuardedMapping() {
  if (slot_ < 0) return;
  const std::scoped_lock lock(changing);
  Mapping& slot = mappings[static_cast<std::size_t>(slot_)];
  look_at_size(slot);
  slot.begin = 0;
  if (!slot.cut) slot.taken = false;
}

GuardedMapping::GuardedMapping(GuardedMapping&& other) noexcept : slot_(std::exchange(other.slot_, -1)) {}

void fail_if_cut() {
  const std::scoped_lock lock(changing);
  for (Mapping& slot : mappings) {
    if (slot.taken) look_at_size(slot);
  }
  if (!any_cut) return;
  for (const Mapping& slot : mappings) {
    if (!slot.cut) continue;
    throw SystemError(fmt::format(
        "{}: became shorter while it was read; run again when nothing writes it any more", slot.name));
  }
}

}  // namespace dissent
