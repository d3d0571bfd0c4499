// Only for spec/small: elements of small types as integer arithmetic of the program. A code is an
// element of ui8 (base/elements/SmallTypes.h).
#pragma once

#include "spec/small/Maker.h"

namespace lz::small {

// The code of the value of `to` that is nearest to x, rounded once from any type.
Term encodeFloat(Term x, DType to);
// f32
Term decodeFloat(Term code, DType from);

// x as a value of `to`, kept in its wide type: floats saturate, integers wrap.
Term wrapInt(Term x, DType to);

// Whether elements share bytes in a list of them, the first one in the lowest bits: those of less
// than a byte, and predicates of one bit.
inline bool isPacked(DType dtype) {
  return isSubByte(dtype) || dtype == DType::Pred;
}
int64_t packedBytes(const TensorType& type);

// Converts values of such a type, predicates or in its wide type, from and to a list of bytes.
Term unpack(Term bytes, const TensorType& type);
Term pack(Term values, DType from);

} // namespace lz::small
