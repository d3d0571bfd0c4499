// Slices at positions that are known only at run time. Start indices are clamped so that the slice
// is inside of the operand.
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Strided.h"

namespace lz::eval {
namespace {

// Returns the offset of the window of `sizes` in an operand of `dims`. `starts` has one scalar for
// each dimension.
int64_t clampedOffset(absl::Span<const Literal> starts, absl::Span<const int64_t> dims,
                      absl::Span<const int64_t> sizes) {
  Dims strides = rowMajorStrides(dims);
  int64_t offset = 0;
  for (size_t d = 0; d < dims.size(); ++d)
    offset += clampedInt(starts[d], 0, 0, dims[d] - sizes[d]) * strides[d];
  return offset;
}

} // namespace

StatusOr<Literals> evalDynamicSlice(const OpCall& call) {
  const Literal& operand = call.operands[0];
  const Dims& sizes = call.resultType().dims;
  int64_t base = clampedOffset(call.operands.subspan(1), operand.type().dims, sizes);
  Literal result(call.resultType());
  Dims from = rowMajorStrides(operand.type().dims), to = rowMajorStrides(sizes);
  copyStrided(operand.type().dtype, sizes, {operand.data(), base, from},
              {result.mutableData(), 0, to});
  return Literals{std::move(result)};
}

StatusOr<Literals> evalDynamicUpdateSlice(const OpCall& call) {
  const Literal& operand = call.operands[0];
  const Literal& update = call.operands[1];
  const Dims& sizes = update.type().dims;
  int64_t base = clampedOffset(call.operands.subspan(2), operand.type().dims, sizes);
  Literal result = Literal::copyOf(operand.type(), operand.data());
  Dims from = rowMajorStrides(sizes), to = rowMajorStrides(operand.type().dims);
  copyStrided(operand.type().dtype, sizes, {update.data(), 0, from},
              {result.mutableData(), base, to});
  return Literals{std::move(result)};
}

} // namespace lz::eval
