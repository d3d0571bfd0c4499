// Infers the result types of ops, and rejects operand types that an op does not accept. The
// verifiers of the IR and the recording of ops both use this code, so they reject the same programs
// with the same messages. The rules follow the StableHLO specification.
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
  // The stated result type. For ResultSpec::DType only `dtype` is read, for ResultSpec::Shape only
  // `dims`, and for ResultSpec::Type both. This is nullptr if the result type is inferred.
  const TensorType* stated = nullptr;
  // The result types that the op has in the IR. Only custom_call uses them, because its result
  // types do not follow from anything else.
  absl::Span<const TensorType> claimed = {};
};

using TypeList = absl::InlinedVector<TensorType, 1>;

// Appends the result types. If the op does not accept its operands, returns invalid-argument. The
// message names the op, the shapes and a remedy, for example
//   [add] operands have different shapes: tensor<2x3xf32> and tensor<3x2xf32>; broadcast them with
//   broadcast_in_dim
Status inferTypes(const OpQuery& query, TypeList& results);
StatusOr<TypeList> inferTypes(const OpQuery& query);

} // namespace lz::shape
