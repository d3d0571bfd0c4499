// Turns programs with small types (base/DType.h) into programs that compute in wider types:
//
//   multiply %x, %y : 4xf8E4M3FN       %a = convert %x : 4xf32
//                                  ->  %b = convert %y : 4xf32
//                                      %c = multiply %a, %b
//                                      %z = convert %c : 4xf8E4M3FN
//
// Each result is rounded, or wraps, once. If the body of a reduction, scatter or sort is a single
// op, the body computes in the wide type, and only the final result is rounded. Floats of one byte
// are moved unchanged. Elements that share bytes become i8, ui8 or f32 everywhere in the program.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

namespace lz::small {

bool hasSmallTypes(const Program& program);

// Rewrites the program to compute in wider types. Small types remain in conversions, in moves of
// elements that have a byte each, and in the parameters and results of the program. If an op has no
// meaning for small types, returns an error.
StatusOr<Program> widen(const Program& program);

// Returns whether the program contains something that expand() removes: small types, or a bitcast
// from or to predicates. In a bitcast eight predicates share a byte, so 16xi1 has the bits of 2xi8.
bool needsExpanding(const Program& program);

// Removes all small types. First widens the program. Conversions from and to small types become
// arithmetic on bytes. Parameters and results of small types become ui8 with the same bytes. If the
// elements of a parameter or result share bytes, it becomes a list of bytes.
StatusOr<Program> expand(const Program& program);

} // namespace lz::small
