// Internal to formats/xla/proto: which field of a LiteralProto holds the elements, and how.
#pragma once

#include "formats/xla/module/Shape.h"

namespace lz::xla {

struct LiteralField {
  enum Held : uint8_t { Varints, Fixed32, Fixed64, Bytes };
  PrimitiveType type;
  int field;
  Held held;
};

// nullptr for types that no literal has.
const LiteralField* findLiteralField(PrimitiveType type);

// The elements of an array that are held as varints: predicates and integers of 32 and 64 bits.
Ints literalNumbers(const Literal& literal);

// The elements of other arrays: each takes whole bytes, and a small integer its sign in front.
std::string literalBytes(const Literal& literal);

} // namespace lz::xla
