// Data: a value that is in memory, or that a run will compute. Programs read their inputs from
// Data, and their outputs become Data.
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

// Says whether the work that computes a value has decided that the value exists. The state stays
// Undecided if the work calls neither fulfil nor refuse, and also for a value that is in memory
// from the start.
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

// The owner of the bytes.
//   Held                  a run gets them (RunInput)                     -> Donated
//   Donated               that run ended and did not write over them     -> Held
//   Donated               that run took them (RunInput::consume)         -> Taken
//   Held, Donated, Taken  the caller deletes the tensor (Data::drop)     -> Deleted
enum class BytesState : uint8_t {
  Held,    // the caller has them; other runs may begin to read them
  Donated, // they are lent to a run, which can give them back
  Taken,   // a result has them; earlier readers finish first
  Deleted, // they are freed, by the last reader if there are any
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
  // Makes a value that is in memory. If it is `donatable`, a result may take over its storage.
  static Ref<Data> ready(runtime::StorageRef storage, bool donatable);
  // Makes a value that the work of `producer` will compute.
  static Ref<Data> pending(std::shared_ptr<Producer> producer);
  // Makes a value that will never exist, for this reason.
  static Ref<Data> failed(Status status);

  void retain() { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release();

  // The producer's work calls at most one of these before its event happens: fulfil() if the value
  // exists, refuse() if it will never exist. Each output of the work is decided separately. If the
  // work calls neither, the value gets the status of the work.
  void fulfil(runtime::StorageRef storage);
  void refuse(Status status);

  // Returns the event of the work that computes the value. The event has the status of the entire
  // work. failure() and outcome() have the status of this value alone. Does not wait.
  runtime::EventRef event() const;
  // Returns an event with the status of this value alone. If that status differs from the status of
  // the work, this event happens before event().
  runtime::EventRef outcome();
  // Returns why the value will never exist. Returns OK if it exists or if that is not known yet.
  Status failure() const;
  // Waits until the producer's work ends, and returns failure().
  Status waitForEnd() const;
  // Waits for the value. Errors: those of the work; FailedPrecondition if the value was donated or
  // deleted.
  StatusOr<runtime::StorageRef> wait() const;
  // Returns the value, after event() has happened. Errors: those of wait().
  StatusOr<runtime::StorageRef> ended() const;
  // Returns the storage without waiting, or nullptr. Call it only after event() has happened.
  runtime::StorageRef storage() const;

  // Returns the storage if the value exists and was neither donated nor deleted. Otherwise returns
  // nullptr, and wait() returns the reason.
  runtime::StorageRef atHand() const;

  const std::shared_ptr<Producer>& producer() const { return producer_; }
  bool isDonatable() const { return donatable_.load(std::memory_order_relaxed); }
  // Prevents donation of the value from now on. Needs the cut lock of the graph that made it.
  void keep() { donatable_.store(false, std::memory_order_relaxed); }
  // Returns true if the caller must not read the value, because its bytes were donated to a run.
  bool isDonated() const {
    const BytesState now = bytes_.load(std::memory_order_acquire);
    return now == BytesState::Donated || now == BytesState::Taken;
  }
  bool isDeleted() const { return bytes_.load(std::memory_order_acquire) == BytesState::Deleted; }
  // Fails with FailedPrecondition if the value was donated or deleted. `what` names the value in
  // the message.
  Status checkKept(absl::string_view what = "the tensor") const;

  // Frees the bytes. If the value is not computed yet, or if runs still have to read it, the bytes
  // are freed after that. The caller must not read the value from now on.
  void drop();

private:
  friend class RunInput;
  Data() = default;

  // Change the state. Call them with mutex_ held. The state Deleted never changes.
  void become(BytesState next);
  void become(ValueState next);
  bool isGone() const { return bytes_.load(std::memory_order_relaxed) >= BytesState::Taken; }

  std::atomic<int32_t> refs_{1};
  std::atomic<BytesState> bytes_{BytesState::Held};      // written with mutex_ held
  std::atomic<ValueState> value_{ValueState::Undecided}; // written with mutex_ held
  std::atomic<bool> donatable_{true};
  std::shared_ptr<Producer> producer_; // may be nullptr
  runtime::EventRef event_;            // nullptr if the value is in memory from the start
  mutable std::mutex mutex_;
  // nullptr while the value is undecided, and if it is fulfilled. It does not change after the
  // value is decided. mutex_ guards this and the fields below.
  runtime::EventRef outcome_;
  runtime::StorageRef storage_;
  int32_t readers_ = 0; // number of RunInputs that have not fetched the value yet
};

// An input of a run. If the run takes the bytes of a donated input (consume), the caller loses the
// input. Otherwise the caller gets it back.
class RunInput {
public:
  // If `donated`, the caller must hold the cut lock, because no other run is allowed to begin to
  // read the value from now on. If not `donated`, no lock is needed.
  RunInput(Ref<Data> data, bool donated);
  RunInput(RunInput&&) noexcept = default;
  RunInput& operator=(RunInput&&) = delete;
  ~RunInput();

  const Data& data() const { return *data_; }
  bool isDonated() const { return donated_; }

  // Returns the storage for the run, or nullptr if it was given to another run.
  runtime::StorageRef fetch();
  // Makes the run the only owner of a donated input's bytes, so that a result can take them over.
  // Call this when the run has fetched all of its inputs. If an earlier run still has to read the
  // bytes, this does nothing, and the result gets memory of its own.
  void lend();
  // Returns the bytes to the caller, since the run failed before it took them.
  void giveBack(runtime::StorageRef storage);
  // Marks the bytes as taken by a result.
  void consume();

private:
  Ref<Data> data_; // nullptr after a move
  bool donated_;
  bool isReader_ = true;
};

// Lists of at most 4 entries allocate nothing.
using RunInputs = absl::InlinedVector<RunInput, 4>;
using RunValues = absl::InlinedVector<Ref<Data>, 4>;

} // namespace lz::lazy
