// Simplifies reductions of views, and removes unused results of reductions and sorts.
#include "absl/algorithm/container.h"
#include "base/Checked.h"
#include "base/DimSet.h"
#include "hlo/ir/Effects.h"
#include "hlo/rules/MergePattern.h"
#include "hlo/rules/Tables.h"
#include "spec/OpAttrs.inc.h"

#include "llvm/ADT/BitVector.h"

#include <algorithm>

namespace lz::hlo {
namespace {

bool isIdempotent(Opcode combiner) {
  return combiner == Opcode::Maximum || combiner == Opcode::Minimum || combiner == Opcode::And ||
         combiner == Opcode::Or;
}

// Returns whether the reduction gives the same bits if the values are in another order.
bool hasNoOrder(mlir::Operation* reduce) {
  std::optional<Opcode> combiner = combinerOf(reduce->getRegion(0));
  bool isSum = combiner == Opcode::Add || combiner == Opcode::Multiply || combiner == Opcode::Xor;
  return combiner &&
         (isIdempotent(*combiner) || (isSum && isInteger(typeOf(reduce->getResult(0)).dtype)));
}

// Reduces x instead of transpose(x): dim d of the transpose is dim permutation[d] of x. Applies
// only if neither the order of float additions nor that of the remaining dims changes.
struct ReduceOfTranspose : OpcodePattern {
  explicit ReduceOfTranspose(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Reduce) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation* transpose = op->getOperand(0).getDefiningOp();
    if (op->getNumOperands() != 2 || !is(transpose, Opcode::Transpose))
      return mlir::failure();
    AttrsOf<TransposeAttrs> view(transpose);
    absl::Span<const int64_t> permutation = view.permutation();
    AttrsOf<ReduceAttrs> attrs(op);
    DimSet reduced(int64_t(permutation.size()), {attrs.dimensions()});
    Ints dims, kept;
    for (size_t d = 0; d < permutation.size(); ++d)
      (reduced.contains(int64_t(d)) ? dims : kept).push_back(permutation[d]);
    if (!absl::c_is_sorted(kept) || (!absl::c_is_sorted(dims) && !hasNoOrder(op)))
      return mlir::failure();
    absl::c_sort(dims);
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(0, transpose->getOperand(0));
      op->setAttr("dimensions", rewriter.getDenseI64ArrayAttr({dims.data(), dims.size()}));
    });
    return mlir::success();
  }
};

// Reduces, without a loop, a dim that a broadcast adds. The elements along this dim are equal, so
// the maximum is any of them, and the sum is a multiple.
struct ReduceOfBroadcast : MergePattern {
  explicit ReduceOfBroadcast(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Reduce, Opcode::BroadcastInDim) {}

  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    std::optional<Opcode> combiner = combinerOf(outer->getRegion(0));
    DType dtype = typeOf(inner->getResult(0)).dtype;
    bool adds = combiner == Opcode::Add && isInteger(dtype);
    if (outer->getNumOperands() != 2 || !combiner || !(adds || isIdempotent(*combiner)))
      return {};
    AttrsOf<BroadcastInDimAttrs> broadcast(inner);
    AttrsOf<ReduceAttrs> attrs(outer);
    const Dims dims = dimsOf(inner);
    auto rank = int64_t(dims.size());
    DimSet filled(rank, {broadcast.broadcastDimensions()}), reduced(rank, {attrs.dimensions()});
    CheckedInt copies = 1;
    Dims left;
    Ints placeOf, remaining;
    for (int64_t d = 0; d < rank; ++d) {
      placeOf.push_back(int64_t(left.size()));
      bool isCopy = reduced.contains(d) && !filled.contains(d);
      if (isCopy)
        copies = checkedMultiply(copies, dims[size_t(d)]);
      else if (reduced.contains(d))
        remaining.push_back(placeOf.back());
      if (!isCopy)
        left.push_back(dims[size_t(d)]);
    }
    constexpr int64_t kMostCopies = 127; // a number that every type can represent
    if (int64_t(left.size()) == rank || !copies || *copies == 0 || (adds && *copies > kMostCopies))
      return {};
    Ints where;
    for (int64_t d : broadcast.broadcastDimensions())
      where.push_back(placeOf[size_t(d)]);
    mlir::Value x = maker.broadcast(inner->getOperand(0), left, std::move(where));
    if (adds)
      x = maker.make(Opcode::Multiply, {x, maker.splat({dtype, left}, double(*copies))});
    if (!remaining.empty())
      return maker.reduce(*combiner, x, outer->getOperand(1), std::move(remaining));
    mlir::Value init = outer->getOperand(1);
    return maker.make(*combiner, {left.empty() ? init : maker.broadcast(init, left, {}), x});
  }
};

// The results to remove from an op, and the operands and arguments of the body that only they need.
struct Removal {
  llvm::BitVector results, operands, arguments;
};

void rewriteWithout(mlir::Operation* op, const Removal& removed, mlir::PatternRewriter& rewriter) {
  mlir::OperationState state(op->getLoc(), op->getName());
  state.addAttributes(op->getAttrs());
  for (mlir::OpOperand& operand : op->getOpOperands())
    if (!removed.operands[operand.getOperandNumber()])
      state.operands.push_back(operand.get());
  for (mlir::OpResult result : op->getResults())
    if (!removed.results[result.getResultNumber()])
      state.types.push_back(result.getType());
  mlir::Block& body = op->getRegion(0).front();
  if (body.getTerminator()->getNumOperands() == op->getNumResults())
    rewriter.modifyOpInPlace(body.getTerminator(),
                             [&] { body.getTerminator()->eraseOperands(removed.results); });
  for (mlir::Operation& inner : llvm::make_early_inc_range(llvm::reverse(body)))
    if (mlir::isOpTriviallyDead(&inner))
      rewriter.eraseOp(&inner);
  body.eraseArguments(removed.arguments);
  state.addRegion()->takeBody(op->getRegion(0));
  mlir::Operation* smaller = rewriter.create(state);
  unsigned next = 0;
  llvm::SmallVector<mlir::Value> results;
  for (mlir::OpResult result : op->getResults()) // an unused result can become any value
    results.push_back(smaller->getResult(removed.results[result.getResultNumber()] ? 0 : next++));
  for (auto [result, value] : llvm::zip(op->getResults(), results))
    if (!result.use_empty())
      rewriter.replaceAllUsesWith(result, value);
  rewriter.eraseOp(op);
}

// Returns the arguments of the body on which `roots` depend.
llvm::BitVector argumentsOf(mlir::Block& body, llvm::SmallVector<mlir::Value> roots) {
  llvm::BitVector found(body.getNumArguments());
  llvm::DenseSet<mlir::Value> seen;
  while (!roots.empty()) {
    mlir::Value value = roots.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    auto argument = mlir::dyn_cast<mlir::BlockArgument>(value);
    if (argument && argument.getOwner() == &body)
      found.set(argument.getArgNumber());
    if (mlir::Operation* def = value.getDefiningOp(); def && def->getBlock() == &body)
      llvm::append_range(roots, def->getOperands());
  }
  return found;
}

bool hasPlainBody(mlir::Operation* op) {
  return llvm::all_of(op->getRegion(0).front(),
                      [](mlir::Operation& inner) { return inner.getNumRegions() == 0; });
}

// Removes unused results, unless other results depend on them. For example, one of the two results
// of arg max can be unused.
struct UnusedReductions : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    unsigned n = op->getNumResults();
    if (n < 2 || op->use_empty() || !hasPlainBody(op) || hasEffects(op))
      return mlir::failure();
    mlir::Block& body = op->getRegion(0).front();
    llvm::BitVector needed(n);
    for (mlir::OpResult result : op->getResults())
      needed[result.getResultNumber()] = !result.use_empty();
    for (unsigned before = 0; before != needed.count();) {
      before = needed.count();
      llvm::SmallVector<mlir::Value> roots;
      for (unsigned i : needed.set_bits())
        roots.push_back(body.getTerminator()->getOperand(i));
      const llvm::BitVector arguments = argumentsOf(body, std::move(roots));
      for (unsigned argument : arguments.set_bits())
        needed.set(argument % n);
    }
    if (needed.all())
      return mlir::failure();
    llvm::BitVector unused = needed.flip(), twice(2 * n);
    for (unsigned i : unused.set_bits())
      twice.set(i).set(n + i);
    rewriteWithout(op, {unused, twice, twice}, rewriter);
    return mlir::success();
  }
};

// Removes operands of a sort that are neither compared nor used.
struct UnusedSorted : OpcodePattern {
  explicit UnusedSorted(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Sort) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    unsigned n = op->getNumResults();
    mlir::Block& body = op->getRegion(0).front();
    llvm::BitVector unused(n), arguments(2 * n);
    for (unsigned i = 0; i < n; ++i)
      if (op->getResult(i).use_empty() && body.getArgument(2 * i).use_empty() &&
          body.getArgument(2 * i + 1).use_empty()) {
        unused.set(i);
        arguments.set(2 * i).set(2 * i + 1);
      }
    if (unused.none() || unused.all())
      return mlir::failure();
    rewriteWithout(op, {unused, unused, arguments}, rewriter);
    return mlir::success();
  }
};

struct SortOfOne : OpcodePattern {
  explicit SortOfOne(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Sort) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const Dims dims = typeOf(op->getOperand(0)).dims;
    int64_t dim = AttrsOf<SortAttrs>(op).dimension();
    if (dims.empty() || dims[size_t(dim < 0 ? dim + int64_t(dims.size()) : dim)] > 1)
      return mlir::failure();
    rewriter.replaceOp(op, op->getOperands());
    return mlir::success();
  }
};

void addUnusedReductions(mlir::RewritePatternSet& patterns) {
  for (Opcode opcode : {Opcode::Reduce, Opcode::ReduceWindow})
    patterns.add<UnusedReductions>(patterns.getContext(), opcode);
}

constexpr Rule kReductionsRules[] = {
    {"reduce-of-transpose",
     "reduce(transpose(x)) -> reduce(x), the dims that stay in order; those of sums of floats, too",
     addPattern<ReduceOfTranspose>},
    {"reduce-of-broadcast",
     "reduce(broadcast(x)) -> x * count for sums of integers; x for maximum, minimum, and, or",
     addPattern<ReduceOfBroadcast>},
    {"unused-reductions", "reduce(x, y) -> reduce(x), y has no use and does not decide x",
     addUnusedReductions},
    {"unused-sorted", "sort(x, y) -> sort(x), y has no use and is not compared",
     addPattern<UnusedSorted>},
    {"sort-of-one", "sort(x) -> x, along an extent of 1", addPattern<SortOfOne>},
};

} // namespace

llvm::ArrayRef<Rule> reductionRules() {
  return kReductionsRules;
}

} // namespace lz::hlo
