// A producer: work that computes values and is handed to a device's stream. The producer and its
// event exist from the cut on, so that other work can depend on the producer while its program is
// being compiled.
//
// Submitted work is handed to the stream as soon as all work that computes its inputs has been
// handed over. The hand-over waits for nothing else, so a compilation delays only the work that
// depends on it. The stream runs work in the order of hand-over. So all inputs of a run exist when
// it starts, and no queued work waits for later work.
#pragma once

#include "runtime/Device.h"

#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace lz::lazy {

// The ways in which one piece of work follows another.
enum class Follows : uint8_t {
  Values, // reads values of the followed work, and checks the status of each
  Part,   // fails if the followed work fails; cancelling it cancels that work
  Order,  // runs after the followed work, whatever becomes of that work
};

// The transitions of a producer.
//   Open       submit   -> Submitted
//   Open       fail     -> Settled
//   Submitted  hand-over, once all producers that it follows are handed over -> Settled
enum class ProducerState : uint8_t {
  Open,      // its maker may still add to it, and must submit or fail it
  Submitted, // waits for its producers to be handed over
  Settled,   // handed over or failed: no work waits for its hand-over
};
constexpr bool mayBecome(ProducerState from, ProducerState to) {
  return from < to;
}

// Until the producer is submitted, only one thread at a time may use it. Then any thread may.
class Producer : public std::enable_shared_from_this<Producer> {
public:
  Producer(const Producer&) = delete;
  virtual ~Producer() = default;

  const runtime::EventRef& event() const { return event_; }

  // Makes this work follow another. Call it before the work is submitted. It allocates everything
  // that the hand-over needs.
  void follow(const std::shared_ptr<Producer>& other, Follows how);
  bool isSettled() const { return state() == ProducerState::Settled; }
  // Returns true until the work is submitted or fails. Only the thread that made it may call this.
  bool isOpen() const { return state() == ProducerState::Open; }

protected:
  explicit Producer(std::shared_ptr<runtime::Device> device) : device_(std::move(device)) {}

  // Sets the work, which the stream of the device has prepared, and which holds this producer. Call
  // it once, before other threads see the producer.
  void setWork(runtime::PreparedWork work);
  runtime::PreparedWork& work() { return work_; } // valid until it is submitted
  runtime::Device& device() { return *device_; }  // valid until letGo
  // Submits work(), which must be complete. It is handed over now, or as soon as all producers that
  // it follows are handed over.
  void submitWork(runtime::Wake wake) noexcept;
  // Call this instead of submitWork if the work will never run. Its event happens with this status.
  void failWork(Status status) noexcept;
  // Releases the device. Call it when the work has ended, whether it ran or not.
  void letGo() noexcept { device_.reset(); }

private:
  ProducerState state() const { return state_.load(std::memory_order_acquire); }
  void become(ProducerState next) {
    assert(mayBecome(state_.load(std::memory_order_relaxed), next));
    state_.store(next, std::memory_order_release);
  }
  bool addFollower(const std::shared_ptr<Producer>& follower);
  static void handOver(std::shared_ptr<Producer> first, runtime::Wake wake) noexcept;
  // Returns the followers that can be handed over now, as a chain that continues with `rest`. After
  // this call no new follower waits for this producer.
  std::shared_ptr<Producer> settle(std::shared_ptr<Producer> rest) noexcept;

  std::shared_ptr<runtime::Device> device_;
  runtime::PreparedWork work_;
  runtime::EventRef event_;
  // The number of followed producers that are not handed over yet, plus 1 until this one is
  // submitted.
  std::atomic<int32_t> missing_{1};
  std::shared_ptr<Producer> next_; // the next producer in the chain that settle() returns
  // The maker sets it to Submitted. The thread that hands the work over sets it to Settled, with
  // mutex_ held.
  std::atomic<ProducerState> state_{ProducerState::Open};
  std::mutex mutex_;
  std::vector<std::shared_ptr<Producer>> followers_; // guarded by mutex_; empty once settled
};

} // namespace lz::lazy
