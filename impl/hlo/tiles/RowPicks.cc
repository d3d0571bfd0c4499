#include "hlo/tiles/RowPicks.h"

#include "hlo/rewrite/Dot.h"
#include "spec/OpAttrs.inc.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "mlir/IR/IRMapping.h"

#include <numeric>

namespace lz::hlo {
namespace {

using Span = absl::Span<const int64_t>;

// Returns whether each dimension of the table except `dim` is a batch dimension that corresponds to
// the dimension of the indices with the same number. `batching` lists batch dimensions of the
// table. `ofIndices` lists the corresponding dimensions of the indices. The indices must also have
// an additional last dimension of extent 1.
bool areRows(const TensorType& table, int64_t dim, Span batching, Span ofIndices, int64_t vectorDim,
             const TensorType& indices) {
  const int64_t rank = table.rank();
  if (int64_t(batching.size()) != rank - 1 || vectorDim != rank || indices.rank() != rank + 1 ||
      indices.dims.back() != 1)
    return false;
  return llvm::all_of_zip(batching, ofIndices, [](int64_t b, int64_t i) { return b == i; }) &&
         !llvm::is_contained(batching, dim);
}

// The factors of a product that has the elements of a table.
struct Factors {
  DotSide whole;  // has the rows
  DotSide picked; // has the dimension along which elements are picked, and no other free dimension
  TensorType result;
};

std::optional<Factors> factorsOf(mlir::Operation* op, int64_t dim) {
  Dot dot(op);
  const auto isOnly = [&](const DotSide& side, int64_t place) {
    return dim == place && side.free().size() == 1;
  };
  if (isOnly(dot.rhs, dot.result.rank() - 1))
    return Factors{dot.lhs, dot.rhs, dot.result};
  if (isOnly(dot.lhs, int64_t(dot.lhs.batching.size())))
    return Factors{dot.rhs, dot.lhs, dot.result};
  return std::nullopt;
}

int64_t numProductsOf(const Factors& factors) {
  int64_t count = 1;
  for (int64_t d : factors.whole.contracting)
    count *= typeOf(factors.whole.value).dims[size_t(d)];
  return count;
}

// Computes the elements of a table that a gather picks along dimension `dim`.
class Picker {
public:
  Picker(mlir::Operation* gather, int64_t dim, OpMaker& maker)
      : maker_(maker), dim_(dim), indices_(gather->getOperand(1)),
        picks_(typeOf(gather->getResult(0)).dims) {}

  // Collects the values from which `table` is computed. Returns whether the picked elements of all
  // these values can be computed without computing the values as a whole.
  bool collect(mlir::Value table) {
    constexpr size_t kMost = 64; // values; a softmax with a mask and a soft cap has about 20
    values_.insert({table, {}});
    for (size_t i = 0; i < values_.size(); ++i) {
      mlir::Value value = (values_.begin() + ptrdiff_t(i))->first;
      mlir::Operation* op = value.getDefiningOp();
      if (!op || !hasKnownTypes(op) || values_.size() > kMost)
        return false;
      if (isLeaf(op))
        continue;
      if (opInfo(op)->kind != OpKind::Elementwise || op->getNumRegions() > 0)
        return false;
      for (mlir::Value operand : op->getOperands())
        if (typeOf(operand).rank() > 0)
          values_.insert({operand, {}});
    }
    return hasProduct_;
  }

  mlir::Value pick(mlir::Value table) {
    llvm::SmallVector<mlir::Operation*> ops;
    for (const auto& [value, picked] : values_)
      ops.push_back(value.getDefiningOp());
    llvm::sort(ops, [](mlir::Operation* a, mlir::Operation* b) { return a->isBeforeInBlock(b); });
    for (mlir::Operation* op : ops)
      if (mlir::Value picked = pickOf(op))
        values_[op->getResult(0)] = picked;
      else
        return {};
    return values_[table];
  }

private:
  bool isLeaf(mlir::Operation* op) {
    if (is(op, Opcode::BroadcastInDim))
      return splatOf(op->getResult(0)).valid() || isOfRow(op);
    if (!is(op, Opcode::DotGeneral))
      return false;
    const std::optional<Factors> factors = factorsOf(op, dim_);
    if (!factors || !mayReorder(factors->result.dtype) ||
        !llvm::is_sorted(factors->picked.batching))
      return false;
    // Two factors of each pick are read instead of the row.
    const int64_t rowElements = factors->result.dims[size_t(dim_)], picked = picks_[size_t(dim_)];
    hasProduct_ = true;
    return 2 * numProductsOf(*factors) * picked <= rowElements;
  }

  // Returns whether the elements of a row are equal.
  bool isOfRow(mlir::Operation* broadcast) const {
    const TensorType from = typeOf(broadcast->getOperand(0));
    AttrsOf<BroadcastInDimAttrs> attrs(broadcast);
    for (auto [extent, dim] : llvm::zip(from.dims, attrs.broadcastDimensions()))
      if (dim == dim_ && extent != 1)
        return false;
    return true;
  }

  mlir::Value pickOf(mlir::Operation* op) {
    if (is(op, Opcode::DotGeneral))
      return product(*factorsOf(op, dim_));
    if (is(op, Opcode::BroadcastInDim)) {
      AttrsOf<BroadcastInDimAttrs> attrs(op);
      const Span dims = attrs.broadcastDimensions();
      return maker_.broadcast(op->getOperand(0), picks_, Ints(dims.begin(), dims.end()));
    }
    mlir::IRMapping picked;
    for (mlir::Value operand : op->getOperands())
      if (auto it = values_.find(operand); it != values_.end())
        picked.map(operand, it->second);
    mlir::Operation* clone = maker_.builder().clone(*op, picked);
    clone->getResult(0).setType(
        toIr(maker_.builder().getContext(), {typeOf(op->getResult(0)).dtype, picks_}));
    return clone->getResult(0);
  }

  // Makes the product of the rows with the picked rows of the other factor.
  mlir::Value product(const Factors& factors) {
    const TensorType type = typeOf(factors.picked.value);
    const auto rank = int64_t(picks_.size());
    Ints rows, contracted = factors.picked.contracting, offsets, sizes(type.dims.size(), 1);
    for (int64_t d = 0; d < rank; ++d)
      if (d != dim_)
        rows.push_back(d);
    llvm::sort(contracted);
    for (int64_t d : contracted) {
      sizes[size_t(d)] = type.dims[size_t(d)];
      offsets.push_back(rank + int64_t(offsets.size()));
    }
    const int64_t own = factors.picked.free()[0];
    Ints batch(factors.picked.batching.size(), 0);
    std::iota(batch.begin(), batch.end(), 0);
    DotSide picked{maker_.make(Opcode::Gather, {factors.picked.value, indices_},
                               {{"offset_dims", offsets},
                                {"collapsed_slice_dims", Ints{own}},
                                {"operand_batching_dims", factors.picked.batching},
                                {"start_indices_batching_dims", batch},
                                {"start_index_map", Ints{own}},
                                {"index_vector_dim", rank},
                                {"slice_sizes", sizes}}),
                   rows,
                   {}};
    for (int64_t d : factors.picked.contracting)
      picked.contracting.push_back(rank + (llvm::find(contracted, d) - contracted.begin()));
    DotSide whole = factors.whole;
    const Ints free = whole.free();
    whole.batching.insert(whole.batching.end(), free.begin(), free.end());
    Ints places; // of the dimensions of the picks in the product
    TensorType result{factors.result.dtype, {}};
    for (int64_t d : rows)
      result.dims.push_back(picks_[size_t(d)]);
    result.dims.push_back(picks_[size_t(dim_)]);
    for (int64_t d = 0; d < rank; ++d)
      places.push_back(d == dim_ ? rank - 1 : d - (d > dim_));
    return maker_.make(Opcode::Transpose, {Dot(whole, picked, result).make(maker_)},
                       {{"permutation", places}});
  }

  OpMaker& maker_;
  int64_t dim_;
  mlir::Value indices_;
  Dims picks_;                                       // the extents of the result
  llvm::MapVector<mlir::Value, mlir::Value> values_; // and their picked elements
  bool hasProduct_ = false;
};

} // namespace

std::optional<int64_t> dimOfPicks(mlir::Operation* gather) {
  AttrsOf<GatherAttrs> attrs(gather);
  const TensorType table = typeOf(gather->getOperand(0)), indices = typeOf(gather->getOperand(1));
  if (attrs.startIndexMap().size() != 1 || !attrs.offsetDims().empty() ||
      llvm::any_of(attrs.sliceSizes(), [](int64_t size) { return size != 1; }))
    return std::nullopt;
  const int64_t dim = attrs.startIndexMap()[0];
  if (!areRows(table, dim, attrs.operandBatchingDims(), attrs.startIndicesBatchingDims(),
               attrs.indexVectorDim(), indices))
    return std::nullopt;
  return dim;
}

std::optional<int64_t> dimOfOneHot(mlir::Operation* scatter) {
  AttrsOf<ScatterAttrs> attrs(scatter);
  if (scatter->getNumOperands() != 3 || attrs.scatterDimsToOperandDims().size() != 1 ||
      !attrs.updateWindowDims().empty() || !splatOf(scatter->getOperand(0)).valid() ||
      !combinerOf(scatter->getRegion(0)))
    return std::nullopt;
  const TensorType table = typeOf(scatter->getOperand(0)), indices = typeOf(scatter->getOperand(1));
  const int64_t dim = attrs.scatterDimsToOperandDims()[0];
  if (!areRows(table, dim, attrs.inputBatchingDims(), attrs.scatterIndicesBatchingDims(),
               attrs.indexVectorDim(), indices) ||
      typeOf(scatter->getOperand(2)).dims[size_t(dim)] != 1)
    return std::nullopt;
  return dim;
}

bool pickFromFactors(mlir::Operation* gather, mlir::RewriterBase& rewriter) {
  const std::optional<int64_t> dim = dimOfPicks(gather);
  if (!dim)
    return false;
  rewriter.setInsertionPoint(gather);
  OpMaker maker(rewriter, gather->getLoc());
  Picker picker(gather, *dim, maker);
  mlir::Value table = gather->getOperand(0);
  return picker.collect(table) &&
         mlir::succeeded(maker.replace(rewriter, gather, picker.pick(table)));
}

} // namespace lz::hlo
