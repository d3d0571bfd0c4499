// Internal to semantics/shape: the rules that infer types, and the form of a query that rules read.
// The comment before a group of rules names their file.
#pragma once

#include "base/StatusDetails.h"
#include "semantics/shape/Infer.h"

#include <string_view>

namespace lz::shape {

// Converts to a string_view for absl::StrCat, because absl's may be another type than std's.
inline absl::string_view part(std::string_view s) {
  return {s.data(), s.size()};
}
template <typename T> const T& part(const T& value) {
  return value;
}

// A query together with the op's entry. Before a rule runs, the numbers of operands, regions and
// attributes are checked. The kinds of the attributes are checked, too.
class Call {
public:
  Call(const OpQuery& query, const OpInfo& info) : query_(query), info_(info) {}

  const OpInfo& info() const { return info_; }
  size_t numOperands() const { return query_.operands.size(); }
  const TensorType& operand(size_t i) const { return *query_.operands[i]; }
  absl::Span<const RegionType> regions() const { return query_.regions; }
  const TensorType* stated() const { return query_.stated; }
  absl::Span<const TensorType> claimed() const { return query_.claimed; }

  absl::Span<const AttrValue> attrs() const { return query_.attrs; }

  // Returns an error "[add] ...".
  template <typename... Parts> Status error(const Parts&... parts) const {
    return invalidArgument("[", part(info_.name), "] ", part(parts)...);
  }
  // Returns an error about one operand, in the form of error().
  template <typename... Parts> Status errorAt(size_t operand, const Parts&... parts) const {
    return withOperand(error(parts...), int32_t(operand));
  }

private:
  const OpQuery& query_;
  const OpInfo& info_;
};

// Appends the result types, or returns an error. inferTypes then checks that the result types are
// valid.
using Rule = Status (*)(const Call& call, TypeList& results);

// Elementwise.cc
Status inferElementwise(const Call& call, TypeList& results);
Status inferNextAfter(const Call& call, TypeList& results);
Status inferComplex(const Call& call, TypeList& results);
Status inferSelect(const Call& call, TypeList& results);
Status inferClamp(const Call& call, TypeList& results);
Status inferConvert(const Call& call, TypeList& results);
// View.cc
Status inferBitcastConvert(const Call& call, TypeList& results);
Status inferBroadcastInDim(const Call& call, TypeList& results);
Status inferReshape(const Call& call, TypeList& results);
Status inferTranspose(const Call& call, TypeList& results);
Status inferReverse(const Call& call, TypeList& results);
Status inferSlice(const Call& call, TypeList& results);
Status inferPad(const Call& call, TypeList& results);
Status inferConcatenate(const Call& call, TypeList& results);
// Source.cc
Status inferConstant(const Call& call, TypeList& results);
Status inferIota(const Call& call, TypeList& results);
// Reduce.cc
Status inferReduce(const Call& call, TypeList& results);
Status inferReducePrecision(const Call& call, TypeList& results);
Status inferReduceWindow(const Call& call, TypeList& results);
// Contraction.cc
Status inferDotGeneral(const Call& call, TypeList& results);
Status inferConvolution(const Call& call, TypeList& results);
// Indexed.cc
Status inferDynamicSlice(const Call& call, TypeList& results);
Status inferDynamicUpdateSlice(const Call& call, TypeList& results);
Status inferGather(const Call& call, TypeList& results);
// Scatter.cc
Status inferScatter(const Call& call, TypeList& results);
Status inferSelectAndScatter(const Call& call, TypeList& results);
// Fft.cc
Status inferFft(const Call& call, TypeList& results);
// Sort.cc
Status inferSort(const Call& call, TypeList& results);
// Linalg.cc
Status inferCholesky(const Call& call, TypeList& results);
Status inferTriangularSolve(const Call& call, TypeList& results);
// Random.cc
Status inferRngBitGenerator(const Call& call, TypeList& results);
// TopK.cc
Status inferTopK(const Call& call, TypeList& results);
// Control.cc
Status inferWhile(const Call& call, TypeList& results);
Status inferBranches(const Call& call, TypeList& results);
Status inferCall(const Call& call, TypeList& results);
Status inferCustomCall(const Call& call, TypeList& results);
Status inferForward(const Call& call, TypeList& results);

} // namespace lz::shape
