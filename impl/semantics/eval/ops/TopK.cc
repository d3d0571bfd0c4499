// top_k: sorts each row completely, by a stable sort in the order in which -NaN is least and NaN is
// greatest.
#include "semantics/eval/OpCall.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <compare>
#include <numeric>
#include <vector>

namespace lz::eval {
namespace {

template <typename T> bool isGreater(T x, T y) {
  if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return std::strong_order(float(x), float(y)) > 0;
  else if constexpr (std::is_floating_point_v<T>)
    return std::strong_order(x, y) > 0;
  else
    return x > y;
}

} // namespace

StatusOr<Literals> evalTopK(const OpCall& call) {
  const int64_t k = TopKAttrs(call.attrs).k(), length = call.operandType(0).dims.back();
  Literal values(call.resultTypes[0]), indices(call.resultTypes[1]);
  const int64_t rows = k == 0 ? 0 : values.type().numElements() / k;
  visitDType(call.operandType(0).dtype, [&](auto zero) {
    using T = decltype(zero);
    std::vector<int32_t> order(size_t(length), 0);
    for (int64_t row = 0; row < rows; ++row) {
      const T* x = call.operands[0].as<T>() + row * length;
      std::iota(order.begin(), order.end(), 0);
      std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
        return isGreater(x[a], x[b]) || (!isGreater(x[b], x[a]) && a < b);
      });
      for (int64_t i = 0; i < k; ++i) {
        values.mutableAs<T>()[row * k + i] = x[order[size_t(i)]];
        indices.mutableAs<int32_t>()[row * k + i] = order[size_t(i)];
      }
    }
  });
  return Literals{values, indices};
}

} // namespace lz::eval
