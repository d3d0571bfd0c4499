// Turns programs with small types (base/DType.h) into programs that compute in wider ones. Only
// conversions mention small types, so no other code has to know them:
//
//   multiply %x, %y : 4xf8E4M3FN       %a = convert %x : 4xf32
//                                  ->  %b = convert %y : 4xf32
//                                      %c = multiply %a, %b
//                                      %z = convert %c : 4xf8E4M3FN
//
// Each result is rounded, or wraps, once. An exception are bodies of reductions, scatters and sorts
// that consist of a single op: they work in the wide type, and the result is rounded at the end.
// Floats of one byte are moved unchanged. Elements that share bytes become i8, ui8 and f32
// everywhere in the program.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

namespace lz::small {

bool hasSmallTypes(const Program& program);

// Rewrites the program so that small types are left only in conversions, in moves of whole bytes,
// and in the parameters and results of the program, which keep their types. Returns an error if an
// op has no meaning for small types.
StatusOr<Program> widen(const Program& program);

// Returns whether the program has what expand() removes: small types, or a bitcast from or to
// predicates. In a bitcast eight predicates share a byte, so 16xi1 has the bits of 2xi8.
bool needsExpanding(const Program& program);

// Removes all small types: those that widen() leaves become arithmetic on bytes. Parameters and
// results of small types become ui8 with the same bytes; elements that share bytes become a list of
// bytes.
StatusOr<Program> expand(const Program& program);

} // namespace lz::small
