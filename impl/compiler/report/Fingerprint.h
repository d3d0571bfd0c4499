// A text that identifies a program in all processes.
#pragma once

#include "compiler/report/EncodeProgram.h"

#include <string>

namespace lz::compiler {

using FingerprintOptions = EncodeOptions;

// Returns 32 hexadecimal digits, the first 128 bits of a BLAKE3 hash. It depends on everything that
// the bits of results may depend on: ops, types, constants, donation, numerics, the CPU class,
// disabled passes and parts, and the version of the library. It does not depend on names, locations
// or the number of threads. A host call is represented by its name and its text. Values are
// numbered in the order in which they are defined.
std::string fingerprintOf(const Program& program, const FingerprintOptions& options);

} // namespace lz::compiler
