// Shape and dtype inference. Only this code decides which operand types an op accepts and which
// result types it has. The IR verifiers and the lazy side use it, so both refuse the same programs
// with the same words. Rules and names of constraints follow the StableHLO specification (section
// of each op).
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include <vector>

namespace lz::shape {

// The signature of a region of the op (reduce body, while condition, ...).
struct RegionType {
  std::vector<TensorType> params;
  std::vector<TensorType> results;
};

struct OpQuery {
  Opcode opcode;
  absl::Span<const TensorType* const> operands;
  absl::Span<const AttrValue> attrs;         // as OpInfo::attrs
  absl::Span<const RegionType> regions = {}; // as the op has regions
  // The stated result type: `dtype` counts for ResultSpec::DType, `dims` for ResultSpec::Shape,
  // both for ResultSpec::Type; nullptr when everything is inferred.
  const TensorType* stated = nullptr;
  // The result types that an op of the IR carries. They are used only for custom_call, whose types
  // follow from nothing else.
  absl::Span<const TensorType> claimed = {};
};

using TypeList = absl::InlinedVector<TensorType, 1>;

// Appends the result types, or returns an invalid-argument status whose message names op, shapes
// and remedy, e.g.
//   [add] operands have different shapes: tensor<2x3xf32> and tensor<3x2xf32>; broadcast them with
//   broadcast_in_dim
Status inferTypes(const OpQuery& query, TypeList& results);
StatusOr<TypeList> inferTypes(const OpQuery& query);

} // namespace lz::shape
