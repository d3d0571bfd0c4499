// A program as bytes that no other program has: what its hashes are made of, and what tells apart
// two that have one hash.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/machine/CpuClass.h"
#include "compiler/options/Switches.h"
#include "spec/Program.h"

#include <cstddef>

namespace lz {

struct EncodeOptions {
  CpuClass cpu;
  bool strict;
  const Switches& switches;
};

// All that the bits of results may depend on (Fingerprint.h). Values count by the order in which
// they are defined.
void encode(const Program& program, const EncodeOptions& options,
            absl::FunctionRef<void(const void* bytes, size_t size)> sink);

} // namespace lz
