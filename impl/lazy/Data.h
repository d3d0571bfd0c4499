// A value in memory, or on its way there: what leaves of a program read and outputs become.
#pragma once

#include "lazy/Gate.h"
#include "lazy/Handle.h"
#include "runtime/Event.h"
#include "runtime/Storage.h"

#include <memory>
#include <mutex>

namespace lz::lazy {

// One program handed to a device's stream. Exists from the cut on, so that others may depend on it
// while it is still being compiled.
class Submission {
public:
  // Once. `event` may have happened, e.g. with the error of the compiler.
  void submitted(runtime::EventRef event);
  // Waits until it has been handed over (not until it ends).
  const runtime::EventRef& event() const;
  bool isSubmitted() const { return gate_.isOpen(); }

private:
  Gate gate_;
  runtime::EventRef event_;
};

// Any thread.
class Data {
public:
  // In memory. `donatable`: its storage may become a result's.
  static Ref<Data> ready(runtime::StorageRef storage, bool donatable);
  // The output of a submission.
  static Ref<Data> pending(std::shared_ptr<const Submission> producer);

  void retain() { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release();

  // By the producer's work, before its event happens.
  void fulfil(runtime::StorageRef storage);

  // The end of the work that makes the value.
  runtime::EventRef event() const;
  // Waits for the value. Errors: of the work; FailedPrecondition when it has been donated.
  StatusOr<runtime::StorageRef> wait() const;
  // The storage, without waiting; nullptr when there is none. Only after event() has happened.
  runtime::StorageRef storage() const;
  // The same, and leaves nothing behind: for the run that the value is donated to.
  runtime::StorageRef take();

  bool isDonatable() const { return donatable_; }
  // From now on reading is an error; the bytes go to the run that takes them.
  void markDonated() { donated_.store(true, std::memory_order_release); }
  bool isDonated() const { return donated_.load(std::memory_order_acquire); }

private:
  Data() = default;

  std::atomic<int32_t> refs_{1};
  std::atomic<bool> donated_{false};
  bool donatable_ = true;
  std::shared_ptr<const Submission> producer_; // nullptr: in memory from the start
  mutable std::mutex mutex_;
  runtime::StorageRef storage_; // guarded by mutex_
};

} // namespace lz::lazy
