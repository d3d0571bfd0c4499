// Remembers from which tensors a value was computed, after the history of the value has ended.
// Gradients treat the value as a constant. So a gradient with respect to one of these tensors would
// be wrong. It is refused with an error that names the value's op.
//
// A value remembers the values with a handle that it was computed from, and these values remember
// theirs. So the origins form a graph. It keeps no tensor's memory. It contains only floats, and
// only paths through ops that pass cotangents, because other paths cannot make a gradient wrong.
#pragma once

#include "absl/container/inlined_vector.h"
#include "lazy/graph/Node.h"

#include <memory>
#include <mutex>
#include <vector>

namespace lz::lazy {

struct OriginSet;

// Represents one result, even after the result is freed. The lock of Origins guards all fields
// except `lives`.
struct Origin {
  explicit Origin(uint64_t serial) : serial(serial) {}

  const uint64_t serial; // the serial of the result's node
  // Becomes false when the result is freed. Then no gradient with respect to it can be requested.
  std::atomic<bool> lives{true};
  std::shared_ptr<OriginSet> behind; // the values it was computed from, or nullptr
  uint64_t mask = 0;                 // set by a walk: a bit for each value that leads here
  bool survives = true;              // set by a collection: the origin is kept
  bool isNeeded = true;              // set by a collection: the set of a kept origin leads here
};

// The values that another value was computed from. Many values may share one set.
struct OriginSet {
  using Members = absl::InlinedVector<Origin*, 2>;

  Members members;
  uint64_t mask = 0;
};

// Returns true if a cotangent of the node's results can contribute to its operands.
bool passesCotangents(const Node& node);

// All origins of a graph. They have a lock of their own, so that a run of an executable on values
// in memory does not wait for a cut. Functions that take `ops` also need the cut lock, which guards
// the marks.
class Origins {
public:
  // Remembers the origins of the results of `ended`, whose histories end with this call. These
  // nodes are some of `ops`, which traverse() returned with the number `pass`. The search stops at
  // a value with a handle, because that value remembers its own origins.
  void remember(absl::Span<Node* const> ops, uint64_t pass, absl::Span<Node* const> ended);

  // Makes `sources`, and their origins, the origins of `results`. If a source has a history, that
  // history continues. `ops` are the nodes of these histories, which a traversal returned with the
  // number `pass`.
  void rememberRun(absl::Span<Result* const> sources, absl::Span<Node* const> ops, uint64_t pass,
                   absl::Span<Node* const> results);

  // Returns the position of the first argument that is an origin of `value`, or -1. The history of
  // `value` must have ended. Looks only at values that were recorded after `minSerial`.
  int64_t findBehind(const Result& value, absl::Span<Result* const> arguments, uint64_t minSerial);

  size_t size() const {
    std::lock_guard lock(mutex_);
    return all_.size();
  }

private:
  struct Walk;

  // Call these with mutex_ held.
  Origin& of(Result& result);
  std::shared_ptr<OriginSet> newSet(OriginSet::Members members);
  void rememberBatch(Walk& walk, absl::Span<Node* const> ended);
  void collectWhenWorth();
  void markNeeded();
  void collect();

  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Origin>> all_; // mutex_ guards this and the fields below
  size_t collectAt_ = 1024;
  // The number of members in the sets of origins: those that the last collection left, and those of
  // all sets that were made since.
  size_t numMembers_ = 0;
  size_t walked_ = 0; // members that walks visited in the sets since the last collection
};

} // namespace lz::lazy
