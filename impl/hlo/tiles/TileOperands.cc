// Answers which parts of its operands an op needs for a tile of its results.
#include "absl/algorithm/container.h"
#include "hlo/rewrite/Dot.h"
#include "hlo/tiles/Lookups.h"
#include "hlo/tiles/RowPicks.h"
#include "hlo/tiles/TiledDim.h"
#include "spec/Identity.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

// Returns the operand's dimension that becomes dimension `dim` of the reshaped result, or nullopt
// if that dimension is split or merged with others.
std::optional<int64_t> beforeReshape(const Dims& from, const Dims& to, int64_t dim) {
  int64_t before = 1, count = 1;
  for (int64_t d = 0; d < dim; ++d)
    before *= to[size_t(d)];
  for (int64_t d = 0; d < int64_t(from.size()); count *= from[size_t(d)], ++d)
    if (count == before && from[size_t(d)] == to[size_t(dim)])
      return d;
  return std::nullopt;
}

TileDims ofDot(const Dot& dot, int64_t dim) {
  const auto batches = int64_t(dot.lhs.batching.size());
  const Ints lhs = dot.lhs.free(), rhs = dot.rhs.free();
  if (dim < batches)
    return {dot.lhs.batching[size_t(dim)], dot.rhs.batching[size_t(dim)]};
  if (dim < batches + int64_t(lhs.size()))
    return {lhs[size_t(dim - batches)], kWhole};
  return {kWhole, rhs[size_t(dim - batches) - lhs.size()]};
}

// Returns which parts of the operands are needed for a tile of a view that keeps a dimension as a
// whole. Returns nullopt if the view does not keep the dimension.
std::optional<TileDims> ofKeptDim(mlir::Operation* op, int64_t dim) {
  const auto d = size_t(dim);
  TileDims dims(op->getNumOperands(), kWhole);
  dims[0] = dim;
  switch (*opcodeOf(op)) {
  case Opcode::DynamicUpdateSlice:
    dims[1] = dim;
    return typeOf(op->getOperand(1)).dims[d] == typeOf(op->getResult(0)).dims[d]
               ? std::optional(dims)
               : std::nullopt;
  case Opcode::Pad: {
    AttrsOf<PadAttrs> attrs(op);
    return attrs.edgePaddingLow()[d] == 0 && attrs.edgePaddingHigh()[d] == 0 &&
                   attrs.interiorPadding()[d] == 0
               ? std::optional(dims)
               : std::nullopt;
  }
  case Opcode::Reverse:
    return absl::c_linear_search(AttrsOf<ReverseAttrs>(op).dimensions(), dim) ? std::nullopt
                                                                              : std::optional(dims);
  case Opcode::DynamicSlice:
  case Opcode::Slice:
    return typeOf(op->getOperand(0)).dims[d] == typeOf(op->getResult(0)).dims[d]
               ? std::optional(dims)
               : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<TileDims> ofView(mlir::Operation* op, int64_t dim) {
  const TensorType from = typeOf(op->getOperand(0)), to = typeOf(op->getResult(0));
  if (is(op, Opcode::Transpose))
    return TileDims{AttrsOf<TransposeAttrs>(op).permutation()[size_t(dim)]};
  if (is(op, Opcode::Reshape)) {
    const std::optional<int64_t> before = beforeReshape(from.dims, to.dims, dim);
    return before ? std::optional(TileDims{*before}) : std::nullopt;
  }
  if (is(op, Opcode::Concatenate) && dim != AttrsOf<ConcatenateAttrs>(op).dimension())
    return TileDims(op->getNumOperands(), dim);
  if (!is(op, Opcode::BroadcastInDim))
    return ofKeptDim(op, dim);
  AttrsOf<BroadcastInDimAttrs> attrs(op);
  for (int64_t d = 0; d < from.rank(); ++d)
    if (attrs.broadcastDimensions()[size_t(d)] == dim && from.dims[size_t(d)] != 1)
      return TileDims{d};
  return TileDims{kWhole};
}

// Returns the parts of the operands of an op that treats each element of a batch separately, or
// nullopt if `dim` is no dimension of the batch.
std::optional<TileDims> ofBatch(mlir::Operation* op, int64_t dim) {
  const int64_t rank = typeOf(op->getResult(0)).rank();
  const TileDims batch(op->getNumOperands(), dim);
  auto onlyIf = [](bool condition, const TileDims& dims) {
    return condition ? std::optional(dims) : std::nullopt;
  };
  switch (*opcodeOf(op)) {
  case Opcode::Cholesky:
    return onlyIf(dim < rank - 2, batch);
  case Opcode::Convolution: {
    AttrsOf<ConvolutionAttrs> attrs(op);
    return onlyIf(dim == attrs.outputBatchDimension() && attrs.batchGroupCount() == 1,
                  {attrs.inputBatchDimension(), kWhole});
  }
  case Opcode::Fft:
    return onlyIf(dim < rank - int64_t(AttrsOf<FftAttrs>(op).fftLength().size()), batch);
  case Opcode::Sort: {
    const int64_t sorted = AttrsOf<SortAttrs>(op).dimension();
    return onlyIf(dim != (sorted < 0 ? sorted + rank : sorted), batch);
  }
  case Opcode::TopK:
    return onlyIf(dim + 1 != rank, batch);
  case Opcode::TriangularSolve: {
    // Each column of b, or row if a is on the right, is a system of its own.
    const int64_t systems = AttrsOf<TriangularSolveAttrs>(op).leftSide() ? rank - 1 : rank - 2;
    return dim == systems ? TileDims{kWhole, dim} : onlyIf(dim < rank - 2, batch);
  }
  default:
    return std::nullopt;
  }
}

std::optional<TileDims> ofReduceWindow(mlir::Operation* op, int64_t dim) {
  AttrsOf<ReduceWindowAttrs> attrs(op);
  const auto d = size_t(dim);
  const bool isKept = attrs.windowDimensions()[d] == 1 && attrs.windowStrides()[d] == 1 &&
                      attrs.baseDilations()[d] == 1 && attrs.padding()[2 * d] == 0 &&
                      attrs.padding()[2 * d + 1] == 0;
  const unsigned inputs = op->getNumOperands() / 2;
  TileDims dims(inputs, dim);
  dims.append(inputs, kWhole);
  return isKept ? std::optional(dims) : std::nullopt;
}

// Returns the parts of the inputs that are needed for a tile of the result of a reduction.
TileDims ofReduce(mlir::Operation* op, int64_t dim) {
  AttrsOf<ReduceAttrs> attrs(op);
  int64_t inputDim = -1;
  for (int64_t kept = -1; kept < dim;)
    kept += !absl::c_linear_search(attrs.dimensions(), ++inputDim);
  const unsigned inputs = op->getNumOperands() / 2;
  TileDims dims(inputs, inputDim);
  dims.append(inputs, kWhole);
  return dims;
}

// Returns whether a value of a body always equals one of the body's arguments.
bool isSelected(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  if (!op)
    return true;
  if (is(op, Opcode::Select))
    return isSelected(op->getOperand(1)) && isSelected(op->getOperand(2));
  return (is(op, Opcode::Maximum) || is(op, Opcode::Minimum)) &&
         llvm::all_of(op->getOperands(), isSelected);
}

// Returns whether two results of the reduction can be combined by its body.
bool combinesResults(mlir::Operation* reduce) {
  mlir::Block& body = reduce->getRegion(0).front();
  if (std::optional<Opcode> combiner = combinerOf(reduce->getRegion(0)))
    if (identityOf(*combiner, typeOf(reduce->getResult(0)).dtype))
      return true;
  if (reduce->getNumOperands() == 2)
    return false;
  // Each tile starts with the initial values again. For a selection such as arg-max it does not
  // matter how often it selects among them.
  const bool isOfElements = llvm::all_of(body.without_terminator(), [&](mlir::Operation& op) {
    return hasKnownTypes(&op) && opInfo(&op)->kind == OpKind::Elementwise &&
           llvm::all_of(op.getOperands(),
                        [&](mlir::Value v) { return v.getParentBlock() == &body; });
  });
  return isOfElements && llvm::all_of(body.getTerminator()->getOperands(), isSelected);
}

// Returns the parts of the operands that are needed for a tile of picks or of a one-hot table
// (RowPicks.h). `own` is the dimension along which elements are picked or put. A tile of a one-hot
// table along `own` needs whole operands. Picks have no tiles along `own`.
std::optional<TileDims> ofRowPicks(mlir::Operation* op, std::optional<int64_t> own, int64_t dim) {
  const bool isScatter = is(op, Opcode::Scatter);
  if (!own || (dim == *own && !isScatter))
    return std::nullopt;
  TileDims dims(op->getNumOperands(), dim == *own ? kWhole : dim);
  dims[0] = isScatter ? kWhole : dim;
  return dims;
}

} // namespace

std::optional<TileDims> operandsOfTile(mlir::Operation* op, int64_t dim) {
  const OpInfo& info = *opInfo(op);
  if (info.kind == OpKind::Elementwise && op->getNumResults() == 1) {
    TileDims dims;
    for (mlir::Value operand : op->getOperands())
      dims.push_back(typeOf(operand).rank() == 0 ? kWhole : dim);
    return dims;
  }
  if (info.kind == OpKind::View)
    return ofView(op, dim);
  switch (info.opcode) {
  case Opcode::Constant:
    return splatOf(op->getResult(0)).valid() ? std::optional(TileDims{}) : std::nullopt;
  case Opcode::Iota:
    return TileDims{};
  case Opcode::DotGeneral:
    return ofDot(Dot(op), dim);
  case Opcode::Reduce:
    return ofReduce(op, dim);
  case Opcode::ReduceWindow:
    return ofReduceWindow(op, dim);
  case Opcode::Gather:
    return dimOfPicks(op) ? ofRowPicks(op, dimOfPicks(op), dim) : tileOfLookups(op, dim);
  case Opcode::Scatter:
    return dimOfOneHot(op) ? ofRowPicks(op, dimOfOneHot(op), dim) : tileOfSlots(op, dim);
  case Opcode::DynamicSlice:
  case Opcode::DynamicUpdateSlice:
    return ofKeptDim(op, dim);
  default:
    return ofBatch(op, dim);
  }
}

void fitAttributes(mlir::Operation* op, int64_t dim) {
  const int64_t extent = typeOf(op->getResult(0)).dims[size_t(dim)];
  auto fit = [&](llvm::StringRef name, absl::Span<const int64_t> old) {
    Ints fitting(old.begin(), old.end());
    fitting[size_t(dim)] = extent;
    op->setAttr(name, mlir::DenseI64ArrayAttr::get(op->getContext(), fitting));
  };
  if (is(op, Opcode::Gather))
    fitSlices(op);
  if (is(op, Opcode::Slice))
    fit("limit_indices", AttrsOf<SliceAttrs>(op).limitIndices());
  if (is(op, Opcode::DynamicSlice))
    fit("slice_sizes", AttrsOf<DynamicSliceAttrs>(op).sliceSizes());
}

std::optional<TileDims> operandsOfCombined(mlir::Operation* op, unsigned operand, int64_t dim) {
  if (is(op, Opcode::DotGeneral)) {
    const Dot dot(op);
    const Ints& own = operand == 0 ? dot.lhs.contracting : dot.rhs.contracting;
    const auto it = absl::c_find(own, dim);
    if (it == own.end())
      return std::nullopt;
    const auto i = size_t(it - own.begin());
    return TileDims{dot.lhs.contracting[i], dot.rhs.contracting[i]};
  }
  if (is(op, Opcode::Reduce)) {
    const unsigned inputs = op->getNumOperands() / 2;
    if (operand >= inputs || !combinesResults(op) ||
        !absl::c_linear_search(AttrsOf<ReduceAttrs>(op).dimensions(), dim))
      return std::nullopt;
    TileDims dims(inputs, dim);
    dims.append(inputs, kWhole);
    return dims;
  }
  if (is(op, Opcode::Gather) && operand == 0 && dimOfPicks(op) == dim)
    return TileDims{dim, kWhole};
  if (is(op, Opcode::Scatter) && operand == 2 && !dimOfOneHot(op))
    return updatesOfTile(op, dim);
  if (is(op, Opcode::TopK)) {
    // A loop begins with a tile of at least k elements, which must not be most of the table.
    const TensorType type = typeOf(op->getOperand(0));
    if (dim + 1 == type.rank() && 2 * typeOf(op->getResult(0)).dims.back() <= type.dims.back())
      return TileDims{dim};
  }
  return std::nullopt;
}

} // namespace lz::hlo
