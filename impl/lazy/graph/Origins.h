// What lies behind values whose history has ended. To gradients such a value is a constant, so a
// request for the gradient with respect to a tensor behind it must be refused, by name: silently it
// would be another number than the recorded program's.
//
// A value that ended remembers the values with a handle that it was computed from, and they theirs:
// a graph of origins, which holds no tensor's memory. Only floats count, and no path through an op
// that passes no cotangents: what gradients cannot flow through hides nothing.
#pragma once

#include "absl/container/inlined_vector.h"
#include "lazy/graph/Node.h"

#include <memory>
#include <mutex>
#include <vector>

namespace lz::lazy {

struct OriginSet;

// Stands for one result, and stays when that is freed. Guarded by the lock of Origins, but `lives`.
struct Origin {
  explicit Origin(uint64_t serial) : serial(serial) {}

  const uint64_t serial;             // of the result's node
  std::atomic<bool> lives{true};     // false: the result is freed, and no gradient can be asked for
  std::shared_ptr<OriginSet> behind; // nullptr: nothing
  uint64_t mask = 0;                 // of a walk: from where it was reached
  bool survives = true;              // of a collection
  bool isNeeded = true;              // of a collection: by a survivor's set
};

// Many values share one.
struct OriginSet {
  using Members = absl::InlinedVector<Origin*, 2>;

  Members members;
  uint64_t mask = 0;
};

// Whether a cotangent of the node's results can be a cotangent of its operands.
bool passesCotangents(const Node& node);

// All origins of a graph. It has a lock of its own, so that a run of an executable on values in
// memory waits for no cut; `ops` carry marks, which need the cut lock.
class Origins {
public:
  // Remembers what is behind the results of `ended`, some of `ops`, which traverse returned with
  // the number `pass`. Their histories end with this call: behind a value with a handle the search
  // goes no further, because that value remembers the rest.
  void remember(absl::Span<Node* const> ops, uint64_t pass, absl::Span<Node* const> ended);

  // Remembers `sources` and what is behind them as behind `results`; sources may have a history,
  // which goes on: `ops` are the nodes of it, which a traversal returned with the number `pass`.
  void rememberRun(absl::Span<Result* const> sources, absl::Span<Node* const> ops, uint64_t pass,
                   absl::Span<Node* const> results);

  // The position of the first argument behind an ended value, or -1. Only what was recorded after
  // `minSerial` is looked at.
  int64_t findBehind(const Result& value, absl::Span<Result* const> arguments, uint64_t minSerial);

  size_t size() const {
    std::lock_guard lock(mutex_);
    return all_.size();
  }

private:
  struct Walk;

  // Need mutex_.
  Origin& of(Result& result);
  std::shared_ptr<OriginSet> newSet(OriginSet::Members members);
  void rememberBatch(Walk& walk, absl::Span<Node* const> ended);
  void collectWhenWorth();
  void markNeeded();
  void collect();

  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Origin>> all_; // guarded by mutex_, as what follows
  size_t collectAt_ = 1024;
  size_t numMembers_ =
      0;              // of the sets that were made since a collection, and of those that it left
  size_t walked_ = 0; // members that walks saw behind the dead since then
};

} // namespace lz::lazy
