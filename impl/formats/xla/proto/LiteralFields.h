// Internal to formats/xla/proto: tells which field of LiteralProto has the elements of each type.
#pragma once

#include "formats/xla/module/Shape.h"

namespace lz::xla {

struct LiteralField {
  enum Held : uint8_t { Varints, Fixed32, Fixed64, Bytes };
  PrimitiveType type;
  int field;
  Held held;
};

// Returns the field, or nullptr for types that no literal has.
const LiteralField* findLiteralField(PrimitiveType type);

// Returns the elements of an array whose field has varints: predicates, and integers of 32 and 64
// bits.
Ints literalNumbers(const Literal& literal);

// Returns the elements of other arrays. Each takes whole bytes. Integers of less than a byte are
// sign-extended.
std::string literalBytes(const Literal& literal);

} // namespace lz::xla
