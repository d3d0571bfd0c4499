// HLO text to modules and back.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

// Whether the text begins with the word HloModule, comments aside.
bool isHloText(std::string_view text);

// A module from its text, as dumps of XLA of any age have it. Operands in operands, selectors
// (%t#0), bodies in braces and asynchronous forms of ops (add-start) become instructions and
// computations of their own. A text without "HloModule" may hold computations, or the instructions
// of one. `name` stands for the text in messages. Linear in the text.
// Errors: invalid-argument, "name:line:column: ..."; also for shapes, operands or bodies that nest
// too deep.
StatusOr<Module> parseHloText(std::string_view text, std::string_view name);

// Prints a module so that parseHloText gives an equal one.
std::string printHloText(const Module& module);

// Checks what can be wrong in a module, but not in a text: the number of operands, attributes that
// an op needs, the types of parameters of what is called. Errors as above; each names the
// instruction.
Status verifyModule(const Module& module, std::string_view name);

} // namespace lz::xla
