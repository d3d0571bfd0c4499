// A producer: work that computes values and is handed to a device's stream. It and its event exist
// from the cut on, so that other work can depend on it while its program is being compiled.
//
// Work is handed to the stream when it is submitted and the work that computes its inputs is handed
// over. It waits for nothing else, so a compilation delays only what depends on it. The stream runs
// work in the order of hand-over. So all inputs of a run exist when it starts, and no queued work
// waits for later work.
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
  Values, // it reads values of the other, whose status is checked for each value
  Part,   // it fails if the other fails, and cancelling it cancels the other
  Order,  // it runs later, whatever becomes of the other
};

// The transitions of a producer.
//   Open       submit   -> Submitted
//   Open       fail     -> Settled
//   Submitted  the last producer that it follows was handed over, and so is this -> Settled
enum class ProducerState : uint8_t {
  Open,      // its maker may still add to it, and must submit or fail it
  Submitted, // waits for its producers to be handed over
  Settled,   // handed over or failed: no work waits for its hand-over
};
constexpr bool mayBecome(ProducerState from, ProducerState to) {
  return from < to;
}

// Until it is submitted, one thread at a time may use it; then any thread may.
class Producer : public std::enable_shared_from_this<Producer> {
public:
  Producer(const Producer&) = delete;
  virtual ~Producer() = default;

  const runtime::EventRef& event() const { return event_; }

  // Makes this work follow another. Call it before the work is submitted. It allocates everything
  // that the hand-over needs.
  void follow(const std::shared_ptr<Producer>& other, Follows how);
  bool isSettled() const { return state() == ProducerState::Settled; }
  // Only the thread that made it may call this.
  bool isOpen() const { return state() == ProducerState::Open; }

protected:
  explicit Producer(std::shared_ptr<runtime::Device> device) : device_(std::move(device)) {}

  // Sets the work, which is prepared by the stream of the device and holds this producer. Called
  // once, before other threads see the producer.
  void setWork(runtime::PreparedWork work);
  runtime::PreparedWork& work() { return work_; } // valid until it is submitted
  runtime::Device& device() { return *device_; }  // valid until letGo
  // Submits work(), which must be complete. It is handed over now, or when the producers that it
  // follows are.
  void submitWork(runtime::Wake wake) noexcept;
  // Called instead of submitWork: the work never runs, and its event happens with this status.
  void failWork(Status status) noexcept;
  // Releases the device. Called when the work has ended, whether it ran or not.
  void letGo() noexcept { device_.reset(); }

private:
  ProducerState state() const { return state_.load(std::memory_order_acquire); }
  void become(ProducerState next) {
    assert(mayBecome(state_.load(std::memory_order_relaxed), next));
    state_.store(next, std::memory_order_release);
  }
  bool addFollower(const std::shared_ptr<Producer>& follower);
  static void handOver(std::shared_ptr<Producer> first, runtime::Wake wake) noexcept;
  // Returns the followers that can be handed over now, chained before `rest`. Afterwards work that
  // follows this producer does not wait for it.
  std::shared_ptr<Producer> settle(std::shared_ptr<Producer> rest) noexcept;

  std::shared_ptr<runtime::Device> device_;
  runtime::PreparedWork work_;
  runtime::EventRef event_;
  // The number of followed producers that are not handed over yet, plus 1 until its own submission.
  std::atomic<int32_t> missing_{1};
  std::shared_ptr<Producer> next_; // in the chain that settle() returns
  // Set to Submitted by its maker, and to Settled, with mutex_ held, by the thread that hands it
  // over.
  std::atomic<ProducerState> state_{ProducerState::Open};
  std::mutex mutex_;
  std::vector<std::shared_ptr<Producer>> followers_; // guarded by mutex_; empty once settled
};

} // namespace lz::lazy
