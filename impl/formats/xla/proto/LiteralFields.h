// Internal to formats/xla/proto: maps element types to fields of LiteralProto.
#pragma once

#include "formats/xla/module/Shape.h"

namespace lz::xla {

struct LiteralField {
  enum Held : uint8_t { Varints, Fixed32, Fixed64, Bytes };
  PrimitiveType type;
  int field;
  Held held;
};

// Returns nullptr for types that no literal has.
const LiteralField* findLiteralField(PrimitiveType type);

// Returns the elements of an array whose field has varints: predicates, integers of 32 and 64 bits.
Ints literalNumbers(const Literal& literal);

// Returns the elements of other arrays. Each takes whole bytes; small integers are sign-extended.
std::string literalBytes(const Literal& literal);

} // namespace lz::xla
