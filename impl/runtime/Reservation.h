// A reservation is the place of a run in the line of those who need memory of an allocator. Work
// that has been submitted announces what it will take. A tensor leaves room for the reservations
// before it in the line. If the tensor does not fit beside them, it waits for these reservations.
//
// Nobody waits in a circle. A run that waits for memory holds none, and waits only for runs that
// hold memory. A run that holds memory does not wait for more of it. A tensor waits for all
// reservations before its own, and for runs that hold memory. No run waits for a tensor.
#pragma once

#include <cstdint>
#include <memory>

namespace lz::runtime {

class Allocator;

// One thread at a time may use a reservation. It must not move while it is in the line.
class Reservation {
public:
  Reservation() = default;
  ~Reservation() { end(); }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  // Enters the line, for a run that will take about `bytes` bytes. Allocates nothing. The run must
  // end without the help of a thread that can wait for memory.
  void announce(std::shared_ptr<Allocator> allocator, int64_t bytes) noexcept;
  // Leaves the line. Call it after the run has released its inputs.
  void end() noexcept;

  // Returns whether the last request for this run got its memory. If the result is false, no part
  // of the run has begun.
  bool hasTaken() const { return hasTaken_; }

private:
  friend class Line;
  friend class Allocator;

  // What becomes of a tensor that waits in the line.
  enum class Answer : uint8_t {
    None,    // it is the reservation of a run
    Wanted,  // it waits
    Granted, // its bytes count as live
    Refused, // no reservation before it in the line, and no run, will give memory back
  };

  std::shared_ptr<Allocator> allocator_; // set by announce()
  Reservation *before_ = nullptr, *behind_ = nullptr;
  int64_t promised_ = 0; // what the run or tensor will take; 0 when it has taken that
  bool isInLine_ = false;
  bool holds_ = false; // whether the run has its memory
  bool hasTaken_ = false;
  Answer answer_ = Answer::None;
};

// The line of the reservations of an allocator, oldest first. Not thread-safe: the mutex of the
// allocator guards the line and the reservations in it. Allocates nothing.
class Line {
public:
  void enter(Reservation& one, int64_t promised);
  void leave(Reservation& one);
  // Notes that a run holds its memory. A run that has not been announced enters the line.
  void hold(Reservation& run);
  // Notes that a run has given its memory back. The run leaves the line unless it was announced.
  void letGo(Reservation& run);

  // Answers the tensors that wait. `room` bytes are free. Returns the bytes that are granted.
  int64_t answer(int64_t room);

  int64_t promised() const { return promised_; } // by all reservations
  int64_t holders() const { return holders_; }   // how many runs hold memory

private:
  Reservation *first_ = nullptr, *last_ = nullptr;
  int64_t promised_ = 0, holders_ = 0;
};

} // namespace lz::runtime
