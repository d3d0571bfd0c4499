// Simplifies slices of views, and reversals of equal elements.
#include "absl/algorithm/container.h"
#include "hlo/rules/Box.h"
#include "hlo/rules/MergePattern.h"
#include "hlo/rules/Tables.h"

namespace lz::hlo {
namespace {

bool isEmpty(const Dims& dims) {
  return absl::c_linear_search(dims, 0);
}

// concatenate(a[3], b[5])[4:7] -> b[1:4]
struct SliceOfConcatenate : MergePattern {
  explicit SliceOfConcatenate(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Slice, Opcode::Concatenate) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    auto d = size_t(AttrsOf<ConcatenateAttrs>(inner).dimension());
    Box box(outer);
    const Dims dims = dimsOf(outer);
    if (isEmpty(dims))
      return {};
    int64_t last = box.starts[d] + (dims[d] - 1) * box.strides[d], begin = 0;
    for (mlir::Value piece : inner->getOperands()) {
      int64_t end = begin + typeOf(piece).dims[d];
      if (box.starts[d] >= begin && last < end) {
        box.setDim(d, box.starts[d] - begin, last - begin + 1, box.strides[d]);
        return box.of(piece, maker);
      }
      begin = end;
    }
    return {};
  }
};

// Applies to paddings without interior padding. A slice that has no element of an edge becomes a
// slice of the operand. A slice that lies in an edge becomes the padding value.
struct SliceOfPad : MergePattern {
  explicit SliceOfPad(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Slice, Opcode::Pad) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    AttrsOf<PadAttrs> attrs(inner);
    Box box(outer);
    const Dims dims = dimsOf(outer), sizes = typeOf(inner->getOperand(0)).dims;
    bool isInside = true, isOutside = false;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (dims[d] == 0 || attrs.interiorPadding()[d] != 0)
        return {};
      int64_t start = box.starts[d] - attrs.edgePaddingLow()[d];
      int64_t last = start + (dims[d] - 1) * box.strides[d];
      isInside &= start >= 0 && last < sizes[d];
      isOutside |= last < 0 || start >= sizes[d];
      box.setDim(d, start, last + 1, box.strides[d]);
    }
    if (isOutside)
      return maker.broadcast(inner->getOperand(1), dims, {});
    return isInside ? box.of(inner->getOperand(0), maker) : mlir::Value();
  }
};

struct SliceOfBroadcast : MergePattern {
  explicit SliceOfBroadcast(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Slice, Opcode::BroadcastInDim) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    Ints where = copyOf(AttrsOf<BroadcastInDimAttrs>(inner).broadcastDimensions());
    Box box(outer);
    const Dims from = typeOf(inner->getOperand(0)).dims, to = dimsOf(inner);
    Box source(from);
    for (size_t i = 0; i < from.size(); ++i)
      if (size_t d = size_t(where[i]); from[i] == to[d])
        source.setDim(i, box.starts[d], box.limits[d], box.strides[d]);
    return maker.broadcast(source.of(inner->getOperand(0), maker), dimsOf(outer), std::move(where));
  }
};

// An iota along dim 1 is constant along dim 0, so a slice of dim 0 is a smaller iota.
struct SliceOfIota : MergePattern {
  explicit SliceOfIota(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Slice, Opcode::Iota) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    int64_t counted = AttrsOf<IotaAttrs>(inner).iotaDimension();
    TensorType type = typeOf(outer->getResult(0));
    if (type.dims[size_t(counted)] != dimsOf(inner)[size_t(counted)])
      return {};
    return maker.make(Opcode::Iota, {}, {{"iota_dimension", counted}}, &type);
  }
};

// reverse(x[10])[1:4] -> reverse(x[6:9])
struct SliceOfReverse : MergePattern {
  explicit SliceOfReverse(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Slice, Opcode::Reverse) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    const Dims dims = dimsOf(outer), sizes = dimsOf(inner);
    if (!inner->hasOneUse() || isEmpty(dims))
      return {};
    Ints reversed = copyOf(AttrsOf<ReverseAttrs>(inner).dimensions());
    Box box(outer);
    for (int64_t dim : reversed) {
      auto d = size_t(dim);
      int64_t last = box.starts[d] + (dims[d] - 1) * box.strides[d];
      box.setDim(d, sizes[d] - 1 - last, sizes[d] - box.starts[d], box.strides[d]);
    }
    return maker.make(Opcode::Reverse, box.of(inner->getOperand(0), maker),
                      {{"dimensions", std::move(reversed)}});
  }
};

// Removes a reversal of dims along which all elements are equal.
struct ReverseOfBroadcast : MergePattern {
  explicit ReverseOfBroadcast(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Reverse, Opcode::BroadcastInDim) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    AttrsOf<BroadcastInDimAttrs> attrs(inner);
    absl::Span<const int64_t> where = attrs.broadcastDimensions();
    const Dims from = typeOf(inner->getOperand(0)).dims;
    Ints reversed = copyOf(AttrsOf<ReverseAttrs>(outer).dimensions());
    size_t before = reversed.size();
    std::erase_if(reversed, [&](int64_t d) {
      auto source = absl::c_find(where, d);
      return source == where.end() || from[size_t(source - where.begin())] == 1;
    });
    if (reversed.size() == before)
      return {};
    mlir::Value x = inner->getResult(0);
    return reversed.empty() ? x
                            : maker.make(Opcode::Reverse, x, {{"dimensions", std::move(reversed)}});
  }
};

// An iota of shape [3,5] along dim 0, transposed by [1, 0], becomes an iota of shape [5,3] along
// dim 1.
struct TransposeOfIota : MergePattern {
  explicit TransposeOfIota(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Transpose, Opcode::Iota) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    AttrsOf<TransposeAttrs> attrs(outer);
    int64_t counted = AttrsOf<IotaAttrs>(inner).iotaDimension();
    absl::Span<const int64_t> permutation = attrs.permutation();
    int64_t place = absl::c_find(permutation, counted) - permutation.begin();
    TensorType type = typeOf(outer->getResult(0));
    return maker.make(Opcode::Iota, {}, {{"iota_dimension", place}}, &type);
  }
};

struct IotaOfOne : OpcodePattern {
  explicit IotaOfOne(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Iota) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    TensorType type = typeOf(op->getResult(0));
    if (type.dims[size_t(AttrsOf<IotaAttrs>(op).iotaDimension())] != 1)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, maker.splat(type, 0));
  }
};

constexpr Rule kSliceRules[] = {
    {"slice-of-concatenate", "slice(concatenate(x, y)) -> slice(y), no element is from x",
     addPattern<SliceOfConcatenate>},
    {"slice-of-pad", "slice(pad(x, v)) -> slice(x), no element is from the edges; or broadcast(v)",
     addPattern<SliceOfPad>},
    {"slice-of-broadcast", "slice(broadcast(x)) -> broadcast(slice(x))",
     addPattern<SliceOfBroadcast>},
    {"slice-of-iota", "slice(iota) -> iota, the counted dim is whole", addPattern<SliceOfIota>},
    {"slice-of-reverse", "slice(reverse(x)) -> reverse(slice(x)), of one use",
     addPattern<SliceOfReverse>},
    {"reverse-of-broadcast", "reverse(broadcast(x)) -> broadcast(x), along new dims",
     addPattern<ReverseOfBroadcast>},
    {"transpose-of-iota", "transpose(iota) -> iota of another dim", addPattern<TransposeOfIota>},
    {"iota-of-one", "iota along an extent of 1 -> broadcast(0)", addPattern<IotaOfOne>},
};

} // namespace

llvm::ArrayRef<Rule> sliceRules() {
  return kSliceRules;
}

} // namespace lz::hlo
