// Only for spec/small: elements of small types as integer arithmetic of the program. A code is an
// element of ui8 (base/elements/SmallTypes.h).
#pragma once

#include "spec/small/Maker.h"

namespace lz::small {

// Returns the code of the value of type `to` that is nearest to x. x can have any type. There is
// only one rounding.
Term encodeFloat(Term x, DType to);
// Returns the value as f32.
Term decodeFloat(Term code, DType from);

// Converts x to type `to` but keeps the wide type for the result. Floats saturate, and integers
// wrap.
Term wrapInt(Term x, DType to);

// Returns whether several elements of this type share a byte, with the first element in the lowest
// bits. This is true for elements smaller than a byte, and for predicates, which take one bit each.
inline bool isPacked(DType dtype) {
  return isSubByte(dtype) || dtype == DType::Pred;
}
int64_t packedBytes(const TensorType& type);

// Convert a list of bytes to the elements that are packed in the bytes, and back. The unpacked
// elements are predicates or have the wide type.
Term unpack(Term bytes, const TensorType& type);
Term pack(Term values, DType from);

} // namespace lz::small
