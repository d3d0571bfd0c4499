#include "lazy/bucket/Bucketing.h"

#include "absl/algorithm/container.h"
#include "autodiff/Builder.h"
#include "base/StatusDetails.h"
#include "lazy/bucket/BatchDims.h"
#include "semantics/shape/Infer.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>

namespace lz::lazy {

int64_t bucketOf(int64_t size, int64_t least) {
  return std::max(int64_t(std::bit_ceil(uint64_t(size))), least);
}

namespace {

// Returns the least or the largest number of the type, or nullopt if this file does not know it.
std::optional<Literal> extremeOf(DType dtype, bool isLeast) {
  const TensorType scalar{dtype, {}};
  if (isSmall(dtype))
    return std::nullopt;
  if (dtype == DType::Pred || isUnsignedInt(dtype))
    return Literal::splatInt(scalar, isLeast ? 0 : dtype == DType::Pred ? 1 : -1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (isFloat(dtype))
    return Literal::splat(scalar, isLeast ? -kInfinity : kInfinity);
  const auto least = int64_t(~uint64_t(0) << (bitWidth(dtype) - 1)); // for example -128 for 8 bits
  return Literal::splatInt(scalar, isLeast ? least : ~least);
}

// Returns the neutral element of `body`, or nullopt if none is known.
std::optional<Literal> neutralOf(const Region& body, DType dtype) {
  if (body.ops.size() != 1 || body.params.size() != 2 || isComplex(dtype))
    return std::nullopt;
  const Op& op = body.ops.front();
  const bool isPlain = op.operands.size() == 2 && op.operands[0] != op.operands[1] &&
                       absl::c_all_of(op.operands, [&](ValueId operand) {
                         return absl::c_linear_search(body.params, operand);
                       });
  if (!isPlain || body.results != std::vector<ValueId>(op.results.begin(), op.results.end()))
    return std::nullopt;
  const TensorType scalar{dtype, {}};
  switch (op.opcode) {
  case Opcode::Add:
  case Opcode::Or:
    return Literal::splat(scalar, 0);
  case Opcode::Multiply:
    return Literal::splat(scalar, 1);
  case Opcode::And:
    return Literal::splatInt(scalar, dtype == DType::Pred ? 1 : -1);
  case Opcode::Maximum:
    return extremeOf(dtype, true);
  case Opcode::Minimum:
    return extremeOf(dtype, false);
  default:
    return std::nullopt;
  }
}

// A value of the program for any batch size. The values of the recorded program come first and keep
// their numbers; their batch dimension has the size of the bound. Additional values follow.
enum class GrownId : ValueId {};

class Transform {
public:
  Transform(const Program& from, const BatchDims& dims, int64_t bound)
      : from_(from), dims_(dims), bound_(bound), builder_(to_, to_.body.ops) {}

  StatusOr<Program> run() {
    to_.locations = from_.locations;
    for (size_t id = 0; id < from_.types.size(); ++id)
      to_.addValue(grownType(RecordedId(id)));
    to_.body.params = from_.body.params;
    size_ = GrownId(to_.addValue({DType::S32, {}}));
    to_.body.params.push_back(ValueId(size_));
    keepDonations();
    for (const Op& op : from_.body.ops)
      LZ_RETURN_IF_ERROR(append(op));
    LZ_RETURN_IF_ERROR(builder_.status());
    to_.body.results = from_.body.results;
    return std::move(to_);
  }

private:
  using Dim = int64_t;

  // A result may take over the memory of a donated input only if the input does not contain the
  // batch. Inputs with a batch are copied at each run.
  void keepDonations() {
    if (from_.donated.empty())
      return;
    for (size_t i = 0; i < from_.donated.size(); ++i)
      to_.donated.push_back(from_.donated[i] && dims_.dimOf(RecordedId(from_.body.params[i])) < 0);
    to_.donated.push_back(false);
  }

  static GrownId grown(RecordedId id) { return GrownId(id); }
  static RecordedId operandOf(const Op& recorded, size_t i) {
    return RecordedId(recorded.operands[i]);
  }
  const TensorType& type(RecordedId id) const { return from_.type(ValueId(id)); }
  const TensorType& type(GrownId id) const { return to_.type(ValueId(id)); }

  TensorType grownType(RecordedId id) const {
    TensorType grown = type(id);
    if (const Dim dim = dims_.dimOf(id); dim >= 0)
      grown.dims[size_t(dim)] = bound_;
    return grown;
  }

  // Asks BatchDims only about the recorded op, and not about its copy, which has other operands and
  // attributes.
  Status append(const Op& recorded) {
    builder_.setLocation(recorded.location);
    Op copy = recorded;
    if (recorded.opcode == Opcode::Reduce)
      LZ_RETURN_IF_ERROR(maskReduce(recorded, copy));
    if (recorded.opcode == Opcode::DotGeneral)
      maskDot(recorded, copy);
    if (recorded.opcode == Opcode::Slice)
      growSlice(recorded, copy);
    if (recorded.opcode == Opcode::Constant)
      growConstant(recorded, copy);
    LZ_RETURN_IF_ERROR(checkShapes(recorded, copy));
    to_.body.ops.push_back(std::move(copy));
    return okStatus();
  }

  // Checks the copy by shape inference, in case a rule of BatchDims is wrong. Without this check,
  // code for inconsistent shapes would write outside of its arrays.
  Status checkShapes(const Op& recorded, const Op& copy) const {
    const auto isOfBatch = [this](ValueId id) { return dims_.dimOf(RecordedId(id)) >= 0; };
    if (absl::c_none_of(recorded.operands, isOfBatch) &&
        absl::c_none_of(recorded.results, isOfBatch))
      return okStatus();
    absl::InlinedVector<const TensorType*, 4> operands;
    for (ValueId operand : copy.operands)
      operands.push_back(&to_.type(operand));
    std::vector<shape::RegionType> regions;
    for (const Region& region : copy.regions)
      regions.push_back(signatureOf(region));
    const bool isStated = opInfo(copy.opcode).resultSpec != ResultSpec::Inferred;
    const StatusOr<shape::TypeList> types =
        shape::inferTypes({copy.opcode, operands, copy.attrs, regions,
                           isStated ? &to_.type(copy.results[0]) : nullptr});
    bool fits = types.ok() && types->size() == copy.results.size();
    for (size_t i = 0; fits && i < types->size(); ++i)
      fits = (*types)[i] == to_.type(copy.results[i]);
    return fits ? okStatus() : placed(recorded, "has no rule for a batch that was bucketed");
  }

  shape::RegionType signatureOf(const Region& region) const {
    shape::RegionType signature;
    for (ValueId param : region.params)
      signature.params.push_back(to_.type(param));
    for (ValueId result : region.results)
      signature.results.push_back(to_.type(result));
    return signature;
  }

  // Returns the dimension of the batch in an operand if the op combines elements along that
  // dimension, otherwise -1.
  Dim combinedBatch(RecordedId operand, absl::Span<const int64_t> combined) const {
    const Dim dim = dims_.dimOf(operand);
    return absl::c_linear_search(combined, dim) ? dim : -1;
  }

  Status maskReduce(const Op& recorded, Op& copy) {
    const RecordedId operand = operandOf(recorded, 0);
    const Dim dim = combinedBatch(operand, ReduceAttrs(recorded.attrs).dimensions());
    if (dim < 0)
      return okStatus();
    const std::optional<Literal> neutral = neutralOf(recorded.regions.front(), type(operand).dtype);
    if (!neutral)
      return placed(recorded,
                    "reduces a bucketed batch with a body whose neutral element is not known");
    copy.operands[0] = ValueId(masked(grown(operand), dim, *neutral));
    return okStatus();
  }

  // Masks both operands, because an element after the end can be infinite, and 0 times infinity is
  // not 0.
  void maskDot(const Op& recorded, Op& copy) {
    const DotGeneralAttrs attrs(recorded.attrs);
    const absl::Span<const int64_t> gone[2] = {attrs.lhsContractingDimensions(),
                                               attrs.rhsContractingDimensions()};
    for (size_t side = 0; side < 2; ++side) {
      const RecordedId operand = operandOf(recorded, side);
      const Dim dim = combinedBatch(operand, gone[side]);
      if (dim < 0)
        continue;
      const Literal zero = Literal::splat({type(operand).dtype, {}}, 0);
      copy.operands[side] = ValueId(masked(grown(operand), dim, zero));
    }
  }

  // Extends a slice of a batch. Such a slice contains the entire recorded batch, so its copy must
  // contain the entire bound.
  void growSlice(const Op& recorded, Op& copy) const {
    const Dim dim = dims_.dimOf(operandOf(recorded, 0));
    if (dim < 0)
      return;
    const auto limits = SliceAttrs(recorded.attrs).limitIndices();
    Ints whole(limits.begin(), limits.end());
    whole[size_t(dim)] = bound_;
    copy.attrs[1] = AttrValue(std::move(whole));
  }

  void growConstant(const Op& recorded, Op& copy) const {
    const auto result = RecordedId(recorded.results[0]);
    if (dims_.dimOf(result) >= 0)
      copy.attrs[0] =
          AttrValue(repeated(ConstantAttrs(recorded.attrs).value(), type(grown(result))));
  }

  // Returns a literal of type `to` whose elements all have the bits of `value`, a single number.
  static Literal repeated(const Literal& value, const TensorType& to) {
    if (isSubByte(to.dtype))
      return isInteger(to.dtype) ? Literal::splatInt(to, value.toInt(0))
                                 : Literal::splat(to, value.toDouble(0));
    Literal all(to);
    const TensorType one{to.dtype, {}};
    for (int64_t at = 0; at < to.numBytes(); at += one.numBytes())
      std::memcpy(all.mutableData() + at, value.data(), size_t(one.numBytes()));
    return all;
  }

  // Replaces the elements after the end of the batch by `neutral`.
  GrownId masked(GrownId value, Dim dim, const Literal& neutral) {
    const TensorType whole = type(value);
    const TensorType numbers{DType::S32, whole.dims};
    const ValueId place = builder_.op(Opcode::Iota, {}, {AttrValue(dim)}, &numbers);
    const ValueId end = builder_.broadcast(ValueId(size_), whole.dims, {});
    const ValueId isInside = builder_.compare(place, end, ComparisonDirection::LT);
    const ValueId other = builder_.op(Opcode::Constant, {}, {AttrValue(repeated(neutral, whole))});
    return GrownId(builder_.select(isInside, ValueId(value), other));
  }

  Status placed(const Op& op, const char* why) const {
    Status status = unimplemented("[", std::string(opInfo(op.opcode).name), "] ", why,
                                  ": do not bucket the tensors of this batch");
    return op.location < 0 ? status
                           : withLocation(std::move(status), from_.locations[size_t(op.location)]);
  }

  const Program& from_;
  const BatchDims& dims_;
  const int64_t bound_;
  Program to_;
  autodiff::Builder builder_;
  GrownId size_{};
};

} // namespace

StatusOr<Bucketed> bucketed(const Program& program, const std::vector<uint8_t>& isBatch,
                            int64_t bound) {
  LZ_ASSIGN_OR_RETURN(const BatchDims dims, BatchDims::of(program, isBatch));
  Bucketed made;
  made.ofInputs = isBatch;
  for (size_t i = 0; i < program.body.results.size(); ++i) {
    const int64_t dim = dims.dimOf(RecordedId(program.body.results[i]));
    if (dim > 0)
      return unimplemented("result ", i, " of the program, ",
                           program.type(program.body.results[i]).str(),
                           ", has the batch in dimension ", dim,
                           "; a result must have its bucketed batch in dimension 0: transpose it");
    // If elements are smaller than a byte, the last byte of a smaller batch would contain bits from
    // after the end of the batch.
    if (dim == 0 && isSubByte(program.type(program.body.results[i]).dtype))
      return unimplemented("result ", i, " of the program, ",
                           program.type(program.body.results[i]).str(),
                           ", has a bucketed batch and elements smaller than a byte; convert it "
                           "to a type of at least 8 bits");
    made.ofOutputs.push_back(dim == 0);
  }
  LZ_ASSIGN_OR_RETURN(made.program, Transform(program, dims, bound).run());
  return made;
}

} // namespace lz::lazy
