// Parses HLO text to modules, and prints them.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

// Returns whether the first word of the text, after any comments, is HloModule.
bool isHloText(std::string_view text);

// Parses the text of a module, as all versions of XLA print it. Instructions that are written as
// operands, selectors (%t#0), bodies in braces and asynchronous ops (add-start) become separate
// instructions and computations. If the text does not begin with "HloModule", it contains
// computations, or the instructions of one computation. `name` identifies the text in messages.
// Errors are invalid-argument, "name:line:column: ...".
StatusOr<Module> parseHloText(std::string_view text, std::string_view name);

// Prints a module so that parseHloText returns an equal one.
std::string printHloText(const Module& module);

// Checks the numbers of operands, the attributes that ops require, and the types of parameters of
// called computations. The parser does not check these. Errors have the form of the parser's
// errors, and also name the instruction.
Status verifyModule(const Module& module, std::string_view name);

} // namespace lz::xla
