// The ops that one thread recorded before. A loop records the same ops in each step. For a known
// op, the result types need not be inferred again, and its nodes share their contents, so nothing
// is allocated for types and contents.
#pragma once

#include "lazy/graph/OpContents.h"

#include <memory>

namespace lz::lazy {

// The properties of an op without bodies, except its attributes: the opcode, the types of the
// operands and the stated result type. It is an array of 64-bit words, which are fast to compare.
class OpKey {
public:
  // Sets the key of an op. Returns false if the op does not fit into a key. Such an op is not
  // remembered.
  bool set(Opcode opcode, absl::Span<Result* const> operands, absl::Span<const AttrValue> attrs,
           const TensorType* stated);
  size_t slot(int bits) const;
  bool operator==(const OpKey& other) const;

private:
  void add(uint64_t word) {
    words_[count_++] = word;
    hash_ = hash_ * 31 + word;
  }
  bool add(const TensorType& type);

  static constexpr size_t kMostWords = 32;
  size_t count_ = 0;
  uint64_t hash_ = 0;
  uint64_t words_[kMostWords]; // only `count_` of them are used
};

class KnownOps {
public:
  // Returns nullptr if the op is not known. The pointer is valid until the next remember().
  const OpContents* find(const OpKey& key, absl::Span<const AttrValue> attrs) const;
  // Remembers an op, unless its attributes are large (areLight).
  void remember(const OpKey& key, const Ref<const OpContents>& contents);
  void clear() { slots_.reset(); }

private:
  struct Slot;
  struct DeleteSlots {
    void operator()(Slot* slots) const;
  };
  std::unique_ptr<Slot[], DeleteSlots> slots_; // nullptr until the first op is remembered
};

} // namespace lz::lazy
