// Internal to formats/xla: attributes of ops as HLO has them, the mirror of PlainForms.h.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "spec/Program.h"

namespace lz::hlo {

// One attribute; `name` is in the table.
xla::Attribute hloAttribute(std::string_view name, xla::AttributeValue value);

// All of an op but its computations: windows, paddings, slices and dimension labels are made of
// several of its attributes. What is left out means the same. Error: unimplemented for more spatial
// dimensions than labels have digits.
StatusOr<xla::Attributes> hloForms(const xla::OpcodeInfo& opcode, const Program& program,
                                   const Op& op);

} // namespace lz::hlo
