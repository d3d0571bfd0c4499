// Ops without operands.
#include "base/elements/Rounding.h"
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Strided.h"
#include "spec/OpAttrs.inc.h"

namespace lz::eval {

StatusOr<Literals> evalConstant(const OpCall& call) {
  return Literals{ConstantAttrs(call.attrs).value()};
}

StatusOr<Literals> evalIota(const OpCall& call) {
  const Dims& dims = call.resultType().dims;
  size_t dimension = size_t(IotaAttrs(call.attrs).iotaDimension());
  Literal result(call.resultType());
  if (isEmptyBox(dims))
    return Literals{std::move(result)};
  int64_t inner = rowMajorStrides(dims)[dimension];
  visitAnyDType(call.resultType().dtype, [&](auto zero) {
    using T = decltype(zero);
    T* out = result.mutableAs<T>();
    int64_t n = call.resultType().numElements();
    for (int64_t i = 0; i < n; ++i) {
      int64_t value = i / inner % dims[dimension];
      if constexpr (kIsComplex<T>)
        out[i].re = decltype(T::re)(value);
      else if constexpr (HalfFloat<T>)
        out[i] = roundedTo<T>(value);
      else
        out[i] = T(value);
    }
  });
  return Literals{std::move(result)};
}

} // namespace lz::eval
