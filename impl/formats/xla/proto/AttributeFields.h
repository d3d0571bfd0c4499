// Internal to formats/xla/proto: maps attributes to fields of HloInstructionProto.
#pragma once

#include "absl/types/span.h"

#include <string_view>

namespace lz::xla {

// The place of an attribute in a proto. If `message` is 0, the attribute is in field `field` of the
// instruction. Otherwise it is in field `field` of the message in field `message`. For an
// enumeration, `words` has the name of each number, or "" if a number has no name.
struct AttributeField {
  std::string_view attribute;
  int message;
  int field;
  absl::Span<const std::string_view> words = {};
};

// The fields with the dimension numbers of a product and of a ragged product. The message of the
// ragged product contains that of the product as its field 1.
inline constexpr int kDotNumbers = 30, kRaggedNumbers = 90;

absl::Span<const AttributeField> attributeFields();

// Returns whether instructions of this opcode have the message that contains the field. So the
// opcode decides between two fields with the same name: gather and scatter both have an
// index_vector_dim.
bool isOf(const AttributeField& field, std::string_view opcode);

} // namespace lz::xla
