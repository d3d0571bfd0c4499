// Merges two consecutive views into one.
#include "base/Checked.h"
#include "hlo/rules/MergePattern.h"
#include "hlo/rules/Tables.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::hlo {
namespace {

struct ReshapeReshape : MergePattern {
  explicit ReshapeReshape(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Reshape, Opcode::Reshape) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    return maker.reshape(inner->getOperand(0), dimsOf(outer));
  }
};

// A broadcast that only adds dimensions of size 1, as in [3] -> [1,3], keeps the order of elements,
// so a reshape can replace both ops.
struct ReshapeBroadcast : MergePattern {
  explicit ReshapeBroadcast(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Reshape, Opcode::BroadcastInDim) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    AttrsOf<BroadcastInDimAttrs> attrs(inner);
    absl::Span<const int64_t> where = attrs.broadcastDimensions();
    TensorType source = typeOf(inner->getOperand(0));
    if (source.numElements() != typeOf(inner->getResult(0)).numElements() ||
        !std::is_sorted(where.begin(), where.end()))
      return {};
    return maker.reshape(inner->getOperand(0), dimsOf(outer));
  }
};

struct TransposeTranspose : MergePattern {
  explicit TransposeTranspose(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Transpose, Opcode::Transpose) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    AttrsOf<TransposeAttrs> outerAttrs(outer), innerAttrs(inner);
    Ints permutation;
    for (int64_t d : outerAttrs.permutation())
      permutation.push_back(innerAttrs.permutation()[size_t(d)]);
    return maker.make(Opcode::Transpose, inner->getOperand(0), {{"permutation", permutation}});
  }
};

struct BroadcastBroadcast : MergePattern {
  explicit BroadcastBroadcast(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::BroadcastInDim, Opcode::BroadcastInDim) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    AttrsOf<BroadcastInDimAttrs> outerAttrs(outer), innerAttrs(inner);
    Ints where;
    for (int64_t d : innerAttrs.broadcastDimensions())
      where.push_back(outerAttrs.broadcastDimensions()[size_t(d)]);
    return maker.broadcast(inner->getOperand(0), dimsOf(outer), std::move(where));
  }
};

// Broadcasts directly to the transposed shape: dimension d of the broadcast becomes the dimension i
// with permutation[i] = d.
struct TransposeBroadcast : MergePattern {
  explicit TransposeBroadcast(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Transpose, Opcode::BroadcastInDim) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    AttrsOf<TransposeAttrs> outerAttrs(outer);
    AttrsOf<BroadcastInDimAttrs> innerAttrs(inner);
    absl::Span<const int64_t> permutation = outerAttrs.permutation();
    Ints placeOf(permutation.size(), 0), where;
    for (size_t i = 0; i < permutation.size(); ++i)
      placeOf[size_t(permutation[i])] = int64_t(i);
    for (int64_t d : innerAttrs.broadcastDimensions())
      where.push_back(placeOf[size_t(d)]);
    return maker.broadcast(inner->getOperand(0), dimsOf(outer), std::move(where));
  }
};

struct BroadcastTranspose : MergePattern {
  explicit BroadcastTranspose(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::BroadcastInDim, Opcode::Transpose) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    AttrsOf<BroadcastInDimAttrs> outerAttrs(outer);
    AttrsOf<TransposeAttrs> innerAttrs(inner);
    absl::Span<const int64_t> permutation = innerAttrs.permutation();
    Ints where(permutation.size());
    for (size_t i = 0; i < permutation.size(); ++i)
      where[size_t(permutation[i])] = outerAttrs.broadcastDimensions()[i];
    return maker.broadcast(inner->getOperand(0), dimsOf(outer), std::move(where));
  }
};

// A dimension that is reversed twice keeps its order.
struct ReverseReverse : MergePattern {
  explicit ReverseReverse(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Reverse, Opcode::Reverse) {}
  static Ints reversedDims(mlir::Operation* op) {
    AttrsOf<ReverseAttrs> attrs(op);
    return Ints(attrs.dimensions().begin(), attrs.dimensions().end());
  }
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    Ints a = reversedDims(outer), b = reversedDims(inner);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    Ints once;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(once));
    return maker.make(Opcode::Reverse, inner->getOperand(0), {{"dimensions", once}});
  }
};

// x[2:10:2][1:3] -> x[4:8:2]
struct SliceSlice : MergePattern {
  explicit SliceSlice(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Slice, Opcode::Slice) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    Dims dims = dimsOf(outer);
    AttrsOf<SliceAttrs> outerAttrs(outer), innerAttrs(inner);
    Ints strides = innerAttrs.strides().first(dims.size()), starts, limits;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (dims[d] == 0)
        return {};
      starts.push_back(innerAttrs.startIndices()[d] + outerAttrs.startIndices()[d] * strides[d]);
      CheckedInt stride = checkedMultiply(strides[d], outerAttrs.strides()[d]);
      if (!stride)
        return {};
      strides[d] = *stride;
      limits.push_back(starts[d] + (dims[d] - 1) * strides[d] + 1);
    }
    return maker.make(Opcode::Slice, inner->getOperand(0),
                      {{"start_indices", starts}, {"limit_indices", limits}, {"strides", strides}});
  }
};

// Returns whether `to` can represent every value of `from`.
bool isHeldBy(DType from, DType to) {
  if (from == to || from == DType::Pred)
    return true;
  if (to == DType::Pred)
    return false;
  auto mantissa = [](DType t) {
    switch (t) {
    case DType::BF16:
      return 8u;
    case DType::F16:
      return 11u;
    case DType::F32:
      return 24u;
    default:
      return 53u;
    }
  };
  if (isFloat(from))
    return isFloat(to) && bitWidth(from) < bitWidth(to);
  unsigned magnitude = bitWidth(from) - (isSignedInt(from) ? 1 : 0);
  if (isFloat(to)) // also correct for f16, whose range ends at 65504
    return magnitude <= mantissa(to);
  return (isUnsignedInt(from) || isSignedInt(to)) &&
         magnitude <= bitWidth(to) - (isSignedInt(to) ? 1 : 0);
}

// s8 -> s32 -> f32 becomes s8 -> f32. The rule does not apply to f32 -> bf16 -> f32, which rounds.
struct ConvertConvert : MergePattern {
  explicit ConvertConvert(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Convert, Opcode::Convert) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    if (!isHeldBy(typeOf(inner->getOperand(0)).dtype, typeOf(inner->getResult(0)).dtype))
      return {};
    return maker.convert(inner->getOperand(0), typeOf(outer->getResult(0)).dtype);
  }
};

// s32 -> f32 -> u32 becomes s32 -> u32, since a bitcast does not change bits.
struct BitcastBitcast : MergePattern {
  explicit BitcastBitcast(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::BitcastConvert, Opcode::BitcastConvert) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    TensorType from = typeOf(inner->getOperand(0)), to = typeOf(outer->getResult(0));
    if (from.dims != to.dims || from.dims != dimsOf(inner))
      return {};
    return from == to ? inner->getOperand(0)
                      : maker.make(Opcode::BitcastConvert, inner->getOperand(0), {}, &to);
  }
};

constexpr Rule kMergedViewsRules[] = {
    {"reshape-of-reshape", "reshape(reshape(x)) -> reshape(x)", addPattern<ReshapeReshape>},
    {"reshape-of-broadcast", "reshape(broadcast(x)) -> reshape(x), the broadcast only adds ones",
     addPattern<ReshapeBroadcast>},
    {"transpose-of-transpose", "transpose(transpose(x)) -> transpose(x)",
     addPattern<TransposeTranspose>},
    {"broadcast-of-broadcast", "broadcast(broadcast(x)) -> broadcast(x)",
     addPattern<BroadcastBroadcast>},
    {"transpose-of-broadcast", "transpose(broadcast(x)) -> broadcast(x)",
     addPattern<TransposeBroadcast>},
    {"broadcast-of-transpose", "broadcast(transpose(x)) -> broadcast(x)",
     addPattern<BroadcastTranspose>},
    {"reverse-of-reverse", "reverse(reverse(x)) -> reverse(x) of the dims reversed once",
     addPattern<ReverseReverse>},
    {"slice-of-slice", "slice(slice(x)) -> slice(x)", addPattern<SliceSlice>},
    {"convert-of-convert", "convert(convert(x)) -> convert(x), the inner one is exact",
     addPattern<ConvertConvert>},
    {"bitcast-of-bitcast",
     "bitcast_convert(bitcast_convert(x)) -> bitcast_convert(x), of one width",
     addPattern<BitcastBitcast>},
};

} // namespace

llvm::ArrayRef<Rule> mergeRules() {
  return kMergedViewsRules;
}

} // namespace lz::hlo
