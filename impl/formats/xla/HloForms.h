// Internal to formats/xla: converts attributes of ops to HLO. PlainForms.h does the reverse.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "spec/Program.h"

namespace lz::formats {

// Returns an attribute with this name and value. findAttributeInfo must know the name.
xla::Attribute hloAttribute(std::string_view name, xla::AttributeValue value);

// Returns the HLO attributes of an op, except its computations. Windows, paddings, slices and
// dimension labels are made from several attributes of the op. If there are more spatial dimensions
// than HLO can label, fails with unimplemented.
StatusOr<xla::Attributes> hloForms(const xla::OpcodeInfo& opcode, const Program& program,
                                   const Op& op);

} // namespace lz::formats
