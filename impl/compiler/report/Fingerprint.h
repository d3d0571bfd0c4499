// A text that identifies a program in all processes.
#pragma once

#include "compiler/report/EncodeProgram.h"

#include <string>

namespace lz::compiler {

using FingerprintOptions = EncodeOptions;

// 32 hexadecimal digits: a BLAKE3 hash of 128 bits, for which two programs with one hash cannot be
// found. It depends on all that the bits of results may depend on: ops, types, constants, donation,
// numerics, the CPU class, what is disabled, and the version of the library. It does not depend on
// names, locations and the number of threads. A host call counts by its name and text. Values are
// numbered in the order in which they are defined.
std::string fingerprintOf(const Program& program, const FingerprintOptions& options);

} // namespace lz::compiler
