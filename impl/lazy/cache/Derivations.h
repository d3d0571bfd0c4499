// A cache of the ops that compute gradients. A training step differentiates the same recorded ops
// repeatedly, so autodiff makes the ops of their gradients only once.
#pragma once

#include "autodiff/Gradient.h"
#include "lazy/cache/KnownStructure.h"
#include "lazy/cache/ReplayPlan.h"

#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace lz::lazy {

// The outputs and arguments of a differentiation, as indices of values in the encoding.
struct DerivationQuery {
  std::vector<ValueId> arguments; // Cloner::kNoValue if the program does not have it
  std::vector<TensorType> types;  // types of the arguments
  bool hasCotangents;             // true if the caller passes cotangents; else all are 1

  bool operator==(const DerivationQuery&) const = default;
};

// The data that decides whether a derivation fits a later recording.
struct DerivationKey {
  DerivationKey(const Encoding& encoding, DerivationQuery query);
  // Returns true if the derivation fits the recording `encoding`. `program` is the program of the
  // derivation. It can contain the ops of the gradients already.
  bool matches(const Encoding& encoding, const DerivationQuery& other,
               const Program& program) const;

  int64_t bytes() const;

  uint64_t hash;
  KnownStructure structure;
  // Locations of the recorded ops. The ops of their gradients get the same locations.
  std::vector<LocationId> places;
  DerivationQuery query;
};

struct Derivation {
  DerivationKey key;
  // The recorded program and the ops of its gradients. Only the ops of the gradients are replayed.
  ReplayPlan plan;
  std::vector<ValueId> cotangents; // values that stand for the cotangents that the caller passes
  autodiff::Gradients gradients;
};

// Holds the most recently used derivations. Any thread may call these functions.
class Derivations {
public:
  // Limits the programs and tables of all entries to `mostBytes` in total. Tests set `hashBits` to
  // less than 64, so that hashes collide.
  Derivations(int64_t mostBytes, unsigned hashBits);

  // Returns the derivation that fits this recording, or nullptr.
  std::shared_ptr<const Derivation> find(const Encoding& encoding, const DerivationQuery& query);
  void insert(std::shared_ptr<const Derivation> derivation);
  void clear();
  size_t size() const;

private:
  static constexpr size_t kMost = 256; // small, because find() compares with every entry
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
