// Internal to formats/xla: converts attributes of ops to HLO. PlainForms.h does the reverse.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "spec/Program.h"

namespace lz::formats {

// Returns an attribute with this name and value. findAttributeInfo must know the name.
xla::Attribute hloAttribute(std::string_view name, xla::AttributeValue value);

// Returns all attributes of an op except its computations. Windows, paddings, slices and dimension
// labels are made from several attributes of the op. Attributes that are omitted have the same
// default in HLO. Fails with unimplemented if there are more spatial dimensions than labels have
// digits.
StatusOr<xla::Attributes> hloForms(const xla::OpcodeInfo& opcode, const Program& program,
                                   const Op& op);

} // namespace lz::formats
