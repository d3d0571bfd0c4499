// A cache of the ops that gradients are made of. A training step differentiates the same recorded
// ops again and again, so autodiff makes the ops of their gradients only once.
#pragma once

#include "autodiff/Gradient.h"
#include "lazy/cache/KnownStructure.h"
#include "lazy/cache/ReplayPlan.h"

#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace lz::lazy {

// What is differentiated with respect to what, in the numbers of the encoding.
struct DerivationQuery {
  std::vector<ValueId> arguments; // Cloner::kNoValue if it is not part of the program
  std::vector<TensorType> types;  // of the arguments
  bool hasCotangents;             // whether the caller gives one per output; otherwise they are 1

  bool operator==(const DerivationQuery&) const = default;
};

// What is compared to decide whether a derivation fits a later recording.
struct DerivationKey {
  DerivationKey(const Encoding& encoding, DerivationQuery query);
  // `program` is the recorded program; the ops of its gradients may have been appended to it.
  bool matches(const Encoding& encoding, const DerivationQuery& other,
               const Program& program) const;

  int64_t bytes() const;

  uint64_t hash;
  KnownStructure structure;
  // Locations of the recorded ops; the ops of their gradients get the same.
  std::vector<LocationId> places;
  DerivationQuery query;
};

struct Derivation {
  DerivationKey key;
  // The recorded program and the ops of its gradients, which are replayed.
  ReplayPlan plan;
  std::vector<ValueId> cotangents; // those that the caller gives
  autodiff::Gradients gradients;
};

// Holds the most recently used derivations. Any thread may use it.
class Derivations {
public:
  // All entries together hold at most `mostBytes` of programs and tables. With fewer than 64 bits,
  // hashes collide; tests use that.
  Derivations(int64_t mostBytes, unsigned hashBits);

  // nullptr if there is none.
  std::shared_ptr<const Derivation> find(const Encoding& encoding, const DerivationQuery& query);
  void insert(std::shared_ptr<const Derivation> derivation);
  void clear();
  size_t size() const;

private:
  static constexpr size_t kMost = 256; // find looks through all of them in turn
  struct Held {
    std::shared_ptr<const Derivation> derivation;
    int64_t bytes;
  };

  const int64_t mostBytes_;
  const uint64_t mask_;
  mutable std::mutex mutex_;
  std::list<Held> recent_; // guarded by mutex_; most recently used first
  int64_t bytes_ = 0;
};

} // namespace lz::lazy
