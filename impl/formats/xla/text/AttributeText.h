// Values of attributes from text, and back.
#pragma once

#include "formats/xla/module/Attributes.h"
#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// The value of an attribute of any kind but those that name computations or instructions, which the
// parser of computations knows.
StatusOr<AttributeValue> parseAttributeValue(Scanner& scanner, const AttributeInfo& info);

// {name="text", name=12}: fields between spaces or commas.
StatusOr<Fields> parseFields(Scanner& scanner, std::string_view what);

// Names of what attributes refer to by position.
struct NamesFor {
  const Module& module;
  const Computation* computation; // nullptr for attributes of the module
};
// "name=value"
void printAttribute(const Attribute& attribute, NamesFor names, std::string& out);
// "{name=value name=value}"
void printFields(const Fields& fields, std::string_view separator, std::string& out);
void printQuoted(std::string_view text, std::string& out);

} // namespace lz::xla
