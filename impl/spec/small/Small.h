// Programs with small types (base/DType.h) as programs that compute in wider ones. Everything is
// said with conversions, so that nothing else has to know what a small type is:
//
//   multiply %x, %y : 4xf8E4M3FN       %a = convert %x : 4xf32
//                                  ->  %b = convert %y : 4xf32
//                                      %c = multiply %a, %b
//                                      %z = convert %c : 4xf8E4M3FN
//
// Each result is rounded, or wraps, once; only the bodies of reductions, scatters and sorts that
// are a single op work in the wide type, whose result is then rounded. Floats of a byte are moved
// as they are; elements that share bytes are i8, ui8 and f32 from one end of the program to the
// other.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

namespace lz::small {

bool hasSmallTypes(const Program& program);

// Small types are left to conversions, to moves of whole bytes, and to the parameters and results
// of the program, which keep their types. Error: an op that has no meaning for them.
StatusOr<Program> widen(const Program& program);

// Whether there is what expand() takes away: small types, or a bitcast from or to predicates, eight
// of which are a byte there: 16xi1 has the bits of 2xi8.
bool needsExpanding(const Program& program);

// No small types at all: what widen() leaves becomes arithmetic on bytes. Parameters and results of
// small types become ui8 of the same bytes, those of elements that share bytes a list of them.
StatusOr<Program> expand(const Program& program);

} // namespace lz::small
