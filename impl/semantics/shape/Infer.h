// Infers shapes and dtypes. Only this code decides which operand types an op accepts and which
// result types it has. The IR verifiers and the lazy side use it, so both reject the same programs
// with the same messages. Rules and names of constraints follow the StableHLO specification
// (section of each op).
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
  absl::Span<const AttrValue> attrs;         // in the order of OpInfo::attrs
  absl::Span<const RegionType> regions = {}; // in the order of the op's regions
  // The stated result type: only `dtype` matters for ResultSpec::DType, only `dims` for
  // ResultSpec::Shape, both for ResultSpec::Type. nullptr if everything is inferred.
  const TensorType* stated = nullptr;
  // The result types of an op of the IR. Only custom_call uses them, since its types follow from
  // nothing else.
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
