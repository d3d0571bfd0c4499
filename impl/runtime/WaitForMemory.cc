// The parts of the allocator that wait (Reservation.h).
#include "base/Cancel.h"
#include "runtime/Allocator.h"
#include "runtime/Callback.h"

#include <chrono>

namespace lz::runtime {

void Allocator::enter(Reservation& one, int64_t promised) {
  std::lock_guard lock(mutex_);
  line_.enter(one, promised);
}

void Allocator::leave(Reservation& one) {
  std::lock_guard lock(mutex_);
  line_.leave(one);
  roomChanged();
}

// Answers the tensors that wait, and wakes them and the runs that wait. Since a tensor gets its
// answer at the moment when a run ends, the next run cannot take the memory before the tensor. The
// mutex must be held.
void Allocator::roomChanged() {
  if (waiting_ == 0)
    return;
  live_ += line_.answer(limit_ - live_);
  roomChanged_.notify_all();
}

template <typename Goes>
void Allocator::waitWhile(std::unique_lock<std::mutex>& lock, Goes goesOn) {
  constexpr std::chrono::milliseconds kLook(10); // how often a cancellation is looked for
  const CancelFlag* cancel = currentCancelFlag();
  if (!goesOn())
    return;
  ++waits_;
  ++waiting_;
  while (goesOn() && !isSet(cancel))
    if (cancel)
      roomChanged_.wait_for(lock, kLook);
    else
      roomChanged_.wait(lock);
  --waiting_;
}

static Status cancelledWait() {
  return absl::CancelledError("[allocate] the work was cancelled while it waited for memory");
}

// Waits until `bytes` bytes are free, or no other run holds memory.
Status Allocator::waitForRuns(std::unique_lock<std::mutex>& lock, int64_t bytes) {
  const auto isShort = [&] { return bytes > limit_ - live_ && bytes <= limit_; };
  if (!isShort() || inCallback())
    return okStatus();
  waitWhile(lock, [&] { return isShort() && line_.holders() > 0; });
  return isShort() && line_.holders() > 0 ? cancelledWait() : okStatus();
}

// Waits for a tensor's turn in the line. Returns whether the tensor has got its bytes, which then
// count as live.
StatusOr<bool> Allocator::waitInLine(std::unique_lock<std::mutex>& lock, int64_t bytes) {
  if (bytes <= limit_ - live_ - line_.promised() || bytes > limit_ || inCallback())
    return false;
  Reservation place;
  line_.enter(place, bytes);
  place.answer_ = Reservation::Answer::Wanted;
  live_ += line_.answer(limit_ - live_);
  waitWhile(lock, [&] { return place.answer_ == Reservation::Answer::Wanted; });
  line_.leave(place);
  roomChanged();
  if (place.answer_ == Reservation::Answer::Wanted)
    return cancelledWait();
  return place.answer_ == Reservation::Answer::Granted;
}

StatusOr<bool> Allocator::waitForRoom(std::unique_lock<std::mutex>& lock, int64_t bytes,
                                      const MemoryRequest& request) {
  if (!request.waits)
    return false;
  if (!request.run)
    return waitInLine(lock, bytes);
  LZ_RETURN_IF_ERROR(waitForRuns(lock, bytes));
  return false;
}

StatusOr<int64_t> Allocator::roomFor(int64_t bytes) {
  std::unique_lock lock(mutex_);
  LZ_RETURN_IF_ERROR(waitForRuns(lock, bytes));
  return limit_ - live_;
}

} // namespace lz::runtime
