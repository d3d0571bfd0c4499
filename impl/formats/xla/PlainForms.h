// The attributes of an instruction as those of its op.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "spec/Attr.h"

namespace lz::hlo {

// As info.attrs, of the op that `instruction` is. Errors are not located.
StatusOr<Attrs> plainForms(const xla::Instruction& instruction, const OpInfo& info);

} // namespace lz::hlo
