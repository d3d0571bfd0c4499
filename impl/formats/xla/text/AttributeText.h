// Parses and prints values of attributes.
#pragma once

#include "formats/xla/module/Attributes.h"
#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// Parses a value of any kind that does not name computations or instructions. The parser of
// computations handles those that do.
StatusOr<AttributeValue> parseAttributeValue(Scanner& scanner, const AttributeInfo& info);

// Parses {name="text", name=12}: fields separated by spaces or commas.
StatusOr<Fields> parseFields(Scanner& scanner, std::string_view what);

// Looks up the names of computations and instructions, to which attributes refer by position.
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
