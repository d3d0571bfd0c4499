#include "formats/adopt/ops/RaggedDot.h"

#include "hlo/rewrite/OpMaker.h"

#include <numeric>

namespace lz::formats {
namespace {

Ints listOf(llvm::ArrayRef<int64_t> dims) {
  return Ints(dims.begin(), dims.end());
}

class Ragged {
public:
  Ragged(mlir::RewriterBase& rewriter, chlo::RaggedDotOp op)
      : rewriter_(rewriter), maker_(rewriter, op.getLoc()), op_(op),
        dims_(op.getRaggedDotDimensionNumbers()), ragged_(dims_.getLhsRaggedDimensions()[0]),
        lhs_(hlo::typeOf(op.getLhs())), rhs_(hlo::typeOf(op.getRhs())),
        result_(hlo::typeOf(op.getResult())) {}

  mlir::LogicalResult replace() {
    if (!isValid(lhs_.dtype) || !isValid(rhs_.dtype) || !isValid(result_.dtype) || !hasSizes())
      return mlir::failure();
    return maker_.replace(rewriter_, op_, product());
  }

private:
  mlir::Value product() {
    llvm::ArrayRef<int64_t> summed = dims_.getLhsContractingDimensions();
    if (llvm::is_contained(summed, ragged_))
      return ofGroups(size_t(llvm::find(summed, ragged_) - summed.begin()));
    Dot dot{listOf(dims_.getLhsBatchingDimensions()), listOf(dims_.getRhsBatchingDimensions()),
            listOf(summed), listOf(dims_.getRhsContractingDimensions())};
    mlir::Value all = make(dot, op_.getLhs(), op_.getRhs());
    return llvm::is_contained(dims_.getLhsBatchingDimensions(), ragged_) ? all : ownGroups(all);
  }

  struct Dot {
    Ints lhsBatch, rhsBatch, lhsSummed, rhsSummed;
  };
  mlir::Value make(const Dot& dot, mlir::Value lhs, mlir::Value rhs) {
    const TensorType stated{result_.dtype, {}};
    return maker_.make(Opcode::DotGeneral, {lhs, rhs},
                       {{"lhs_batching_dimensions", dot.lhsBatch},
                        {"rhs_batching_dimensions", dot.rhsBatch},
                        {"lhs_contracting_dimensions", dot.lhsSummed},
                        {"rhs_contracting_dimensions", dot.rhsSummed}},
                       &stated);
  }

  bool hasSizes() {
    const TensorType sizes = hlo::typeOf(op_.getGroupSizes());
    if (!isValid(sizes.dtype) || sizes.rank() == 0)
      return false;
    llvm::ArrayRef<int64_t> batch = dims_.getLhsBatchingDimensions();
    if (sizes.rank() == 1)
      return true;
    return sizes.rank() == int64_t(batch.size()) + 1 &&
           llvm::all_of(llvm::enumerate(batch), [&](auto b) {
             return b.value() >= 0 && b.value() < lhs_.rank() &&
                    lhs_.dims[size_t(b.value())] == sizes.dims[b.index()];
           });
  }

  int64_t numGroups() { return hlo::typeOf(op_.getGroupSizes()).dims.back(); }

  mlir::Value place(const TensorType& type, int64_t dim) {
    return maker_.make(Opcode::Iota, {}, {{"iota_dimension", dim}}, &type);
  }

  // Returns a predicate of shape [b..., r, j]: whether index r of the ragged dimension is in group
  // j.
  mlir::Value inGroup() {
    mlir::Value sizes = maker_.convert(op_.getGroupSizes(), DType::S64);
    TensorType pairs = hlo::typeOf(sizes);
    const int64_t last = pairs.rank() - 1;
    Ints own(size_t(last) + 1);
    std::iota(own.begin(), own.end(), 0);
    pairs.dims.push_back(numGroups()); // [b..., i, j], for groups i and j
    mlir::Value before = maker_.compare("LE", place(pairs, last), place(pairs, last + 1));
    mlir::Value counted = maker_.make(
        Opcode::Select, {before, maker_.broadcast(sizes, pairs.dims, own), maker_.splat(pairs, 0)});
    mlir::Value ends =
        maker_.reduce(Opcode::Add, counted, maker_.splat({DType::S64, {}}, 0), {last});
    mlir::Value starts = maker_.make(Opcode::Subtract, {ends, sizes});

    TensorType all = pairs;
    all.dims[size_t(last)] = lhs_.dims[size_t(ragged_)];
    own.back() = last + 1;
    mlir::Value r = place(all, last);
    mlir::Value behind = maker_.compare("GE", r, maker_.broadcast(starts, all.dims, own));
    mlir::Value ahead = maker_.compare("LT", r, maker_.broadcast(ends, all.dims, own));
    return maker_.make(Opcode::And, {behind, ahead});
  }

  // Returns `x` with 0 where index r is not in group j. `batch`, `r` and `j` are the dimensions of
  // `x` that correspond to those of `inGroup`.
  mlir::Value masked(mlir::Value x, mlir::Value inGroup, Ints batch, int64_t r, int64_t j) {
    if (!x)
      return x;
    const TensorType type = hlo::typeOf(x);
    batch.resize(size_t(hlo::typeOf(inGroup).rank()) - 2);
    batch.push_back(r);
    batch.push_back(j);
    mlir::Value mask = maker_.broadcast(inGroup, type.dims, batch);
    return maker_.make(Opcode::Select, {mask, x, maker_.splat(type, 0)});
  }

  // Returns the position of `dim` among the free dimensions of one operand: those that are neither
  // batched nor summed.
  static int64_t freePlace(int64_t dim, llvm::ArrayRef<int64_t> batch,
                           llvm::ArrayRef<int64_t> summed) {
    int64_t place = 0;
    for (int64_t d = 0; d < dim; ++d)
      place += !llvm::is_contained(batch, d) && !llvm::is_contained(summed, d);
    return place;
  }

  // `all` has the products of each m with each group, [b, m, g, n]. Selects for each m the product
  // with the group that contains m.
  mlir::Value ownGroups(mlir::Value all) {
    if (!all)
      return all;
    const auto numBatch = int64_t(dims_.getLhsBatchingDimensions().size()),
               numSummed = int64_t(dims_.getLhsContractingDimensions().size());
    Ints batch(static_cast<size_t>(numBatch));
    std::iota(batch.begin(), batch.end(), 0);
    const int64_t r = numBatch + freePlace(ragged_, dims_.getLhsBatchingDimensions(),
                                           dims_.getLhsContractingDimensions());
    const mlir::Value mask = inGroup();
    if (!mask)
      return {};
    const int64_t j = lhs_.rank() - numSummed +
                      freePlace(dims_.getRhsGroupDimensions()[0], dims_.getRhsBatchingDimensions(),
                                dims_.getRhsContractingDimensions());
    mlir::Value own = masked(all, mask, batch, r, j);
    return maker_.reduce(Opcode::Add, own, maker_.splat({result_.dtype, {}}, 0), {j});
  }

  // Repeats an operand once per group, as [g, ...]. In each copy, elements outside of the group
  // become zero.
  mlir::Value eachGroup(mlir::Value x, mlir::Value inGroup, Ints batch, int64_t r) {
    TensorType type = hlo::typeOf(x);
    Ints own(size_t(type.rank()));
    std::iota(own.begin(), own.end(), 1);
    type.dims.insert(type.dims.begin(), numGroups());
    for (int64_t& b : batch)
      ++b;
    return masked(maker_.broadcast(x, type.dims, own), inGroup, batch, r + 1, 0);
  }

  // Computes one product per group. The ragged dimension is the summed dimension number `which`.
  mlir::Value ofGroups(size_t which) {
    mlir::Value mask = inGroup();
    Dot dot{listOf(dims_.getLhsBatchingDimensions()), listOf(dims_.getRhsBatchingDimensions()),
            listOf(dims_.getLhsContractingDimensions()),
            listOf(dims_.getRhsContractingDimensions())};
    if (!mask || which >= dot.rhsSummed.size())
      return {};
    mlir::Value lhs = eachGroup(op_.getLhs(), mask, dot.lhsBatch, ragged_);
    mlir::Value rhs = eachGroup(op_.getRhs(), mask, dot.rhsBatch, dot.rhsSummed[which]);
    for (Ints* list : {&dot.lhsBatch, &dot.rhsBatch, &dot.lhsSummed, &dot.rhsSummed})
      for (int64_t& d : *list)
        ++d;
    dot.lhsBatch.insert(dot.lhsBatch.begin(), 0);
    dot.rhsBatch.insert(dot.rhsBatch.begin(), 0);
    return make(dot, lhs, rhs);
  }

  mlir::RewriterBase& rewriter_;
  hlo::OpMaker maker_;
  chlo::RaggedDotOp op_;
  chlo::RaggedDotDimensionNumbersAttr dims_;
  int64_t ragged_;
  TensorType lhs_, rhs_, result_;
};

} // namespace

mlir::LogicalResult replaceRaggedDot(mlir::RewriterBase& rewriter, chlo::RaggedDotOp op) {
  return Ragged(rewriter, op).replace();
}

} // namespace lz::formats
