// A text that identifies a program in all processes.
#pragma once

#include "compiler/report/EncodeProgram.h"

#include <string>

namespace lz::compiler {

using FingerprintOptions = EncodeOptions;

// Returns 32 hexadecimal digits, the first 128 bits of a BLAKE3 hash. The hash depends on
// everything that results can depend on: ops, types, constants, donation, numerics, the CPU class,
// disabled passes and parts, limits of tensors, and the version of the library. A host call counts
// with its name and its text. Names, locations and the number of threads do not matter.
std::string fingerprintOf(const Program& program, const FingerprintOptions& options);

} // namespace lz::compiler
