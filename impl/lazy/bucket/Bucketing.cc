#include "lazy/bucket/Bucketing.h"

#include "absl/algorithm/container.h"
#include "autodiff/Builder.h"
#include "base/StatusDetails.h"
#include "lazy/bucket/BatchDims.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

namespace lz::lazy {

int64_t bucketOf(int64_t size, int64_t least) {
  return std::max(int64_t(std::bit_ceil(uint64_t(size))), least);
}

namespace {

// The least or the largest number; nullopt: none is known that the type is sure to have.
std::optional<Literal> extremeOf(DType dtype, bool isLeast) {
  const TensorType scalar{dtype, {}};
  if (isSmall(dtype))
    return std::nullopt;
  if (dtype == DType::Pred || isUnsignedInt(dtype))
    return Literal::splatInt(scalar, isLeast ? 0 : dtype == DType::Pred ? 1 : -1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (isFloat(dtype))
    return Literal::splat(scalar, isLeast ? -kInfinity : kInfinity);
  const auto least = int64_t(~uint64_t(0) << (bitWidth(dtype) - 1)); // -128 of 8 bits
  return Literal::splatInt(scalar, isLeast ? least : ~least);
}

// What changes nothing when `body` combines it with something; nullopt: no such number is known.
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

class Transform {
public:
  Transform(const Program& from, const BatchDims& dims, int64_t bound)
      : from_(from), dims_(dims), bound_(bound), builder_(to_, to_.body.ops) {}

  StatusOr<Program> run() {
    to_.locations = from_.locations;
    for (size_t id = 0; id < from_.types.size(); ++id)
      to_.addValue(grown(ValueId(id)));
    to_.body.params = from_.body.params;
    size_ = to_.addValue({DType::S32, {}});
    to_.body.params.push_back(size_);
    keepDonations();
    for (const Op& op : from_.body.ops)
      LZ_RETURN_IF_ERROR(append(op));
    LZ_RETURN_IF_ERROR(builder_.status());
    to_.body.results = from_.body.results;
    return std::move(to_);
  }

private:
  // Arrays of the batch are copied, so nothing takes them over.
  void keepDonations() {
    if (from_.donated.empty())
      return;
    for (size_t i = 0; i < from_.donated.size(); ++i)
      to_.donated.push_back(from_.donated[i] && dims_.dimOf(from_.body.params[i]) < 0);
    to_.donated.push_back(false);
  }

  TensorType grown(ValueId id) const {
    TensorType type = from_.type(id);
    if (const int64_t dim = dims_.dimOf(id); dim >= 0)
      type.dims[size_t(dim)] = bound_;
    return type;
  }

  Status append(const Op& op) {
    builder_.setLocation(op.location);
    Op grown = op;
    if (op.opcode == Opcode::Reduce)
      LZ_RETURN_IF_ERROR(maskReduce(grown));
    if (op.opcode == Opcode::DotGeneral)
      maskDot(grown);
    if (op.opcode == Opcode::Slice)
      growSlice(grown);
    if (op.opcode == Opcode::Constant)
      growConstant(grown);
    to_.body.ops.push_back(std::move(grown));
    return okStatus();
  }

  Status maskReduce(Op& op) {
    for (int64_t dim : ReduceAttrs(op.attrs).dimensions()) {
      if (!dims_.isBatch(op.operands[0], size_t(dim)))
        continue;
      const std::optional<Literal> neutral =
          neutralOf(op.regions.front(), from_.type(op.operands[0]).dtype);
      if (!neutral)
        return placed(op, "combines a batch by a body of which no neutral element is known");
      op.operands[0] = masked(op.operands[0], dim, *neutral);
    }
    return okStatus();
  }

  // Both: what is behind the end may be infinite, and 0 times that is no 0.
  void maskDot(Op& op) {
    const DotGeneralAttrs attrs(op.attrs);
    const absl::Span<const int64_t> gone[2] = {attrs.lhsContractingDimensions(),
                                               attrs.rhsContractingDimensions()};
    for (size_t side = 0; side < 2; ++side)
      for (int64_t dim : gone[side])
        if (dims_.isBatch(op.operands[side], size_t(dim))) {
          const TensorType scalar{from_.type(op.operands[side]).dtype, {}};
          op.operands[side] = masked(op.operands[side], dim, Literal::splat(scalar, 0));
        }
  }

  // A slice of the whole batch.
  void growSlice(Op& op) {
    const ValueId operand = op.operands[0];
    const int64_t dim = dims_.dimOf(operand);
    if (dim < 0)
      return;
    const auto limits = SliceAttrs(op.attrs).limitIndices();
    Ints whole(limits.begin(), limits.end());
    whole[size_t(dim)] = bound_;
    op.attrs[1] = AttrValue(std::move(whole));
  }

  void growConstant(Op& op) {
    const Literal& value = ConstantAttrs(op.attrs).value();
    if (dims_.dimOf(op.results[0]) >= 0)
      op.attrs[0] = AttrValue(splatOf(value, to_.type(op.results[0])));
  }

  // Of one number, which `value` repeats.
  static Literal splatOf(const Literal& value, const TensorType& type) {
    return isInteger(type.dtype) ? Literal::splatInt(type, value.toInt(0))
                                 : Literal::splat(type, value.toDouble(0));
  }

  // The value, and `neutral` behind the end of the batch.
  ValueId masked(ValueId value, int64_t dim, const Literal& neutral) {
    const TensorType type = to_.type(value);
    const TensorType numbers{DType::S32, type.dims};
    const ValueId place = builder_.op(Opcode::Iota, {}, {AttrValue(dim)}, &numbers);
    const ValueId end = builder_.broadcast(size_, type.dims, {});
    const ValueId isInside = builder_.compare(place, end, ComparisonDirection::LT);
    const ValueId other = builder_.op(Opcode::Constant, {}, {AttrValue(splatOf(neutral, type))});
    return builder_.select(isInside, value, other);
  }

  Status placed(const Op& op, const char* why) const {
    Status status = unimplemented("[", std::string(opInfo(op.opcode).name), "] ", why,
                                  ": leave the tensors of the batch unbucketed");
    return op.location < 0 ? status
                           : withLocation(std::move(status), from_.locations[size_t(op.location)]);
  }

  const Program& from_;
  const BatchDims& dims_;
  const int64_t bound_;
  Program to_;
  autodiff::Builder builder_;
  ValueId size_ = -1;
};

} // namespace

StatusOr<Bucketed> bucketed(const Program& program, const std::vector<uint8_t>& isBatch,
                            int64_t bound) {
  LZ_ASSIGN_OR_RETURN(const BatchDims dims, BatchDims::of(program, isBatch));
  Bucketed made;
  made.ofInputs = isBatch;
  for (size_t i = 0; i < program.body.results.size(); ++i) {
    const int64_t dim = dims.dimOf(program.body.results[i]);
    if (dim > 0)
      return unimplemented("result ", i, " of the program, ",
                           program.type(program.body.results[i]).str(),
                           ", has the batch in dimension ", dim,
                           "; a bucketed batch comes out as the leading dimension: transpose it");
    // The last byte of a smaller batch would have bits of what stands behind its end.
    if (dim == 0 && isSubByte(program.type(program.body.results[i]).dtype))
      return unimplemented("result ", i, " of the program, ",
                           program.type(program.body.results[i]).str(),
                           ", is a bucketed batch of elements that share bytes; convert it");
    made.ofOutputs.push_back(dim == 0);
  }
  LZ_ASSIGN_OR_RETURN(made.program, Transform(program, dims, bound).run());
  return made;
}

} // namespace lz::lazy
