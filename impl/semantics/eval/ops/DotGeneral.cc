// dot_general: copies the operands to the orders [batch, row, k] and [batch, k, column], and then
// sums over k in order.
#include "semantics/eval/Accumulate.h"
#include "semantics/eval/IndexWindows.h"
#include "semantics/eval/OpCall.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::eval {
namespace {

struct DotShape {
  Dims lhsOrder, rhsOrder; // the operands' dimensions in the copied order
  int64_t batch, rows, depth, columns;
};

int64_t product(absl::Span<const int64_t> values) {
  int64_t n = 1;
  for (int64_t v : values)
    n *= v;
  return n;
}

Dims concat(absl::Span<const int64_t> a, absl::Span<const int64_t> b, absl::Span<const int64_t> c) {
  Dims all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  all.insert(all.end(), c.begin(), c.end());
  return all;
}

DotShape dotShape(const OpCall& call) {
  const TensorType& lhs = call.operandType(0);
  const TensorType& rhs = call.operandType(1);
  DotGeneralAttrs attrs(call.attrs);
  auto lhsBatch = attrs.lhsBatchingDimensions(), rhsBatch = attrs.rhsBatchingDimensions();
  auto lhsContract = attrs.lhsContractingDimensions();
  auto rhsContract = attrs.rhsContractingDimensions();
  Dims lhsFree = dimsExcept(lhs.rank(), lhsBatch, lhsContract);
  Dims rhsFree = dimsExcept(rhs.rank(), rhsBatch, rhsContract);
  return {concat(lhsBatch, lhsFree, lhsContract), concat(rhsBatch, rhsContract, rhsFree),
          product(select(lhs.dims, lhsBatch)),    product(select(lhs.dims, lhsFree)),
          product(select(lhs.dims, lhsContract)), product(select(rhs.dims, rhsFree))};
}

template <typename Acc> std::vector<Acc> packed(const Literal& operand, const Dims& order) {
  return packAs<Acc>(operand, select(operand.type().dims, order),
                     select(rowMajorStrides(operand.type().dims), order));
}

template <typename T> void multiply(const OpCall& call, const DotShape& shape, Literal& result) {
  using Acc = Accumulator<T>;
  std::vector<Acc> lhs = packed<Acc>(call.operands[0], shape.lhsOrder);
  std::vector<Acc> rhs = packed<Acc>(call.operands[1], shape.rhsOrder);
  std::vector<Acc> row(size_t(shape.columns));
  T* out = result.mutableAs<T>();
  for (int64_t b = 0; b < shape.batch; ++b) {
    const Acc* y = rhs.data() + b * shape.depth * shape.columns;
    for (int64_t m = 0; m < shape.rows; ++m) {
      const Acc* x = lhs.data() + (b * shape.rows + m) * shape.depth;
      std::fill(row.begin(), row.end(), Acc{});
      for (int64_t k = 0; k < shape.depth; ++k)
        addScaled(row.data(), x[k], y + k * shape.columns, shape.columns);
      for (Acc sum : row)
        *out++ = fromAccumulator<T>(sum);
    }
  }
}

} // namespace

StatusOr<Literals> evalDotGeneral(const OpCall& call) {
  DotShape shape = dotShape(call);
  Literal result(call.resultType());
  visitAnyDType(call.resultType().dtype,
                [&](auto zero) { multiply<decltype(zero)>(call, shape, result); });
  return Literals{std::move(result)};
}

} // namespace lz::eval
