// Parses HLO text to modules, and prints them.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

// Returns whether the first word of the text, after any comments, is HloModule.
bool isHloText(std::string_view text);

// Parses the text of a module, as XLA's dumps of any age contain it. Instructions that are written
// as operands of others, selectors (%t#0), bodies in braces and asynchronous forms of ops
// (add-start) become instructions and computations of their own. A text without "HloModule" may
// contain computations, or the instructions of one. `name` identifies the text in messages. Takes
// linear time. All errors are invalid-argument, "name:line:column: ...", including those for
// shapes, operands or bodies that nest too deeply.
StatusOr<Module> parseHloText(std::string_view text, std::string_view name);

// Prints a module so that parseHloText returns an equal one.
std::string printHloText(const Module& module);

// Checks what the parser does not check: the number of operands, attributes that an op requires,
// and the types of parameters of called computations. Errors are like those of the parser, and name
// the instruction.
Status verifyModule(const Module& module, std::string_view name);

} // namespace lz::xla
