#include "dissent/core/large_vector.h"

#include <new>

#include <sys/mman.h>

namespace dissent {
namespace {

constexpr std::size_t kPage = std::size_t{2} << 20;

}  // namespace

void* allocate_large(std::size_t bytes) {
  void* memory = ::operator new (bytes, std::align_val_t{kPage});
  ::madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

void free_large(void* memory) {
  ::operator delete (memory, std::align_val_t{kPage});
}

}  // namespace dissent
