#include "fusion/tables/TableSums.h"

#include "absl/strings/str_cat.h"
#include "base/text/NumberText.h"
#include "fusion/FusionRules.h"
#include "fusion/tables/MakeOp.h"
#include "fusion/tables/ScalarFactors.h"
#include "fusion/tables/SumsOfPairs.h"
#include "fusion/tables/TableDims.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"

#include "llvm/ADT/SetVector.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IRMapping.h"

namespace lz::fusion {
namespace {

using OpList = llvm::SmallVector<mlir::Operation*>;

// For each block, the sums of its columns are stored, so there should be few blocks. A block has so
// many rows that combining the lanes of a column takes little of the time. The number of rows of a
// block is a multiple of the lanes of four registers of 16 lanes (schedule/tables/TableCost.h).
// Gradients of 10,000 points of 10 numbers take, in ms (Zen 4, two threads, bytes of Units.cc):
//
//   rows of a block    320    640
//   16 KiB            48.2   46.4
//   32 KiB            47.6   45.9
//
// With blocks of 640 rows there would be fewer blocks, so fewer threads could work at the same
// time.
constexpr int64_t kMostBlocks = 32, kLeastRows = 256, kRowsStep = 64;

bool isAddition(mlir::Region& combiner) {
  mlir::Block& body = combiner.front();
  if (!llvm::hasNItems(body, 2) || body.getNumArguments() != 2)
    return false;
  mlir::Operation& op = body.front();
  return infoOf(&op) && infoOf(&op)->opcode == Opcode::Add &&
         op.getOperand(0) != op.getOperand(1) &&
         llvm::all_of(op.getOperands(), [](mlir::Value v) { return !v.getDefiningOp(); });
}

// Makes one region for all sums of a table, if one region is cheaper than several.
class TableFormer {
public:
  // Adds the ops that are removed to `removed`.
  TableFormer(mlir::Operation* function, const FusionOptions& options,
              llvm::DenseSet<mlir::Operation*>& removed)
      : function_(function), options_(options), removed_(removed), costs_(options.costs()) {}

  void run() {
    std::optional<SummedPairs> pairs = summedPairsOf(function_, costs_);
    if (!pairs || tensorOf(function_->getResult(0)).getRank() != 2)
      return;
    OpList ordered = pairs->ops.takeVector();
    inOrder(ordered);
    ops_.insert(ordered.begin(), ordered.end());
    std::optional<llvm::DenseMap<mlir::Value, TableDims>> places =
        tableDimsFrom(function_, ordered);
    if (!places || !findSums(*pairs, *places))
      return;
    makeSums(*places);
    findMembers();
    const Side joined = price();
    const bool isTaken = pairs->isStoringWorseThan(joined) &&
                         (!pairs->again.possible || joined.ns <= pairs->again.ns) && isInOrder();
    explain(*pairs, joined, isTaken);
    isTaken ? formRegion() : discard();
  }

private:
  static void inOrder(OpList& ops) {
    llvm::sort(ops, [](mlir::Operation* a, mlir::Operation* b) { return a->isBeforeInBlock(b); });
  }

  int64_t extentOf(int64_t d) const { return tensorOf(function_->getResult(0)).getDimSize(d); }

  // Divides the sums into sums of rows and sums of columns. The longer one of the two dims is the
  // dim of the rows. Returns false if a sum is of neither kind.
  bool findSums(const SummedPairs& pairs, llvm::DenseMap<mlir::Value, TableDims>& places) {
    const bool isSwapped = extentOf(1) > extentOf(0);
    rowsOfTable_ = extentOf(isSwapped ? 1 : 0);
    for (auto& [unused, place] : places)
      place = isSwapped ? place.swapped() : place;
    for (const auto& kind : pairs.kinds)
      for (mlir::Operation* sum : kind) {
        auto place = places.find(sum->getOperand(0));
        auto dims = sum->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions");
        if (place == places.end() || !dims || dims.size() != 1)
          return false;
        const auto [row, column] = place->second;
        // Rows and columns must be the first two dims. Then both kinds of results have the same
        // further dims.
        if (std::max(row, column) != 1 || (dims[0] != row && dims[0] != column))
          return false;
        if (dims[0] == row && !mayBeOfBlocks(sum))
          return false;
        (dims[0] == row ? columnSums_ : rowSums_).push_back(sum);
      }
    return !rowSums_.empty() && !columnSums_.empty();
  }

  // Returns whether the terms of the sum may be added up in another order, and block by block.
  bool mayBeOfBlocks(mlir::Operation* sum) const {
    mlir::Type type = tensorOf(sum->getResult(0)).getElementType();
    return options_.reorders && (type.isF32() || type.isF64()) && isAddition(sum->getRegion(0));
  }

  // Returns whether factors of all terms may be taken out of the sum. The sum must begin with 0.
  bool isFactorable(mlir::Operation* sum) const {
    mlir::Operation* def = sum->getOperand(1).getDefiningOp();
    auto init =
        def ? def->getAttrOfType<mlir::DenseElementsAttr>("value") : mlir::DenseElementsAttr();
    return init && mayBeOfBlocks(sum) && init.isSplat() &&
           init.getSplatValue<llvm::APFloat>().isZero();
  }

  // Makes the sums of the region, and the sums over the blocks. They are placed next to the
  // original sums.
  void makeSums(const llvm::DenseMap<mlir::Value, TableDims>& places) {
    for (mlir::Operation* sum : rowSums_) {
      mlir::OpBuilder builder(sum->getContext());
      builder.setInsertionPointAfter(sum);
      results_.push_back(copyOf(builder, sum, entriesOf(builder, sum, places), 1));
    }
    for (mlir::Operation* sum : columnSums_) {
      mlir::OpBuilder builder(sum->getContext());
      builder.setInsertionPointAfter(sum);
      results_.push_back(sumOfBlocks(builder, sum, entriesOf(builder, sum, places)));
      totals_.push_back(copyOf(builder, sum, results_.back()->getResult(0), 0));
    }
  }

  mlir::Operation* copyOf(mlir::OpBuilder& builder, mlir::Operation* sum, mlir::Value operand,
                          int64_t dim) {
    mlir::Operation* made = made_.emplace_back(builder.clone(*sum));
    made->setOperand(0, operand);
    made->setAttr("dimensions", builder.getDenseI64ArrayAttr({dim}));
    return made;
  }

  // Returns the operand of the sum, without its scalar factors. In the returned value, rows and
  // columns are the first dims.
  mlir::Value entriesOf(mlir::OpBuilder& builder, mlir::Operation* sum,
                        const llvm::DenseMap<mlir::Value, TableDims>& places) {
    taken_.push_back(ScalarFactors::Factored{sum->getOperand(0)});
    if (isFactorable(sum))
      taken_.back() = factors_.of(sum->getOperand(0));
    mlir::Value table = taken_.back().rest;
    if (places.lookup(sum->getOperand(0)) == TableDims())
      return table;
    llvm::SmallVector<int64_t> shape(tensorOf(table).getShape());
    Ints dims(shape.size());
    for (size_t d = 0; d < dims.size(); ++d)
      dims[d] = int64_t(d);
    std::swap(dims[0], dims[1]);
    std::swap(shape[0], shape[1]);
    mlir::Operation* made = makeOp(builder, sum->getLoc(), Opcode::Transpose, table,
                                   tensorOf(table).clone(shape), {{"permutation", dims}});
    return made_.emplace_back(made)->getResult(0);
  }

  int64_t rowsOfBlock() const {
    const int64_t rows = std::max(kLeastRows, (rowsOfTable_ + kMostBlocks - 1) / kMostBlocks);
    return (rows + kRowsStep - 1) / kRowsStep * kRowsStep;
  }

  mlir::Operation* sumOfBlocks(mlir::OpBuilder& builder, mlir::Operation* sum, mlir::Value table) {
    mlir::RankedTensorType type = tensorOf(table);
    const int64_t rows = rowsOfBlock(), blocks = (rowsOfTable_ + rows - 1) / rows;
    Literal zero = Literal::splat({hlo::dtypeFromIr(type.getElementType()), {}}, -0.0);
    mlir::Operation* empty =
        made_.emplace_back(makeOp(builder, sum->getLoc(), Opcode::Constant, {},
                                  type.clone(llvm::ArrayRef<int64_t>()), {{"value", zero}}));
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape[0] = blocks;
    const Ints ones(shape.size(), 1);
    Ints sizes = ones, padding(2 * shape.size());
    sizes[0] = rows;
    padding[1] = blocks * rows - rowsOfTable_;
    return made_.emplace_back(makeOp(builder, sum->getLoc(), Opcode::ReduceWindow,
                                     {table, empty->getResult(0)}, type.clone(shape),
                                     {{"window_dimensions", sizes},
                                      {"window_strides", sizes},
                                      {"base_dilations", ones},
                                      {"window_dilations", ones},
                                      {"padding", padding}},
                                     &sum->getRegion(0)));
  }

  // Collects the ops of the region: the new sums, the ops of pairs, and the views and sources that
  // the sums and ops of pairs read.
  void findMembers() {
    llvm::SetVector<mlir::Operation*> found(results_.begin(), results_.end());
    for (size_t i = 0; i < found.size(); ++i)
      for (mlir::Value operand : found[i]->getOperands())
        if (mlir::Operation* def = operand.getDefiningOp();
            def && def->getBlock() == function_->getBlock() && infoOf(def) &&
            (ops_.contains(def) || llvm::is_contained(made_, def) || isFree(def)))
          found.insert(def);
    members_ = found.takeVector();
    inOrder(members_);
  }

  Side price() {
    Side all = costs_.of(members_, results_);
    for (mlir::Operation* total : totals_) {
      const Side one = costs_.of({total}, total);
      all.possible &= one.possible;
      all.ns += one.ns;
    }
    return all;
  }

  // Returns the first op that reads a sum.
  mlir::Operation* firstReader() const {
    mlir::Operation* first = nullptr;
    for (const OpList* sums : {&rowSums_, &columnSums_})
      for (mlir::Operation* sum : *sums)
        for (mlir::Operation* user : sum->getUsers()) {
          mlir::Operation* reader = function_->getBlock()->findAncestorOpInBlock(*user);
          first = !first || reader->isBeforeInBlock(first) ? reader : first;
        }
    return first;
  }

  llvm::SetVector<mlir::Value> inputs() const {
    llvm::SetVector<mlir::Value> found;
    for (mlir::Operation* op : members_)
      for (mlir::Value operand : op->getOperands())
        if (!llvm::is_contained(members_, operand.getDefiningOp()))
          found.insert(operand);
    return found;
  }

  // Returns whether all inputs of the region, and the factors of its results, are computed before
  // any op reads one of the results. No input and no factor may be a result of the region.
  bool isInOrder() const {
    mlir::Operation* reader = firstReader();
    llvm::SetVector<mlir::Value> needed = inputs();
    for (mlir::Operation* total : totals_)
      needed.insert(total->getOperand(1));
    for (const ScalarFactors::Factored& taken : taken_)
      for (const ScalarFactors::Factor& factor : taken.factors)
        needed.insert(factor.value);
    return reader && llvm::all_of(needed, [&](mlir::Value v) {
             mlir::Operation* def = v.getDefiningOp();
             return !def || def->getBlock() != reader->getBlock() ||
                    (def->isBeforeInBlock(reader) && !llvm::is_contained(rowSums_, def) &&
                     !llvm::is_contained(columnSums_, def));
           });
  }

  void formRegion() {
    mlir::OpBuilder builder(firstReader());
    llvm::SmallVector<mlir::Type> types;
    for (mlir::Operation* result : results_)
      types.push_back(result->getResult(0).getType());
    llvm::SetVector<mlir::Value> operands = inputs();
    auto region = builder.create<ir::RegionOp>(function_->getLoc(), types, operands.getArrayRef());
    mlir::Block* body = builder.createBlock(&region.getBody());
    mlir::IRMapping map;
    for (mlir::Value v : operands)
      map.map(v, body->addArgument(v.getType(), v.getLoc()));
    for (mlir::Operation* op : members_)
      builder.clone(*op, map);
    llvm::SmallVector<mlir::Value> returned;
    for (mlir::Operation* result : results_)
      returned.push_back(map.lookup(result->getResult(0)));
    builder.create<ir::ReturnOp>(function_->getLoc(), returned);
    replaceSums(region);
  }

  void replaceSums(ir::RegionOp region) {
    mlir::OpBuilder builder(region->getContext());
    builder.setInsertionPointAfter(region);
    for (auto [i, sum] : llvm::enumerate(rowSums_))
      replace(builder, sum, region->getResult(unsigned(i)), taken_[i]);
    for (auto [i, sum] : llvm::enumerate(columnSums_)) {
      totals_[i]->setOperand(0, region->getResult(unsigned(rowSums_.size() + i)));
      totals_[i]->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
      replace(builder, sum, totals_[i]->getResult(0), taken_[rowSums_.size() + i]);
    }
    discard();
  }

  void replace(mlir::OpBuilder& builder, mlir::Operation* sum, mlir::Value made,
               const ScalarFactors::Factored& taken) {
    sum->getResult(0).replaceAllUsesWith(factors_.multiply(builder, made, taken));
  }

  // Removes new ops, and ops of pairs, if nothing reads them.
  void discard() {
    OpList all = made_;
    for (const OpList* more : {&rowSums_, &columnSums_})
      llvm::append_range(all, *more);
    llvm::append_range(all, ops_);
    inOrder(all);
    for (mlir::Operation* op : llvm::reverse(all))
      if (op->use_empty()) {
        removed_.insert(op);
        op->erase();
      }
  }

  void explain(const SummedPairs& pairs, const Side& joined, bool isTaken) const {
    if (!options_.explanations)
      return;
    auto us = [](const Side& side) {
      return side.possible ? generalText(side.ns / 1e3, 3) + " us" : std::string("no kernel");
    };
    options_.explanations->push_back(
        absl::StrCat(function_->getName().getStringRef().str(), isTaken ? " is" : " is not",
                     " computed once for all sums: ", us(joined), ", for each of its sums ",
                     us(pairs.again), ", stored ", us(pairs.stored)));
  }

  mlir::Operation* function_;
  const FusionOptions& options_;
  llvm::DenseSet<mlir::Operation*>& removed_;
  KernelCosts costs_;
  int64_t rowsOfTable_ = 0;
  llvm::SetVector<mlir::Operation*> ops_; // the ops of pairs
  OpList rowSums_, columnSums_;           // the sums of the program
  OpList made_;                           // all new ops
  ScalarFactors factors_{ops_, made_};
  OpList results_, totals_; // the sums of the region, and those over its blocks
  llvm::SmallVector<ScalarFactors::Factored> taken_; // out of each result
  OpList members_;                                   // the ops of the region
};

} // namespace

void formTableSums(mlir::Block& block, const FusionOptions& options) {
  OpList functions;
  for (mlir::Operation& op : block)
    if (infoOf(&op) && isFunction(*infoOf(&op)))
      functions.push_back(&op);
  llvm::DenseSet<mlir::Operation*> removed;
  for (mlir::Operation* function : functions)
    if (!removed.contains(function))
      TableFormer(function, options, removed).run();
}

} // namespace lz::fusion
