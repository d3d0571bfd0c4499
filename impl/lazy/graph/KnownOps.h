// KnownOps remembers the ops that one thread recorded. A loop records the same ops in each step:
// their result types are inferred once, and their nodes share the attributes, so that a step
// allocates none.
#pragma once

#include "lazy/graph/OpContents.h"

#include <memory>

namespace lz::lazy {

// What a caller says about an op without bodies, except its attributes: the opcode, the types of
// the operands and the type of a stated result. The key consists of 64-bit words, which compare
// fast.
class OpKey {
public:
  // Sets the key of an op. False if the op does not fit into it; such an op is not remembered.
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
  uint64_t words_[kMostWords]; // `count_` of them are set
};

class KnownOps {
public:
  // nullptr if no such op is remembered. The pointer is valid until the next remember().
  const OpContents* find(const OpKey& key, absl::Span<const AttrValue> attrs) const;
  // Remembers an op, unless its attributes are large (areLight).
  void remember(const OpKey& key, const Ref<const OpContents>& contents);
  void clear() { slots_.reset(); }

private:
  struct Slot;
  struct DeleteSlots {
    void operator()(Slot* slots) const;
  };
  std::unique_ptr<Slot[], DeleteSlots> slots_; // nullptr: nothing is remembered yet
};

} // namespace lz::lazy
