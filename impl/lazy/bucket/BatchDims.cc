#include "lazy/bucket/BatchDims.h"

#include "absl/algorithm/container.h"
#include "base/StatusDetails.h"
#include "spec/Clone.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::lazy {

namespace {

constexpr int32_t kNone = -1;

bool isIn(absl::Span<const int64_t> dims, size_t dim) {
  return absl::c_linear_search(dims, int64_t(dim));
}

} // namespace

BatchDims::BatchDims(const Program& program) : program_(program) {
  for (const TensorType& type : program.types) {
    firstDim_.push_back(int32_t(with_.size()));
    for (size_t dim = 0; dim < type.dims.size(); ++dim)
      with_.push_back(int32_t(with_.size()));
  }
  isBatch_.resize(with_.size());
}

int32_t BatchDims::find(int32_t dim) const {
  while (with_[size_t(dim)] != dim) {
    int32_t& next = with_[size_t(dim)];
    next = with_[size_t(next)];
    dim = next;
  }
  return dim;
}

void BatchDims::unite(int32_t a, int32_t b) {
  with_[size_t(find(a))] = find(b);
}

bool BatchDims::isBatch(ValueId value, size_t dim) const {
  return isBatch_[size_t(find(firstDim_[size_t(value)] + int32_t(dim)))] != 0;
}

int64_t BatchDims::dimOf(RecordedId value) const {
  const auto id = ValueId(value);
  for (size_t dim = 0; dim < program_.type(id).dims.size(); ++dim)
    if (isBatch(id, dim))
      return int64_t(dim);
  return kNone;
}

size_t BatchDims::countIn(ValueId value) const {
  size_t count = 0;
  for (size_t dim = 0; dim < program_.type(value).dims.size(); ++dim)
    count += isBatch(value, dim);
  return count;
}

// The rules of the ops. together() states that two dimensions always have the same size. fixed()
// states that a dimension has the same size for every batch. If no rule states anything about a
// dimension, such as a new dimension of a broadcast, the ops that read the result decide.
class BatchDims::Rules {
public:
  explicit Rules(BatchDims& dims)
      : dims_(dims), program_(dims.program_), fixedBy_(dims.with_.size(), nullptr) {}

  void apply(const Op& op) {
    op_ = &op;
    // A body can use an array that it captures in any way, so all dimensions of such an array are
    // fixed.
    for (const Region& region : op.regions)
      for (ValueId capture : capturesOf(region))
        allFixed(capture);
    switch (opInfo(op.opcode).kind) {
    case OpKind::Elementwise:
      return elementwise();
    case OpKind::Source:
      return source();
    case OpKind::View:
      return view();
    case OpKind::Reduce:
      return op.opcode == Opcode::Reduce ? reduce() : unknown();
    case OpKind::Contraction:
      return op.opcode == Opcode::DotGeneral ? dot() : unknown();
    default:
      return unknown();
    }
  }

  // Returns the first op that needs the same size of a batch dimension for every batch (fixed()).
  // Returns nullptr if there is no such op.
  const Op* conflict() const {
    const Op* first = nullptr;
    for (size_t dim = 0; dim < fixedBy_.size(); ++dim)
      if (fixedBy_[dim] && dims_.isBatch_[size_t(dims_.find(int32_t(dim)))] &&
          (!first || fixedBy_[dim] < first))
        first = fixedBy_[dim];
    return first;
  }

private:
  size_t rankOf(ValueId value) const { return program_.type(value).dims.size(); }
  int64_t sizeOf(ValueId value, size_t dim) const { return program_.type(value).dims[dim]; }

  void together(ValueId a, size_t dimA, ValueId b, size_t dimB) {
    dims_.unite(dims_.firstDim_[size_t(a)] + int32_t(dimA),
                dims_.firstDim_[size_t(b)] + int32_t(dimB));
  }
  void fixed(ValueId value, size_t dim) {
    const Op*& by = fixedBy_[size_t(dims_.firstDim_[size_t(value)]) + dim];
    by = by ? by : op_;
  }
  void allFixed(ValueId value) {
    for (size_t dim = 0; dim < rankOf(value); ++dim)
      fixed(value, dim);
  }
  void unknown() {
    absl::c_for_each(op_->operands, [&](ValueId value) { allFixed(value); });
    absl::c_for_each(op_->results, [&](ValueId value) { allFixed(value); });
  }

  ValueId operand(size_t i = 0) const { return op_->operands[i]; }
  ValueId result(size_t i = 0) const { return op_->results[i]; }

  // Skips operands whose rank differs from that of the result: a predicate or a bound can be one
  // number for all elements.
  void elementwise() {
    if (op_->opcode == Opcode::BitcastConvert)
      return bitcast();
    for (ValueId value : op_->operands)
      if (rankOf(value) == rankOf(result()))
        for (size_t dim = 0; dim < rankOf(result()); ++dim)
          together(value, dim, result(), dim);
  }

  // If the bit width changes, one of the two types has an additional last dimension, whose size is
  // fixed. For example f32[8] becomes u8[8, 4].
  void bitcast() {
    const size_t shared = std::min(rankOf(operand()), rankOf(result()));
    for (size_t dim = 0; dim < shared; ++dim)
      together(operand(), dim, result(), dim);
    for (ValueId value : {operand(), result()})
      for (size_t dim = shared; dim < rankOf(value); ++dim)
        fixed(value, dim);
  }

  // An iota can grow, and so can a constant whose elements are equal. Any other constant has a
  // fixed size.
  void source() {
    if (op_->opcode == Opcode::Iota)
      return;
    if (op_->opcode != Opcode::Constant || !ConstantAttrs(op_->attrs).value().isSplat())
      allFixed(result());
  }

  void view() {
    switch (op_->opcode) {
    case Opcode::BroadcastInDim:
      return broadcast();
    case Opcode::Transpose:
      return transpose();
    case Opcode::Reshape:
      return reshape();
    case Opcode::Slice:
      return slice();
    case Opcode::Pad:
      return pad();
    case Opcode::Reverse:
      return alongOthers(ReverseAttrs(op_->attrs).dimensions());
    case Opcode::Concatenate:
      return concatenate();
    default:
      return unknown();
    }
  }

  void broadcast() {
    const auto to = BroadcastInDimAttrs(op_->attrs).broadcastDimensions();
    for (size_t dim = 0; dim < to.size(); ++dim)
      if (sizeOf(operand(), dim) == sizeOf(result(), size_t(to[dim])))
        together(operand(), dim, result(), size_t(to[dim]));
      else
        fixed(operand(), dim); // a dimension of size 1
  }

  void transpose() {
    const auto from = TransposeAttrs(op_->attrs).permutation();
    for (size_t dim = 0; dim < from.size(); ++dim)
      together(operand(), size_t(from[dim]), result(), dim);
  }

  // A reshape keeps its first dimensions as long as their sizes agree, and likewise its last
  // dimensions. The dimensions in between are new.
  void reshape() {
    const size_t ranks[2] = {rankOf(operand()), rankOf(result())},
                 most = std::min(ranks[0], ranks[1]);
    size_t front = 0, back = 0;
    while (front < most && sizeOf(operand(), front) == sizeOf(result(), front)) {
      together(operand(), front, result(), front);
      ++front;
    }
    while (back < most - front &&
           sizeOf(operand(), ranks[0] - 1 - back) == sizeOf(result(), ranks[1] - 1 - back)) {
      together(operand(), ranks[0] - 1 - back, result(), ranks[1] - 1 - back);
      ++back;
    }
    for (size_t dim = front; dim < ranks[0] - back; ++dim)
      fixed(operand(), dim);
    for (size_t dim = front; dim < ranks[1] - back; ++dim)
      fixed(result(), dim);
  }

  void slice() {
    const SliceAttrs attrs(op_->attrs);
    for (size_t dim = 0; dim < rankOf(operand()); ++dim)
      wholeOrFixed(dim, attrs.startIndices()[dim] == 0 && attrs.strides()[dim] == 1 &&
                            attrs.limitIndices()[dim] == sizeOf(operand(), dim));
  }

  void pad() {
    const PadAttrs attrs(op_->attrs);
    for (size_t dim = 0; dim < rankOf(operand()); ++dim)
      wholeOrFixed(dim, attrs.edgePaddingLow()[dim] == 0 && attrs.edgePaddingHigh()[dim] == 0 &&
                            attrs.interiorPadding()[dim] == 0);
  }

  void wholeOrFixed(size_t dim, bool isWhole) {
    if (isWhole)
      return together(operand(), dim, result(), dim);
    fixed(operand(), dim);
    fixed(result(), dim);
  }

  // Called for an op that works along some dimensions and keeps all others.
  void alongOthers(absl::Span<const int64_t> along) {
    for (size_t dim = 0; dim < rankOf(operand()); ++dim)
      wholeOrFixed(dim, !isIn(along, dim));
  }

  void concatenate() {
    const auto along = size_t(ConcatenateAttrs(op_->attrs).dimension());
    for (ValueId value : op_->operands)
      for (size_t dim = 0; dim < rankOf(result()); ++dim)
        if (dim == along)
          fixed(value, dim);
        else
          together(value, dim, result(), dim);
    fixed(result(), along);
  }

  // A reduced dimension is masked (Bucketing.h) if the body is one op with a neutral element.
  void reduce() {
    const auto gone = ReduceAttrs(op_->attrs).dimensions();
    const bool isMaskable = op_->results.size() == 1;
    size_t kept = 0;
    for (size_t dim = 0; dim < rankOf(operand()); ++dim) {
      const bool goes = isIn(gone, dim);
      for (size_t i = 0; i < op_->results.size(); ++i)
        if (goes && !isMaskable)
          fixed(operand(i), dim);
        else if (!goes)
          together(operand(i), dim, result(i), kept);
      kept += !goes;
    }
    for (size_t i = 1; i < op_->results.size(); ++i)
      for (size_t dim = 0; dim < rankOf(operand()); ++dim)
        together(operand(), dim, operand(i), dim);
  }

  // The result has the batching dimensions, then the free dimensions of lhs, then those of rhs.
  // Contracted dimensions are masked.
  void dot() {
    const DotGeneralAttrs attrs(op_->attrs);
    const auto lhsBatching = attrs.lhsBatchingDimensions(),
               rhsBatching = attrs.rhsBatchingDimensions();
    const auto lhsGone = attrs.lhsContractingDimensions(),
               rhsGone = attrs.rhsContractingDimensions();
    size_t dim = 0;
    for (size_t i = 0; i < lhsBatching.size(); ++i, ++dim) {
      together(operand(0), size_t(lhsBatching[i]), result(), dim);
      together(operand(1), size_t(rhsBatching[i]), result(), dim);
    }
    for (size_t i = 0; i < lhsGone.size(); ++i)
      together(operand(0), size_t(lhsGone[i]), operand(1), size_t(rhsGone[i]));
    for (size_t d = 0; d < rankOf(operand(0)); ++d)
      if (!isIn(lhsBatching, d) && !isIn(lhsGone, d))
        together(operand(0), d, result(), dim++);
    for (size_t d = 0; d < rankOf(operand(1)); ++d)
      if (!isIn(rhsBatching, d) && !isIn(rhsGone, d))
        together(operand(1), d, result(), dim++);
  }

  BatchDims& dims_;
  const Program& program_;
  const Op* op_ = nullptr;
  std::vector<const Op*> fixedBy_; // index: dimension; nullptr if no op fixes it
};

static Status noRule(const Program& program, const Op& op) {
  Status status =
      unimplemented("[", std::string(opInfo(op.opcode).name),
                    "] has no rule for a batch that was bucketed: the padding would change its "
                    "results, or the op needs the size of the batch. Do not bucket the tensors of "
                    "this batch");
  return op.location < 0 ? status
                         : withLocation(std::move(status), program.locations[size_t(op.location)]);
}

StatusOr<BatchDims> BatchDims::of(const Program& program, const std::vector<uint8_t>& isBatch) {
  BatchDims dims(program);
  Rules rules(dims);
  for (const Op& op : program.body.ops)
    rules.apply(op);
  const auto markBatch = [&](ValueId value) {
    dims.isBatch_[size_t(dims.find(dims.firstDim_[size_t(value)]))] = 1;
  };
  for (size_t i = 0; i < program.body.params.size(); ++i)
    if (isBatch[i])
      markBatch(program.body.params[i]);
  if (const Op* op = rules.conflict())
    return noRule(program, *op);
  // A parameter that is not marked must not contain the batch, and no value may contain it in two
  // dimensions.
  for (size_t i = 0; i < program.body.params.size(); ++i) {
    const ValueId param = program.body.params[i];
    const size_t found = dims.countIn(param);
    if (!isBatch[i] && found > 0)
      return invalidArgument("parameter ", i, ", ", program.type(param).str(),
                             ", has the size of the batch, but was not bucketed: call "
                             "lz_tensor_bucket for its tensor, too");
    if (found > 1)
      return unimplemented("parameter ", i, ", ", program.type(param).str(),
                           ", has the batch in two dimensions: do not call lz_tensor_bucket "
                           "for its tensor");
  }
  for (const Op& op : program.body.ops)
    for (ValueId result : op.results)
      if (dims.countIn(result) > 1)
        return noRule(program, op);
  return dims;
}

} // namespace lz::lazy
