#include "base/machine/Thread.h"

#include "base/machine/FloatMode.h"

#include <cerrno>
#include <csignal>
#include <memory>
#include <optional>
#include <sched.h>
#include <system_error>

namespace lz {
namespace {

// The state that the new thread begins with.
struct Start {
  const char* name;
  absl::AnyInvocable<void()> work;
  std::optional<CpuAffinity> cpus;
};

void* run(void* argument) {
  std::unique_ptr<Start> start(static_cast<Start*>(argument));
  OwnFloatMode mode((FloatMode()));
  pthread_setname_np(pthread_self(), start->name);
  if (start->cpus)
    start->cpus->apply();
  start->work();
  return nullptr;
}

// While an object of this class lives, threads that the calling thread starts begin with all
// signals blocked, except those for their own faults. So the caller's signal handlers run only on
// threads of the caller.
class SignalsBlocked {
public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
      sigdelset(&all, fault);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
  sigset_t before_;
};

int create(pthread_t& id, Start* start) {
  pthread_attr_t attributes;
  if (int error = pthread_attr_init(&attributes))
    return error;
  int error = pthread_attr_setstacksize(&attributes, Thread::kStackBytes);
  if (error == 0) {
    SignalsBlocked blocked;
    error = pthread_create(&id, &attributes, run, start);
  }
  pthread_attr_destroy(&attributes);
  return error;
}

} // namespace

CpuAffinity CpuAffinity::ofThisThread() {
  constexpr size_t kMostWords = size_t(1) << 14; // enough for a million CPUs
  CpuAffinity cpus;
  for (size_t words = 16; words <= kMostWords; words *= 2) {
    cpus.bits_.assign(words, 0);
    auto* set = reinterpret_cast<cpu_set_t*>(cpus.bits_.data());
    if (sched_getaffinity(0, words * sizeof(unsigned long), set) == 0)
      return cpus;
  }
  cpus.bits_.clear();
  return cpus;
}

void CpuAffinity::apply() const {
  if (bits_.empty())
    return;
  auto* set = reinterpret_cast<const cpu_set_t*>(bits_.data());
  [[maybe_unused]] int refused = sched_setaffinity(0, bits_.size() * sizeof(unsigned long), set);
}

Thread::Thread(const char* name, absl::AnyInvocable<void()> work, const CpuAffinity* cpus) {
  auto start = std::make_unique<Start>(Start{name, std::move(work), std::nullopt});
  if (cpus)
    start->cpus = *cpus;
  if (int error = create(id_, start.get()))
    throw std::system_error(error, std::generic_category(), "a thread");
  [[maybe_unused]] const Start* given = start.release(); // the new thread owns it
  runs_ = true;
}

void Thread::join() {
  if (std::exchange(runs_, false))
    pthread_join(id_, nullptr);
}

void Thread::detach() {
  if (std::exchange(runs_, false))
    pthread_detach(id_);
}

} // namespace lz
