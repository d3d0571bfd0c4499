// A value in memory, or on its way there: what leaves of a program read and outputs become.
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

// What has become of a value. One that stays Undecided has the fate of the work that makes it, or
// is in memory from the start.
//   Undecided  fulfil -> Fulfilled
//   Undecided  refuse -> Refused
enum class ValueState : uint8_t {
  Undecided,
  Fulfilled, // it is there
  Refused,   // it will never be
};
constexpr bool mayBecome(ValueState from, ValueState to) {
  return from == ValueState::Undecided && to != ValueState::Undecided;
}

// Whose the bytes are.
//   Held                  a run is given them (RunInput)              -> Donated
//   Donated               it has ended, and has not written over them -> Held
//   Donated               it has (RunInput::consume)                  -> Taken
//   Held, Donated, Taken  the caller deletes the tensor (Data::drop)  -> Deleted
enum class BytesState : uint8_t {
  Held,    // the caller's; others may begin to read them
  Donated, // a run's, which may give them back
  Taken,   // a result's; other readers finish first
  Deleted, // freed for good, by the last reader where there are any
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

// Any thread.
class Data {
public:
  // The value is in memory. `donatable`: its storage may become a result's.
  static Ref<Data> ready(runtime::StorageRef storage, bool donatable);
  // What this work makes.
  static Ref<Data> pending(std::shared_ptr<Producer> producer);
  // A value that will never be, for this reason.
  static Ref<Data> failed(Status status);

  void retain() { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release();

  // The producer's work calls one of these at most, before its event happens: the value is there,
  // or will never be, whatever becomes of the other outputs. If it calls neither, the value has the
  // status of the work.
  void fulfil(runtime::StorageRef storage);
  void refuse(Status status);

  // The event of the work that makes the value, with the status of all that work. The status of
  // this value alone is failure(), or outcome() for a caller that does not keep the value. Does not
  // wait.
  runtime::EventRef event() const;
  // Where the value's own status is not that of the work, this has happened, with that status, by
  // the time that event() has.
  runtime::EventRef outcome();
  // Why the value will never be, as far as is known now, or OK.
  Status failure() const;
  // Waits for the end of that work, and returns failure().
  Status waitForEnd() const;
  // Waits for the value. Errors: of the work; FailedPrecondition when it has been donated or
  // deleted.
  StatusOr<runtime::StorageRef> wait() const;
  // The value, when event() has happened. Errors: those of wait().
  StatusOr<runtime::StorageRef> ended() const;
  // The storage, without waiting; nullptr when there is none. Only after event() has happened.
  runtime::StorageRef storage() const;

  // The storage, if the value is there and was neither donated nor deleted; else nullptr, and
  // wait() says why.
  runtime::StorageRef atHand() const;

  const std::shared_ptr<Producer>& producer() const { return producer_; }
  bool isDonatable() const { return donatable_.load(std::memory_order_relaxed); }
  // The value is not donatable any more. Needs the cut lock of the graph that made it.
  void keep() { donatable_.store(false, std::memory_order_relaxed); }
  // Reading is an error; the bytes go to the run that takes them.
  bool isDonated() const {
    const BytesState now = bytes_.load(std::memory_order_acquire);
    return now == BytesState::Donated || now == BytesState::Taken;
  }
  bool isDeleted() const { return bytes_.load(std::memory_order_acquire) == BytesState::Deleted; }
  // FailedPrecondition when it was donated or deleted, or OK. `what` had that fate.
  Status checkKept(absl::string_view what = "the tensor") const;

  // Lets go of the bytes: now, or when runs that are to read them have, or when they have been
  // computed. Reading is an error from now on.
  void drop();

private:
  friend class RunInput;
  Data() = default;

  // These need mutex_. What has been deleted stays so, whatever a run does that had begun.
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
  // nullptr: fulfilled or undecided; guarded by mutex_, as what follows. Does not change once the
  // value is decided.
  runtime::EventRef outcome_;
  runtime::StorageRef storage_;
  int32_t readers_ = 0; // RunInputs that have not fetched it
};

// An input of a run, from the cut on. Whatever becomes of the run, nothing is lost: an input that
// was donated is the caller's again unless the run has taken its bytes (consume).
class RunInput {
public:
  // `donated`: from now on others must not begin to read it. Needs the cut lock; reading does not:
  // who gives the value away later leaves it to readers that have begun.
  RunInput(Ref<Data> data, bool donated);
  RunInput(RunInput&&) noexcept = default;
  RunInput& operator=(RunInput&&) = delete;
  ~RunInput();

  const Data& data() const { return *data_; }
  bool isDonated() const { return donated_; }

  // The run takes the storage; nullptr if another run was given it.
  runtime::StorageRef fetch();
  // Called for a donated input when all inputs have been fetched: leaves the bytes to the caller
  // alone, so that a result can have them. While a run that was cut earlier has still to read them
  // it does nothing: then the result gets memory of its own, and no run waits.
  void lend();
  // The run failed before it took these bytes.
  void giveBack(runtime::StorageRef storage);
  // The run has had them.
  void consume();

private:
  Ref<Data> data_; // nullptr: moved from
  bool donated_;
  bool isReader_ = true;
};

// Most runs have few of each, and then allocate nothing for the lists.
using RunInputs = absl::InlinedVector<RunInput, 4>;
using RunValues = absl::InlinedVector<Ref<Data>, 4>;

} // namespace lz::lazy
