// What of an encoding makes its program, so that later encodings can be compared with it: all but
// hashes and values in memory.
#pragma once

#include "lazy/cache/Encoding.h"

#include <memory>
#include <vector>

namespace lz::lazy {

class KnownStructure {
public:
  explicit KnownStructure(const Encoding& encoding);

  // Whether `encoding` is that of the same program. `program` was made of the first one; more ops
  // may have been appended to it.
  bool matches(const Encoding& encoding, const Program& program) const;
  // What its tables take; what several structures share counts nowhere.
  int64_t bytes() const;

private:
  // A comparison reads thousands of these, so they are small and lie side by side.
  struct KnownOp {
    // nullptr: it is not light, and without bodies, so that only the program keeps it. Ops of one
    // thread, and of one derivation, share it with later ones that say the same: then it need not
    // be looked at.
    Ref<const OpContents> contents;
    uint32_t numOperands;
  };

  std::vector<KnownOp> ops_;
  std::vector<ValueId> operandIds_; // with captures
  std::vector<uint8_t> buckets_;
};

} // namespace lz::lazy
