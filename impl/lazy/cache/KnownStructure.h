// The parts of an encoding that determine its program: everything except hashes and the values in
// memory. Later encodings are compared with these parts.
#pragma once

#include "lazy/cache/Encoding.h"

#include <memory>
#include <vector>

namespace lz::lazy {

class KnownStructure {
public:
  explicit KnownStructure(const Encoding& encoding);

  // Returns true if `encoding` encodes the same program as the original encoding. `program` is the
  // program of the original encoding. Ops can have been appended to it.
  bool matches(const Encoding& encoding, const Program& program) const;
  // Returns the size of the tables in bytes. Contents that several structures share do not count.
  int64_t bytes() const;

private:
  // A comparison reads thousands of KnownOps, so they are small and contiguous.
  struct KnownOp {
    // Equal ops of one thread, or of one derivation, share their contents, so a comparison of
    // pointers often suffices. If the op has large attributes (see areLight) and no bodies, this is
    // nullptr, and only the program has the attributes.
    Ref<const OpContents> contents;
    uint32_t numOperands;
  };

  std::vector<KnownOp> ops_;
  std::vector<ValueId> operandIds_; // including captures
  std::vector<uint8_t> buckets_;
};

} // namespace lz::lazy
