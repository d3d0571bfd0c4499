// The rule of scatter. The gradient of each update is gathered from the place where the update was
// written. Updates that reach outside of the input are not written, so their gradient is zero.
#include "absl/algorithm/container.h"
#include "autodiff/rules/Combiner.h"
#include "autodiff/rules/Indexing.h"
#include "spec/OpAttrs.inc.h"

namespace lz::autodiff {
namespace {

class ScatterRule {
public:
  explicit ScatterRule(const RuleCall& call)
      : call_(call), b_(call.b), indices_(call.operand(1)), input_(call.operandType(0)),
        updates_(call.operandType(2)), g_(call.g[0]),
        unique_(ScatterAttrs(call.attrs()).uniqueIndices()) {
    ScatterAttrs attrs(call.attrs());
    auto ints = [](absl::Span<const int64_t> list) { return Ints(list.begin(), list.end()); };
    dims_ = {ints(attrs.updateWindowDims()),         ints(attrs.insertedWindowDims()),
             ints(attrs.inputBatchingDims()),        ints(attrs.scatterIndicesBatchingDims()),
             ints(attrs.scatterDimsToOperandDims()), attrs.indexVectorDim()};
    sizes_.assign(input_.dims.size(), 1);
    size_t next = 0;
    for (size_t d = 0; d < sizes_.size(); ++d)
      if (!absl::c_linear_search(dims_.dropped, int64_t(d)) &&
          !absl::c_linear_search(dims_.operandBatching, int64_t(d)))
        sizes_[d] = updates_.dims[size_t(dims_.window[next++])];
  }

  // The rule if the op adds updates to the input.
  void add() {
    give(0, g_);
    if (call_.wants(2))
      give(2, fitting(gathered(g_)));
  }

  // The rule for a scatter that multiplies elements of the input by updates. Each element may get
  // only one update.
  Status multiply() {
    if (!unique_)
      return call_.refuse(" for multiply when elements may be updated twice; state unique_indices "
                          "if they are not");
    if (call_.wants(0))
      give(0, scatter(b_, g_, indices_, b_.convert(call_.operand(2), accumulated()), dims_,
                      Opcode::Multiply, unique_));
    if (call_.wants(2))
      give(2, fitting(gathered(
                  b_.op(Opcode::Multiply, {g_, b_.convert(call_.operand(0), accumulated())}))));
    return okStatus();
  }

  void replace() {
    if (call_.wants(0))
      give(0, scatter(b_, g_, indices_, b_.zeros({accumulated(), updates_.dims}), dims_,
                      std::nullopt, unique_));
    if (call_.wants(2))
      give(2, unique_ ? fitting(gathered(g_)) : winning(gathered(g_)));
  }

private:
  DType accumulated() const { return b_.type(g_).dtype; }

  void give(size_t i, ValueId cotangent) {
    call_.give(i, b_.convert(cotangent, call_.operandType(i).dtype));
  }

  ValueId gathered(ValueId x) {
    // An empty input has no place for the windows of a gather. All updates are skipped, so the
    // result is zero.
    if (input_.numElements() == 0)
      return b_.zeros({b_.type(x).dtype, updates_.dims});
    return gather(b_, x, indices_, dims_, sizes_);
  }

  ValueId fitting(ValueId windows) {
    return maskWindows(b_, windows, indices_, dims_, input_.dims, sizes_);
  }

  // Returns the windows, with zeros in place of updates that a later update has replaced. To find
  // such updates, the index vectors are numbered, and the numbers are scattered and then gathered
  // again. If the gather returns another number for an index vector, or no number, its update was
  // replaced.
  ValueId winning(ValueId windows) {
    Dims batch;
    for (size_t d = 0; d < updates_.dims.size(); ++d)
      if (!absl::c_linear_search(dims_.window, int64_t(d)))
        batch.push_back(updates_.dims[d]);
    int64_t count = TensorType{DType::S32, batch}.numElements();
    DType dtype = count > INT32_MAX ? DType::S64 : DType::S32;
    TensorType flat{dtype, {count}};
    ValueId numbers = b_.reshape(b_.op(Opcode::Iota, {}, {int64_t(0)}, &flat), batch);
    numbers = spreadOverWindows(b_, numbers, updates_.dims, dims_);
    ValueId none = b_.splat(-1, {dtype, input_.dims});
    ValueId winners = gathered(scatter(b_, none, indices_, numbers, dims_, std::nullopt));
    ValueId wins = b_.compare(winners, numbers, ComparisonDirection::EQ);
    return b_.select(wins, windows, b_.zeros(b_.type(windows)));
  }

  const RuleCall& call_;
  Builder& b_;
  ValueId indices_;
  TensorType input_, updates_;
  ValueId g_;
  bool unique_;
  IndexDims dims_;
  Ints sizes_; // size of a window in each dimension of the input
};

} // namespace

Status vjpScatter(const RuleCall& call) {
  if (call.op.results.size() != 1)
    return call.refuse(" when it combines several inputs at once; scatter each of them");
  const Region& body = call.op.regions[0];
  std::optional<Opcode> combine = combinerOf(body);
  if (combine == Opcode::Multiply)
    return ScatterRule(call).multiply();
  if (combine == Opcode::Add)
    ScatterRule(call).add();
  else if (returnsSecond(body))
    ScatterRule(call).replace();
  else
    return call.refuse(
        " with this body; it has one for add, for multiply and for returning the update");
  return okStatus();
}

} // namespace lz::autodiff
