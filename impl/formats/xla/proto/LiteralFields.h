// Internal to formats/xla/proto: finds the field of LiteralProto that has the elements of a
// literal.
#pragma once

#include "formats/xla/module/Shape.h"

namespace lz::xla {

struct LiteralField {
  enum Held : uint8_t { Varints, Fixed32, Fixed64, Bytes };
  PrimitiveType type;
  int field;
  Held held;
};

// Returns the field for elements of this type, or nullptr if literals cannot have this type.
const LiteralField* findLiteralField(PrimitiveType type);

// Returns the elements of an array of predicates, or of integers of 32 or 64 bits. The field of
// such elements contains varints.
Ints literalNumbers(const Literal& literal);

// Returns the elements of any other array as bytes. An integer of less than a byte is sign-extended
// to a byte.
std::string literalBytes(const Literal& literal);

} // namespace lz::xla
