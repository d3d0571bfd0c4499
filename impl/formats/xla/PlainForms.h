// Converts the attributes of an instruction to those of its op.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "spec/Attr.h"

namespace lz::formats {

// As info.attrs, for the op of `instruction`. Errors are not located.
StatusOr<Attrs> plainForms(const xla::Instruction& instruction, const OpInfo& info);

} // namespace lz::formats
