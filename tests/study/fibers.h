// Several courses of a program in one thread, of which a test decides which goes on: each gives way wherever
// it calls pause().
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace dissent::test {

class Fiber {
 public:
  explicit Fiber(std::function<void()> work) : work_(std::move(work)) {
    if (!idle().empty()) {
      stack_ = std::move(idle().back());
      idle().pop_back();
    } else {
      stack_ = std::make_unique<char[]>(kStackBytes);
    }
    ::getcontext(&own_);
    own_.uc_stack.ss_sp = stack_.get();
    own_.uc_stack.ss_size = kStackBytes;
    own_.uc_link = &outside_;
    const auto address = reinterpret_cast<std::uintptr_t>(this);
    ::makecontext(&own_, reinterpret_cast<void (*)()>(&Fiber::enter), 2, static_cast<unsigned>(address >> 32),
                  static_cast<unsigned>(address));
  }
  ~Fiber() { idle().push_back(std::move(stack_)); }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  bool ended() const { return ended_; }
  // Until the next pause() or the end. Called from outside.
  void go_on() {
    begin_switch(&outside_fake_, stack_.get(), kStackBytes);
    ::swapcontext(&outside_, &own_);
    end_switch(outside_fake_);
  }
  // Called from inside.
  void pause() {
    begin_switch(&own_fake_, outside_stack_, outside_size_);
    ::swapcontext(&own_, &outside_);
    end_switch(own_fake_, &outside_stack_, &outside_size_);
  }

 private:
  static constexpr std::size_t kStackBytes = std::size_t{1} << 17;
  static std::vector<std::unique_ptr<char[]>>& idle() {  // stacks to be used again
    static std::vector<std::unique_ptr<char[]>> stacks;
    return stacks;
  }
  static void enter(unsigned high, unsigned low) {
    auto* self = reinterpret_cast<Fiber*>((static_cast<std::uintptr_t>(high) << 32) | low);
    end_switch(nullptr, &self->outside_stack_, &self->outside_size_);
    self->work_();
    self->ended_ = true;
    begin_switch(nullptr, self->outside_stack_, self->outside_size_);
  }

#if defined(__SANITIZE_ADDRESS__)
  static void begin_switch(void** fake, const void* stack, std::size_t size) {
    __sanitizer_start_switch_fiber(fake, stack, size);
  }
  static void end_switch(void* fake, const void** stack = nullptr, std::size_t* size = nullptr) {
    __sanitizer_finish_switch_fiber(fake, stack, size);
  }
#else
  static void begin_switch(void**, const void*, std::size_t) {}
  static void end_switch(void*, const void** = nullptr, std::size_t* = nullptr) {}
#endif

  std::function<void()> work_;
  std::unique_ptr<char[]> stack_;
  ucontext_t own_{}, outside_{};
  void *own_fake_ = nullptr, *outside_fake_ = nullptr;
  const void* outside_stack_ = nullptr;
  std::size_t outside_size_ = 0;
  bool ended_ = false;
};

}  // namespace dissent::test
