// Encodes a program as bytes that no other program has. The bytes are hashed, and compared if two
// hashes are equal.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/machine/MachineClass.h"
#include "compiler/options/Switches.h"
#include "spec/Program.h"

#include <cstddef>

namespace lz::compiler {

struct EncodeOptions {
  MachineClass cpu;
  bool strict;
  const Switches& switches;
};

// Writes everything that the bits of results may depend on (Fingerprint.h). Values are numbered in
// the order in which they are defined.
void encode(const Program& program, const EncodeOptions& options,
            absl::FunctionRef<void(const void* bytes, size_t size)> sink);

} // namespace lz::compiler
