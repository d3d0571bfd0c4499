// The parts of an encoding that determine its program: all but hashes and values in memory. Later
// encodings are compared with them.
#pragma once

#include "lazy/cache/Encoding.h"

#include <memory>
#include <vector>

namespace lz::lazy {

class KnownStructure {
public:
  explicit KnownStructure(const Encoding& encoding);

  // True if `encoding` is that of the same program. `program` must be made from the first encoding;
  // ops may have been appended.
  bool matches(const Encoding& encoding, const Program& program) const;
  // Bytes of its tables. What several structures share is not counted.
  int64_t bytes() const;

private:
  // A comparison reads thousands of these, so they are small and stand side by side.
  struct KnownOp {
    // nullptr if the attributes are not light (areLight) and the op has no bodies: then only the
    // program keeps them. Ops of one thread, or of one derivation, share their contents; if the
    // pointers are equal, nothing has to be compared.
    Ref<const OpContents> contents;
    uint32_t numOperands;
  };

  std::vector<KnownOp> ops_;
  std::vector<ValueId> operandIds_; // also captures
  std::vector<uint8_t> buckets_;
};

} // namespace lz::lazy
