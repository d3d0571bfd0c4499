// Which program an executable is, as a text that other processes get too.
#pragma once

#include "compiler/report/EncodeProgram.h"

#include <string>

namespace lz {

using FingerprintOptions = EncodeOptions;

// 32 hexadecimal digits: BLAKE3 of 128 bits, so that nobody finds two programs with one, of all
// that the bits of results may depend on: ops, types, constants, donation, numerics, the class of
// the CPU, what is disabled, and the version of the library. Not of names, locations and the number
// of threads. Of a host call it has the name and the text. Values count by the order in which they
// are defined.
std::string fingerprintOf(const Program& program, const FingerprintOptions& options);

} // namespace lz
