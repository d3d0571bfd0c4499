// Infers shapes and element types. Only this code decides which operand types an op accepts and
// which result types it has. The verifiers of the IR and the recording of ops both use it, so both
// reject the same programs with the same messages. Rules and names of constraints follow the
// section of each op in the StableHLO specification.
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include <vector>

namespace lz::shape {

// The parameter and result types of a region of the op (reduce body, while condition, ...).
struct RegionType {
  std::vector<TensorType> params;
  std::vector<TensorType> results;
};

struct OpQuery {
  Opcode opcode;
  absl::Span<const TensorType* const> operands;
  absl::Span<const AttrValue> attrs;         // in the order of OpInfo::attrs
  absl::Span<const RegionType> regions = {}; // in the order of the op's regions
  // The stated result type: only `dtype` matters for ResultSpec::DType, only `dims` for
  // ResultSpec::Shape, and both for ResultSpec::Type. nullptr if the result type is inferred.
  const TensorType* stated = nullptr;
  // The result types that the op has in the IR. Only custom_call uses them, because its result
  // types do not follow from anything else.
  absl::Span<const TensorType> claimed = {};
};

using TypeList = absl::InlinedVector<TensorType, 1>;

// Appends the result types, or returns an invalid-argument status whose message names op, shapes
// and remedy, for example
//   [add] operands have different shapes: tensor<2x3xf32> and tensor<3x2xf32>; broadcast them with
//   broadcast_in_dim
Status inferTypes(const OpQuery& query, TypeList& results);
StatusOr<TypeList> inferTypes(const OpQuery& query);

} // namespace lz::shape
