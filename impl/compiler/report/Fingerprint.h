// A text that identifies a program in all processes.
#pragma once

#include "compiler/report/EncodeProgram.h"

#include <string>

namespace lz::compiler {

using FingerprintOptions = EncodeOptions;

// Returns the first 128 bits of a BLAKE3 hash as 32 hexadecimal digits. The hash depends on
// everything that results can depend on: ops, types, constants, donation, numerics, the CPU class,
// disabled passes and parts, the options about splitting, and the version of the library. For a
// host call it depends on the name and the text of the call, but not on the function. The hash also
// depends on the budget, although results do not depend on it. The hash does not depend on other
// names, on locations, or on the number of threads.
std::string fingerprintOf(const Program& program, const FingerprintOptions& options);

} // namespace lz::compiler
