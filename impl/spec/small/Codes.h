// Only for spec/small: elements of small types as integer arithmetic of the program. A code is an
// element of ui8 (base/elements/SmallTypes.h).
#pragma once

#include "spec/small/Maker.h"

namespace lz::small {

// Returns the code of the value of type `to` that is nearest to x. x may have any type and is
// rounded only once.
Term encodeFloat(Term x, DType to);
// f32
Term decodeFloat(Term code, DType from);

// Converts x to type `to`, but keeps the value in its wide type. Floats saturate, and integers
// wrap.
Term wrapInt(Term x, DType to);

// Returns whether elements share bytes when they are packed, with the first one in the lowest bits.
// These are elements of less than a byte, and predicates, which have one bit there.
inline bool isPacked(DType dtype) {
  return isSubByte(dtype) || dtype == DType::Pred;
}
int64_t packedBytes(const TensorType& type);

// Convert between a list of bytes and the packed values of such a type. The unpacked values are
// predicates or have the wide type.
Term unpack(Term bytes, const TensorType& type);
Term pack(Term values, DType from);

} // namespace lz::small
