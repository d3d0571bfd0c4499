// Internal to formats/xla/proto: maps attributes to fields of HloInstructionProto.
#pragma once

#include "absl/types/span.h"

#include <string_view>

namespace lz::xla {

// An attribute is field `field` of the instruction, or of the message in its field `message`. For
// an enumeration, `words` has the names of its numbers, or "" for a number without a name.
struct AttributeField {
  std::string_view attribute;
  int message;
  int field;
  absl::Span<const std::string_view> words = {};
};

// The fields of the dimension numbers of a product and a ragged product. The latter message has the
// former in its field 1.
inline constexpr int kDotNumbers = 30, kRaggedNumbers = 90;

absl::Span<const AttributeField> attributeFields();

// Returns whether an instruction of this opcode has the field's message: index_vector_dim exists in
// those of gather and scatter.
bool isOf(const AttributeField& field, std::string_view opcode);

} // namespace lz::xla
