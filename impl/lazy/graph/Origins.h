// Origins remember what lies behind values whose history has ended. Gradients treat such a value as
// a constant. If somebody asks for the gradient with respect to a tensor behind it, the answer
// would silently differ from the recorded program's gradient, so the request must be refused, with
// the name of the tensor.
//
// A value whose history ended remembers the values with a handle that it was computed from, and
// they remember theirs. These form a graph of origins, which keeps no tensor's memory. Only floats
// count, and only paths through ops that pass cotangents: where no gradient can flow, none can be
// wrong.
#pragma once

#include "absl/container/inlined_vector.h"
#include "lazy/graph/Node.h"

#include <memory>
#include <mutex>
#include <vector>

namespace lz::lazy {

struct OriginSet;

// Stands for one result, and stays when that is freed. The lock of Origins guards all of it but
// `lives`.
struct Origin {
  explicit Origin(uint64_t serial) : serial(serial) {}

  const uint64_t serial; // of the result's node
  // False once the result is freed: gradients with respect to it cannot be requested any more.
  std::atomic<bool> lives{true};
  std::shared_ptr<OriginSet> behind; // nullptr: nothing
  uint64_t mask = 0;                 // used by a walk: the values from which it was reached
  bool survives = true;              // used by a collection
  bool isNeeded = true;              // used by a collection: the set of a survivor contains it
};

// Many values share one set.
struct OriginSet {
  using Members = absl::InlinedVector<Origin*, 2>;

  Members members;
  uint64_t mask = 0;
};

// True if a cotangent of the node's results can flow on to its operands.
bool passesCotangents(const Node& node);

// All origins of a graph. Origins have a lock of their own, so that a run of an executable on
// values in memory waits for no cut. But `ops` carry marks, which need the cut lock.
class Origins {
public:
  // Remembers what is behind the results of `ended`. These are some of `ops`, which traverse
  // returned with the number `pass`. Their histories end with this call. The search stops at a
  // value with a handle, because that value remembers the rest.
  void remember(absl::Span<Node* const> ops, uint64_t pass, absl::Span<Node* const> ended);

  // Remembers for `results` that `sources`, and what is behind those, lie behind them. Sources may
  // have a history, which goes on: `ops` are its nodes, which a traversal returned with the number
  // `pass`.
  void rememberRun(absl::Span<Result* const> sources, absl::Span<Node* const> ops, uint64_t pass,
                   absl::Span<Node* const> results);

  // The position of the first argument that lies behind a value whose history ended, or -1. Looks
  // only at what was recorded after `minSerial`.
  int64_t findBehind(const Result& value, absl::Span<Result* const> arguments, uint64_t minSerial);

  size_t size() const {
    std::lock_guard lock(mutex_);
    return all_.size();
  }

private:
  struct Walk;

  // These need mutex_.
  Origin& of(Result& result);
  std::shared_ptr<OriginSet> newSet(OriginSet::Members members);
  void rememberBatch(Walk& walk, absl::Span<Node* const> ended);
  void collectWhenWorth();
  void markNeeded();
  void collect();

  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Origin>> all_; // mutex_ guards this and what follows
  size_t collectAt_ = 1024;
  size_t numMembers_ =
      // Entries of the sets made since the last collection, and of those that it left.
      0;
  size_t walked_ = 0; // members that walks saw behind dead origins since then
};

} // namespace lz::lazy
