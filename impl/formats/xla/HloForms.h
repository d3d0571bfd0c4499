// Only for formats/xla: attributes of ops in HLO's form, the mirror of PlainForms.h.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "spec/Program.h"

namespace lz::formats {

// One attribute; `name` is in the table.
xla::Attribute hloAttribute(std::string_view name, xla::AttributeValue value);

// All attributes of an op except its computations. Windows, paddings, slices and dimension labels
// are made from several attributes. Attributes that are left out have the same default. Error:
// unimplemented for more spatial dimensions than labels have digits.
StatusOr<xla::Attributes> hloForms(const xla::OpcodeInfo& opcode, const Program& program,
                                   const Op& op);

} // namespace lz::formats
