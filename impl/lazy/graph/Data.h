// Data: a value that is in memory, or that a run will make. Programs read their inputs from Data,
// and their outputs become Data.
#pragma once

#include "absl/container/inlined_vector.h"
#include "lazy/graph/Handle.h"
#include "lazy/graph/Producer.h"
#include "runtime/Event.h"
#include "runtime/Storage.h"

#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>

namespace lz::lazy {

// What has become of a value. A value that stays Undecided either is in memory from the start, or
// shares the fate of the work that makes it.
//   Undecided  fulfil -> Fulfilled
//   Undecided  refuse -> Refused
enum class ValueState : uint8_t {
  Undecided,
  Fulfilled, // it exists
  Refused,   // it will never exist
};
constexpr bool mayBecome(ValueState from, ValueState to) {
  return from == ValueState::Undecided && to != ValueState::Undecided;
}

// Whom the bytes belong to.
//   Held                  a run gets them (RunInput)                     -> Donated
//   Donated               that run ended and did not write over them     -> Held
//   Donated               that run took them (RunInput::consume)         -> Taken
//   Held, Donated, Taken  the caller deletes the tensor (Data::drop)     -> Deleted
enum class BytesState : uint8_t {
  Held,    // they are the caller's; other runs may begin to read them
  Donated, // they are lent to a run, which may give them back
  Taken,   // they are a result's; earlier readers finish first
  Deleted, // they are freed for good, by the last reader if there are any
};
constexpr bool mayBecome(BytesState from, BytesState to) {
  switch (to) {
  case BytesState::Held:
  case BytesState::Taken:
    return from == BytesState::Donated;
  case BytesState::Donated:
    return from == BytesState::Held;
  case BytesState::Deleted:
    return true;
  }
  return false;
}

// Any thread may call these functions.
class Data {
public:
  // A value that is in memory. If it is `donatable`, its storage may become a result's.
  static Ref<Data> ready(runtime::StorageRef storage, bool donatable);
  // A value that this work will make.
  static Ref<Data> pending(std::shared_ptr<Producer> producer);
  // A value that will never exist, for this reason.
  static Ref<Data> failed(Status status);

  void retain() { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release();

  // The producer's work calls at most one of these before its event happens. fulfil: the value
  // exists. refuse: it will never exist. Either holds whatever becomes of the other outputs. If the
  // work calls neither, the value gets the status of the work.
  void fulfil(runtime::StorageRef storage);
  void refuse(Status status);

  // The event of the work that makes the value. Its status is that of the whole work. The status of
  // this value alone is failure(), or outcome() for a caller that does not keep the value. Does not
  // wait.
  runtime::EventRef event() const;
  // An event with the status of this value alone. If that status differs from the work's, this
  // event has happened before event() does.
  runtime::EventRef outcome();
  // Why the value will never exist, as far as that is known now; OK otherwise.
  Status failure() const;
  // Waits for the end of that work, and returns failure().
  Status waitForEnd() const;
  // Waits for the value. Errors: those of the work; FailedPrecondition if the value was donated or
  // deleted.
  StatusOr<runtime::StorageRef> wait() const;
  // The value, for callers that know that event() has happened. Errors: those of wait().
  StatusOr<runtime::StorageRef> ended() const;
  // The storage, without waiting; nullptr if there is none. Call it only after event() has
  // happened.
  runtime::StorageRef storage() const;

  // The storage if the value exists and was neither donated nor deleted. Otherwise nullptr, and
  // wait() says why.
  runtime::StorageRef atHand() const;

  const std::shared_ptr<Producer>& producer() const { return producer_; }
  bool isDonatable() const { return donatable_.load(std::memory_order_relaxed); }
  // Forbids donation of the value from now on. Needs the cut lock of the graph that made it.
  void keep() { donatable_.store(false, std::memory_order_relaxed); }
  // True if the caller must not read the value, because its bytes were given to a run.
  bool isDonated() const {
    const BytesState now = bytes_.load(std::memory_order_acquire);
    return now == BytesState::Donated || now == BytesState::Taken;
  }
  bool isDeleted() const { return bytes_.load(std::memory_order_acquire) == BytesState::Deleted; }
  // FailedPrecondition if the value was donated or deleted, else OK. `what` is how the message
  // names it.
  Status checkKept(absl::string_view what = "the tensor") const;

  // Frees the bytes: now, after the runs that still have to read them, or after they are computed.
  // The caller must not read the value from now on.
  void drop();

private:
  friend class RunInput;
  Data() = default;

  // These need mutex_. A deleted value stays deleted, whatever a run does that began earlier.
  void become(BytesState next);
  void become(ValueState next);
  bool isGone() const { return bytes_.load(std::memory_order_relaxed) >= BytesState::Taken; }

  std::atomic<int32_t> refs_{1};
  std::atomic<BytesState> bytes_{BytesState::Held};      // written with mutex_ held
  std::atomic<ValueState> value_{ValueState::Undecided}; // the same
  std::atomic<bool> donatable_{true};
  std::shared_ptr<Producer> producer_; // nullptr: none
  runtime::EventRef event_;            // nullptr: in memory from the start
  mutable std::mutex mutex_;
  // nullptr while the value is undecided, and if it is fulfilled. Does not change once the value is
  // decided. mutex_ guards it and what follows.
  runtime::EventRef outcome_;
  runtime::StorageRef storage_;
  int32_t readers_ = 0; // RunInputs that have not fetched it yet
};

// An input of a run, from the cut on. The caller loses a donated input only when the run takes its
// bytes (consume); in all other cases the caller gets it back.
class RunInput {
public:
  // `donated`: other runs must not begin to read the value from now on. That needs the cut lock.
  // Reading does not need it, because a later donation waits for readers that have begun.
  RunInput(Ref<Data> data, bool donated);
  RunInput(RunInput&&) noexcept = default;
  RunInput& operator=(RunInput&&) = delete;
  ~RunInput();

  const Data& data() const { return *data_; }
  bool isDonated() const { return donated_; }

  // Takes the storage for the run; nullptr if the storage was given to another run.
  runtime::StorageRef fetch();
  // Call this for a donated input when the run has fetched all of its inputs. It leaves the run as
  // the only owner of the bytes, so that a result can have them. If an earlier run still has to
  // read them, it does nothing: then the result gets memory of its own, and no run waits.
  void lend();
  // The run failed before it took these bytes: the caller has them again.
  void giveBack(runtime::StorageRef storage);
  // The run took the bytes: a result has them now.
  void consume();

private:
  Ref<Data> data_; // nullptr: moved from
  bool donated_;
  bool isReader_ = true;
};

// Most runs have few inputs and outputs, so these lists allocate nothing.
using RunInputs = absl::InlinedVector<RunInput, 4>;
using RunValues = absl::InlinedVector<Ref<Data>, 4>;

} // namespace lz::lazy
