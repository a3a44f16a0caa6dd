// A vector for arrays of many megabytes that are read in random order: asks for 2 MiB pages, so that the
// processor's table of pages covers them and filling them takes 512 times fewer page faults. Small ones cost
// nothing extra.
#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace dissent {

// `bytes` of memory in 2 MiB pages where the system gives them; without them the array only is slower.
void* allocate_large(std::size_t bytes);
void free_large(void* memory);

template <class T>
struct HugePages {
  using value_type = T;
  static constexpr std::size_t kLarge = std::size_t{4} << 20;  // bytes

  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>&) {}  // NOLINT: allocators convert

  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (bytes < kLarge) return static_cast<T*>(::operator new(bytes));
    return static_cast<T*>(allocate_large(bytes));
  }
  void deallocate(T* memory, std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (bytes < kLarge) {
      ::operator delete(memory);
    } else {
      free_large(memory);
    }
  }
  template <class U>
  bool operator==(const HugePages<U>&) const {
    return true;
  }
};

template <class T>
using LargeVector = std::vector<T, HugePages<T>>;

// The same, but its numbers are not zeroed first: for arrays that several threads fill, each its own part.
template <class T>
struct RawPages : HugePages<T> {
  template <class U>
  struct rebind {
    using other = RawPages<U>;
  };
  RawPages() = default;
  template <class U>
  RawPages(const RawPages<U>&) {}  // NOLINT: allocators convert

  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Args>
  void construct(U* at, Args&&... args) {
    ::new (static_cast<void*>(at)) U(std::forward<Args>(args)...);
  }
};

template <class T>
using RawVector = std::vector<T, RawPages<T>>;

}  // namespace dissent
