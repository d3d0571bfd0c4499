// What a program does not say of the encoding that it was made of, so that later encodings can be
// compared with it: all but hashes and values in memory.
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

private:
  size_t numOps_;
  std::vector<ValueId> operandIds_; // with captures
  std::vector<uint8_t> buckets_;
  std::vector<std::shared_ptr<const FunctionBody>> bodies_;
};

} // namespace lz::lazy
