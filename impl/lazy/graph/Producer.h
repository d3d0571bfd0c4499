// Work that makes values, on its way to a device's stream. It exists, and has its event, from the
// cut on, so that others may depend on it while its program is still being compiled.
//
// Who comes after whom: work is handed to the stream when it has been submitted and the work that
// makes its inputs has been handed over; it waits for nothing else, so a compilation holds up only
// what depends on it. The stream runs in the order of hand-over, hence whatever a run reads is
// there when it starts, and no piece of the queue waits for one behind it.
#pragma once

#include "runtime/Device.h"

#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace lz::lazy {

// How work comes after other work.
enum class Follows : uint8_t {
  Values, // it needs them: what becomes of them is told by the inputs
  Part,   // it fails when the other has failed, and to cancel it is to cancel the other
  Order,  // whatever becomes of the other
};

//   Open       submit   -> Submitted
//   Open       fail     -> Settled
//   Submitted  the last producer has been handed over, and so is this -> Settled
enum class ProducerState : uint8_t {
  Open,      // whoever made it may still add to it, and owes it a submit or a fail
  Submitted, // waits for its producers to be handed over
  Settled,   // handed over or failed: no work waits for its hand-over any more
};
constexpr bool mayBecome(ProducerState from, ProducerState to) {
  return from < to;
}

// Any thread, but one at a time until it is submitted.
class Producer : public std::enable_shared_from_this<Producer> {
public:
  Producer(const Producer&) = delete;
  virtual ~Producer() = default;

  const runtime::EventRef& event() const { return event_; }

  // Before it is submitted. Everything that handing over takes is allocated here.
  void follow(const std::shared_ptr<Producer>& other, Follows how);
  bool isSettled() const { return state() == ProducerState::Settled; }
  // Only the thread that made it may ask.
  bool isOpen() const { return state() == ProducerState::Open; }

protected:
  explicit Producer(std::shared_ptr<runtime::Device> device) : device_(std::move(device)) {}

  // The work comes from the stream of the device, and holds this producer. Called once, before
  // others see it.
  void setWork(runtime::PreparedWork work);
  runtime::PreparedWork& work() { return work_; } // before it is submitted
  runtime::Device& device() { return *device_; }  // until letGo
  // Everything that work() needs is there: it is handed over now, or when its producers are.
  void submitWork(runtime::Wake wake) noexcept;
  // Instead of that: the work never runs, and its event happens with this status.
  void failWork(Status status) noexcept;
  // The work has gone, whether it ran or not: the device is not kept any more.
  void letGo() noexcept { device_.reset(); }

private:
  ProducerState state() const { return state_.load(std::memory_order_acquire); }
  void become(ProducerState next) {
    assert(mayBecome(state_.load(std::memory_order_relaxed), next));
    state_.store(next, std::memory_order_release);
  }
  bool addFollower(const std::shared_ptr<Producer>& follower);
  static void handOver(std::shared_ptr<Producer> first, runtime::Wake wake) noexcept;
  // Returns the followers that may go now, chained in front of `rest`. No work can follow it later.
  std::shared_ptr<Producer> settle(std::shared_ptr<Producer> rest) noexcept;

  std::shared_ptr<runtime::Device> device_;
  runtime::PreparedWork work_;
  runtime::EventRef event_;
  std::atomic<int32_t> missing_{1}; // producers to be handed over, and its own submit
  std::shared_ptr<Producer> next_;  // in the chain of those that may go now
  // Becomes Submitted by whoever made it, and Settled with mutex_ held, by whoever hands it over.
  std::atomic<ProducerState> state_{ProducerState::Open};
  std::mutex mutex_;
  std::vector<std::shared_ptr<Producer>> followers_; // guarded by mutex_; none once it is settled
};

} // namespace lz::lazy
