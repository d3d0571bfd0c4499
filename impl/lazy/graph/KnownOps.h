// What one thread remembers of the ops that it recorded. A loop records the same ones in each step:
// their result types are inferred once, and their nodes share the attributes, so that a step
// allocates none.
#pragma once

#include "lazy/graph/OpContents.h"

#include <memory>

namespace lz::lazy {

// An op without bodies as its caller says it, all but its attributes: opcode, and the types of the
// operands and of a stated result. Words, so that two are compared as fast as they can be.
class OpKey {
public:
  // Whether the op fits; else it is not one that is remembered.
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
  // nullptr: no such op is remembered. Valid until something is.
  const OpContents* find(const OpKey& key, absl::Span<const AttrValue> attrs) const;
  // Does nothing for what is not light.
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
