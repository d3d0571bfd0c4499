// Converts the attributes of an instruction to those of its op.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "spec/Attr.h"

namespace lz::formats {

// Returns the attributes of the op that `instruction` becomes, in the order of info.attrs. Errors
// are not located.
StatusOr<Attrs> plainForms(const xla::Instruction& instruction, const OpInfo& info);

} // namespace lz::formats
