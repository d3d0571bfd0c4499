// Internal to formats/xla/proto: which field of an HloInstructionProto an attribute is.
#pragma once

#include "absl/types/span.h"

#include <string_view>

namespace lz::xla {

// Field `field` of the instruction, or of the message in its field `message`. For an enumeration,
// `words` has the names of its numbers, or "" for a number without a name.
struct AttributeField {
  std::string_view attribute;
  int message;
  int field;
  absl::Span<const std::string_view> words = {};
};

// A ragged product has the numbers of a product in field 1 of its own message.
inline constexpr int kDotNumbers = 30, kRaggedNumbers = 90;

absl::Span<const AttributeField> attributeFields();

// Whether an instruction of this opcode has the field's message: index_vector_dim is in that of
// gather and in that of scatter.
bool isOf(const AttributeField& field, std::string_view opcode);

} // namespace lz::xla
