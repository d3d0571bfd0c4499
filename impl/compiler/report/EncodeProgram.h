// Encodes a program as bytes. Different programs have different bytes.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/machine/MachineClass.h"
#include "compiler/options/CompileOptions.h"
#include "compiler/options/Switches.h"
#include "spec/Program.h"

#include <cstddef>

namespace lz::compiler {

struct EncodeOptions {
  MachineClass cpu;
  bool strict;
  const Switches& switches;
  TensorLimits tensors{};
  int64_t budget = 0; // bytes of a run; 0: no limit
};

// Gives `sink` everything that results can depend on (Fingerprint.h), as bytes. Values are numbered
// in the order of their definition.
void encode(const Program& program, const EncodeOptions& options,
            absl::FunctionRef<void(const void* bytes, size_t size)> sink);

} // namespace lz::compiler
