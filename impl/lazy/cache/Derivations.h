// How the gradients of recorded pieces are recorded. A training step differentiates the same piece
// again and again: autodiff makes the ops once.
#pragma once

#include "autodiff/Gradient.h"
#include "lazy/cache/KnownStructure.h"
#include "lazy/cache/ReplayPlan.h"

#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace lz::lazy {

// What is differentiated, and how, by the numbers of the piece's encoding.
struct DerivationQuery {
  std::vector<ValueId> arguments; // Cloner::kNoValue: not part of the piece
  std::vector<TensorType> types;  // of the arguments
  bool hasCotangents;             // the caller gives one for each output; else they are 1

  bool operator==(const DerivationQuery&) const = default;
};

// What is compared before a derivation is used for a later piece.
struct DerivationKey {
  DerivationKey(const Encoding& encoding, DerivationQuery query);
  // `program`: the piece, to which ops may have been appended.
  bool matches(const Encoding& encoding, const DerivationQuery& other,
               const Program& program) const;

  int64_t bytes() const;

  uint64_t hash;
  KnownStructure structure;
  std::vector<LocationId> places; // of the piece's ops, which become those of the gradients' ops
  DerivationQuery query;
};

struct Derivation {
  DerivationKey key;
  ReplayPlan plan;                 // the piece, and the ops of the gradients, which are recorded
  std::vector<ValueId> cotangents; // that the caller gives
  autodiff::Gradients gradients;
};

// The most recently used ones. Any thread.
class Derivations {
public:
  // Holds at most `mostBytes` of programs and tables in all of them. Fewer than 64 bits of hash
  // make collisions, for tests.
  Derivations(int64_t mostBytes, unsigned hashBits);

  // nullptr: there is none.
  std::shared_ptr<const Derivation> find(const Encoding& encoding, const DerivationQuery& query);
  void insert(std::shared_ptr<const Derivation> derivation);
  void clear();
  size_t size() const;

private:
  static constexpr size_t kMost = 256; // looked through from first to last
  struct Held {
    std::shared_ptr<const Derivation> derivation;
    int64_t bytes;
  };

  const int64_t mostBytes_;
  const uint64_t mask_;
  mutable std::mutex mutex_;
  std::list<Held> recent_; // guarded by mutex_; the most recently used first
  int64_t bytes_ = 0;
};

} // namespace lz::lazy
