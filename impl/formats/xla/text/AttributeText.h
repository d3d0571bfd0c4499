// Parses and prints values of attributes.
#pragma once

#include "formats/xla/module/Attributes.h"
#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// Parses a value of any kind, except names of computations or instructions (ParseComputation.h).
StatusOr<AttributeValue> parseAttributeValue(Scanner& scanner, const AttributeInfo& info);

// Parses fields such as {name="text", name=12}, separated by spaces or commas.
StatusOr<Fields> parseFields(Scanner& scanner, std::string_view what);

// The names of computations and instructions, for printing. Attributes refer to computations and
// instructions by position.
struct NamesFor {
  const Module& module;
  const Computation* computation; // nullptr for attributes of the module
};
// Prints "name=value".
void printAttribute(const Attribute& attribute, NamesFor names, std::string& out);
// Prints "{name=value name=value}".
void printFields(const Fields& fields, std::string_view separator, std::string& out);
void printQuoted(std::string_view text, std::string& out);

} // namespace lz::xla
