// select_and_scatter: each window selects one of its elements. The region `select` compares the
// selected element with each later element. If select(selected, later) is true, the selected
// element stays. Otherwise the later element replaces it. Then the region `scatter` combines the
// source value of the window with the selected element of the result. Windows are processed in
// row-major order. Padding is never selected.
#include "semantics/eval/Elementwise.h"
#include "semantics/eval/IndexWindows.h"
#include "semantics/eval/LaneRegion.h"
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Strided.h"
#include "semantics/eval/Window.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <vector>

namespace lz::eval {
namespace {

constexpr int64_t kNone = -1;

struct Pooling {
  absl::InlinedVector<WindowDim, 6> dims;
  Dims windowSizes;
  Dims operandStrides;

  // Returns the offset in the operand of position `at` in the window at `position`, or kNone for
  // padding.
  int64_t offset(const Dims& position, const Dims& at) const {
    int64_t offset = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      int64_t element = dims[d].element(position[d], at[d]);
      if (element < 0)
        return kNone;
      offset += element * operandStrides[d];
    }
    return offset;
  }
};

Pooling poolingOf(const OpCall& call) {
  const Dims& dims = call.operandType(0).dims;
  size_t rank = dims.size();
  SelectAndScatterAttrs attrs(call.attrs);
  Ints sizes = attrs.windowDimensions().first(rank);
  Pooling pooling{{}, Dims(sizes.begin(), sizes.end()), rowMajorStrides(dims)};
  for (size_t d = 0; d < rank; ++d)
    pooling.dims.push_back({dims[d], attrs.windowStrides()[d], attrs.padding()[2 * d], 1, 1});
  return pooling;
}

// Loads element offsets[i] of the operand into lane i. Lanes without an element do not change.
void loadLanes(const Literal& operand, absl::Span<const int64_t> offsets, Literal& lanes) {
  visitSize(operand.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    for (size_t i = 0; i < offsets.size(); ++i)
      if (offsets[i] != kNone)
        lanes.mutableAs<T>()[i] = operand.as<T>()[offsets[i]];
  });
}

// Returns for each window the offset of the selected element. Each step goes to one window
// position, which is the same for all windows. Every window compares its selected element with its
// element at this position.
StatusOr<std::vector<int64_t>> pickElements(const OpCall& call, const Pooling& pooling,
                                            const TensorType& source) {
  size_t count = size_t(source.numElements());
  std::vector<int64_t> picked(count, kNone), candidates(count);
  LaneRegion keep(call.regions[0], *call.runner, int64_t(count));
  Dims at(pooling.windowSizes.size());
  do {
    Dims position(source.dims.size());
    size_t window = 0;
    do {
      candidates[window++] = pooling.offset(position, at);
    } while (nextIndex(position, source.dims));
    loadLanes(call.operands[0], picked, keep.param(0));
    loadLanes(call.operands[0], candidates, keep.param(1));
    LZ_RETURN_IF_ERROR(keep.run());
    const bool* keeps = keep.result(0).as<bool>();
    for (size_t i = 0; i < count; ++i)
      if (candidates[i] != kNone && (picked[i] == kNone || !keeps[i]))
        picked[i] = candidates[i];
  } while (nextIndex(at, pooling.windowSizes));
  return picked;
}

} // namespace

StatusOr<Literals> evalSelectAndScatter(const OpCall& call) {
  // Comparisons use the operand's type. Values that are combined are converted to the type of the
  // result.
  LZ_ASSIGN_OR_RETURN(Literals combined, promote(call.operands.subspan(1), call.resultTypes));
  const Literal &source = combined[0], &init = combined[1];
  Pooling pooling = poolingOf(call);
  Literal result(call.resultType());
  size_t size = byteSize(result.type().dtype);
  for (int64_t i = 0; i < result.type().numElements(); ++i)
    std::copy_n(init.data(), size, result.mutableData() + size_t(i) * size);
  if (isEmptyBox(source.type().dims) || isEmptyBox(pooling.windowSizes))
    return Literals{std::move(result)};

  LZ_ASSIGN_OR_RETURN(std::vector<int64_t> picked, pickElements(call, pooling, source.type()));
  LaneRegion combine(call.regions[1], *call.runner, 1);
  for (size_t i = 0; i < picked.size(); ++i) {
    if (picked[i] == kNone)
      continue;
    std::byte* element = result.mutableData() + size_t(picked[i]) * size;
    std::copy_n(element, size, combine.param(0).mutableData());
    std::copy_n(source.data() + i * size, size, combine.param(1).mutableData());
    LZ_RETURN_IF_ERROR(combine.run());
    std::copy_n(combine.result(0).data(), size, element);
  }
  return Literals{std::move(result)};
}

} // namespace lz::eval
