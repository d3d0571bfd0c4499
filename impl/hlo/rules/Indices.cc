// Simplifies functions of indices, such as those that compute the places of a gather.
#include "hlo/rewrite/BlockOrder.h"
#include "hlo/rewrite/TakeAlong.h"
#include "hlo/rules/Box.h"
#include "hlo/rules/Facts.h"
#include "hlo/rules/Tables.h"
#include "hlo/tiles/IndexRanges.h"

#include "llvm/ADT/SetVector.h"
#include "mlir/IR/IRMapping.h"

#include <limits>

namespace lz::hlo {
namespace {

struct ComparisonOfIndices : OpcodePattern {
  explicit ComparisonOfIndices(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Compare) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const mlir::Value result = op->getResult(0);
    if (!isInteger(typeOf(op->getOperand(0)).dtype))
      return mlir::failure();
    const Range range = rangeOfIndices(result);
    if (!range.isPoint())
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, maker.splat(typeOf(result), range.lo));
  }
};

struct SelectByIndices : OpcodePattern {
  explicit SelectByIndices(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Select) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const Range range = rangeOfIndices(op->getOperand(0));
    if (!range.isPoint())
      return mlir::failure();
    rewriter.replaceOp(op, op->getOperand(range.lo != 0 ? 1 : 2));
    return mlir::success();
  }
};

// A function g(i - j) of the indices of two dimensions: an op that computes i - j, and the ops that
// compute g, in the order of the block.
struct OfDifference {
  mlir::Operation* difference = nullptr;
  int64_t i = 0, j = 0; // the dimensions
  llvm::SmallVector<mlir::Operation*> ops;
};

// Returns i - j if the op subtracts the indices of two dimensions.
std::optional<OfDifference> differenceOf(mlir::Operation* op) {
  if (!is(op, Opcode::Subtract) || !isSignedInt(typeOf(op->getResult(0)).dtype) ||
      storageBits(typeOf(op->getResult(0)).dtype) < 32)
    return std::nullopt;
  const std::optional<int64_t> i = countedDim(op->getOperand(0)), j = countedDim(op->getOperand(1));
  return i && j && *i != *j ? std::optional(OfDifference{op, *i, *j, {}}) : std::nullopt;
}

// Returns the value as a function of i - j, or nullopt if it is none. Sums of i - j and constants
// do not count, because it does not help to compute them once.
std::optional<OfDifference> functionOfDifference(mlir::Value value) {
  constexpr size_t kMostSeen = 64;
  std::optional<OfDifference> found;
  llvm::SetVector<mlir::Operation*> seen;
  seen.insert(value.getDefiningOp());
  bool isSum = true;
  llvm::SmallVector<mlir::Operation*> ops;
  for (size_t n = 0; n < seen.size(); ++n) {
    mlir::Operation* op = seen[n];
    if (!op || n == kMostSeen || !hasKnownTypes(op))
      return std::nullopt;
    if (splatOf(op->getResult(0)).valid())
      continue;
    if (op->getBlock() != value.getParentBlock())
      return std::nullopt;
    if (std::optional<OfDifference> difference = differenceOf(op)) {
      if (found && (found->i != difference->i || found->j != difference->j))
        return std::nullopt;
      if (!found)
        found = difference;
      continue;
    }
    const bool isKnown = is(op, Opcode::Select) && rangeOfIndices(op->getOperand(0)).isPoint();
    if (opInfo(op)->kind != OpKind::Elementwise || op->getNumResults() != 1 || isKnown)
      return std::nullopt;
    isSum &= is(op, Opcode::Add) || is(op, Opcode::Subtract);
    ops.push_back(op);
    for (mlir::Value operand : op->getOperands())
      seen.insert(operand.getDefiningOp());
  }
  if (!found || isSum)
    return std::nullopt;
  found->ops = inBlockOrder(ops);
  return found;
}

// gather(t, g(i - j)) -> gather(gather(t, g(d)), i - j + n - 1), d = 1 - n, ..., m - 1
//
// The inner gather has an element for each difference, and not for each pair. The outer one reads
// adjacent elements.
struct LookupOfDifference : OpcodePattern {
  explicit LookupOfDifference(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Gather) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* gather,
                                   mlir::PatternRewriter& rewriter) const override {
    AttrsOf<GatherAttrs> attrs(gather);
    const mlir::Value table = gather->getOperand(0),
                      places = scalarsOfVectors(gather->getOperand(1));
    if (!places || attrs.indexVectorDim() != typeOf(places).rank() ||
        attrs.startIndexMap().size() != 1 || attrs.collapsedSliceDims().size() != 1 ||
        attrs.startIndexMap()[0] != attrs.collapsedSliceDims()[0] ||
        !attrs.operandBatchingDims().empty())
      return mlir::failure();
    const std::optional<OfDifference> function = functionOfDifference(places);
    if (!function)
      return mlir::failure();
    const TensorType type = typeOf(places);
    const int64_t m = type.dims[size_t(function->i)], n = type.dims[size_t(function->j)];
    if (type.numElements() < 2 * (m + n - 1) || m + n > std::numeric_limits<int32_t>::max())
      return mlir::failure();
    OpMaker maker(rewriter, gather->getLoc());
    const mlir::Value inner = lookup(table, attrs.startIndexMap()[0],
                                     ofEachDifference(*function, places, m, n, maker), maker);
    const mlir::Value difference = function->difference->getResult(0);
    const mlir::Value shifted =
        maker.make(Opcode::Add, {difference, maker.splat(typeOf(difference), double(n - 1))});
    const mlir::Value indices = maker.reshape(shifted, typeOf(gather->getOperand(1)).dims);
    mlir::Operation* outer = rewriter.clone(*gather);
    outer->setOperands({inner, indices});
    rewriter.replaceOp(gather, outer->getResults());
    return mlir::success();
  }

private:
  // Returns g(d) for d = 1 - n, ..., m - 1.
  static mlir::Value ofEachDifference(const OfDifference& function, mlir::Value places, int64_t m,
                                      int64_t n, OpMaker& maker) {
    mlir::IRMapping values;
    const Dims dims = {m + n - 1};
    const TensorType type{typeOf(function.difference->getResult(0)).dtype, dims};
    const mlir::Value counts =
        maker.make(Opcode::Iota, {}, {{"iota_dimension", int64_t(0)}}, &type);
    const mlir::Value differences =
        maker.make(Opcode::Add, {counts, maker.splat(type, double(1 - n))});
    for (mlir::Operation* op : function.ops) {
      llvm::SmallVector<mlir::Value> operands;
      for (mlir::Value operand : op->getOperands()) {
        const Literal splat = splatOf(operand);
        operands.push_back(values.contains(operand)       ? values.lookup(operand)
                           : !splat.valid()               ? differences
                           : typeOf(operand).dims.empty() ? operand
                                                          : maker.splat(splat, dims));
      }
      mlir::Operation* copy = maker.builder().clone(*op);
      copy->setOperands(operands);
      const TensorType result{typeOf(op->getResult(0)).dtype, dims};
      copy->getResult(0).setType(toIr(copy->getContext(), result));
      values.map(op->getResult(0), copy->getResult(0));
    }
    return values.lookup(places);
  }

  // Returns the table with the elements at `places`, a vector, along dimension `dim`.
  static mlir::Value lookup(mlir::Value table, int64_t dim, mlir::Value places, OpMaker& maker) {
    Dims sizes = typeOf(table).dims;
    sizes[size_t(dim)] = 1;
    Ints others;
    for (int64_t d = 0; d < int64_t(sizes.size()); ++d)
      if (d != dim)
        others.push_back(d);
    return maker.make(Opcode::Gather, {table, maker.reshape(places, {typeOf(places).dims[0], 1})},
                      {{"offset_dims", others},
                       {"collapsed_slice_dims", Ints{dim}},
                       {"operand_batching_dims", Ints{}},
                       {"start_indices_batching_dims", Ints{}},
                       {"start_index_map", Ints{dim}},
                       {"index_vector_dim", int64_t(1)},
                       {"slice_sizes", Ints(sizes.begin(), sizes.end())}});
  }
};

constexpr Rule kIndexRules[] = {
    {"comparison-of-indices", "compare(f(indices), c) -> true or false, if ranges decide it",
     addPattern<ComparisonOfIndices>},
    {"select-by-indices", "select(f(indices), x, y) -> x or y, if ranges decide it",
     addPattern<SelectByIndices>},
    {"lookup-of-difference",
     "gather(t, g(i - j)) -> gather(gather(t, g(d)), i - j + n), d is every difference",
     addPattern<LookupOfDifference>},
};

} // namespace

llvm::ArrayRef<Rule> indexRules() {
  return kIndexRules;
}

} // namespace lz::hlo
