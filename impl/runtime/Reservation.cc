#include "runtime/Reservation.h"

#include "runtime/Allocator.h"

#include <cassert>
#include <utility>

namespace lz::runtime {

void Reservation::announce(std::shared_ptr<Allocator> allocator, int64_t bytes) noexcept {
  assert(!isInLine_);
  allocator_ = std::move(allocator);
  allocator_->enter(*this, bytes);
}

void Reservation::end() noexcept {
  if (const auto allocator = std::exchange(allocator_, nullptr))
    allocator->leave(*this);
  assert(!isInLine_);
}

void Line::enter(Reservation& one, int64_t promised) {
  one.isInLine_ = true;
  one.promised_ = promised;
  promised_ += promised;
  one.before_ = last_;
  one.behind_ = nullptr;
  (last_ ? last_->behind_ : first_) = &one;
  last_ = &one;
}

void Line::leave(Reservation& one) {
  if (!one.isInLine_)
    return;
  one.isInLine_ = false;
  promised_ -= std::exchange(one.promised_, 0);
  (one.before_ ? one.before_->behind_ : first_) = one.behind_;
  (one.behind_ ? one.behind_->before_ : last_) = one.before_;
}

void Line::hold(Reservation& run) {
  if (!run.isInLine_)
    enter(run, 0);
  promised_ -= std::exchange(run.promised_, 0);
  run.holds_ = true;
  ++holders_;
}

void Line::letGo(Reservation& run) {
  run.holds_ = false;
  --holders_;
  if (!run.allocator_)
    leave(run);
}

int64_t Line::answer(int64_t room) {
  int64_t granted = 0, before = 0;
  for (Reservation* one = first_; one; one = one->behind_) {
    if (one->answer_ == Reservation::Answer::Wanted && one->promised_ <= room - granted - before) {
      one->answer_ = Reservation::Answer::Granted;
      granted += one->promised_;
      promised_ -= std::exchange(one->promised_, 0);
    } else if (one->answer_ == Reservation::Answer::Wanted && one == first_ && holders_ == 0) {
      one->answer_ = Reservation::Answer::Refused;
    }
    before += one->promised_;
  }
  return granted;
}

} // namespace lz::runtime
