#include "hlo/tiles/PairTable.h"

#include "hlo/ir/Effects.h"
#include "hlo/tiles/IndexDifferences.h"
#include "hlo/tiles/Lookups.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace lz::hlo {
namespace {

bool canDivide(mlir::Operation* op) {
  switch (*opcodeOf(op)) {
  case Opcode::BroadcastInDim:
  case Opcode::Constant:
  case Opcode::DotGeneral:
  case Opcode::Gather:
  case Opcode::Iota:
  case Opcode::Reduce:
  case Opcode::Reshape:
  case Opcode::Transpose:
    return op->getNumResults() == 1;
  default:
    return opInfo(op)->kind == OpKind::Elementwise && op->getNumResults() == 1;
  }
}

class Finder {
public:
  Finder(const SweptDim& rows, const SweptDim& columns,
         const llvm::DenseSet<mlir::Operation*>& generated)
      : table_{rows, columns, {}, {}}, generated_(generated) {}

  std::optional<PairTable> run() {
    if (!table_.rows.combined.empty() || table_.columns.combined.empty() || !hasOnlyRowReaders())
      return std::nullopt;
    for (const auto& [op, dim] : table_.rows.tiled)
      if (table_.rows.isOutput(op))
        outputs_.push_back({op, {dim, kWhole}});
    if (!areReadAfterAll())
      return std::nullopt;
    for (const Key& output : outputs_)
      need(output);
    for (size_t i = 0; isPossible_ && i < needed_.size(); ++i)
      needOperandsOf(needed_[i]);
    return isPossible_ ? std::optional(inOrder()) : std::nullopt;
  }

private:
  struct Key {
    mlir::Operation* op;
    PairDims dims;
    bool operator<(const Key& other) const {
      return std::tie(op, dims.row, dims.column) <
             std::tie(other.op, other.dims.row, other.dims.column);
    }
  };

  // Returns whether only ops that combine columns to values of a row read columns of the table.
  bool hasOnlyRowReaders() const {
    return llvm::none_of(table_.columns.derived,
                         [&](mlir::Operation* op) { return table_.columns.isOutput(op); }) &&
           llvm::all_of(table_.columns.combined,
                        [&](const auto& entry) { return table_.rows.tiled.contains(entry.first); });
  }

  // All blocks are written after the last output, so that the ops of a block are adjacent. Returns
  // whether all other ops that read outputs come later.
  bool areReadAfterAll() const {
    if (outputs_.empty())
      return false;
    mlir::Operation* last = outputs_.front().op;
    for (const Key& output : outputs_)
      if (last->isBeforeInBlock(output.op))
        last = output.op;
    return llvm::all_of(outputs_, [&](const Key& output) {
      return llvm::all_of(output.op->getUsers(), [&](mlir::Operation* user) {
        mlir::Operation* reader = table_.rows.block->findAncestorOpInBlock(*user);
        return table_.rows.contains(user) || (reader && last->isBeforeInBlock(reader));
      });
    });
  }

  static bool isTiled(const SweptDim& swept, mlir::Operation* op, int64_t dim) {
    auto it = swept.tiled.find(op);
    return dim == kWhole || (it != swept.tiled.end() && it->second == dim);
  }

  bool isMade(const Key& key) const {
    if (!key.op || (key.dims.row == kWhole && key.dims.column == kWhole))
      return false;
    if (isTiled(table_.rows, key.op, key.dims.row) &&
        isTiled(table_.columns, key.op, key.dims.column))
      return true;
    return generated_.contains(key.op) &&
           (key.dims.row == kWhole || operandsOfTile(key.op, key.dims.row)) &&
           (key.dims.column == kWhole || operandsOfTile(key.op, key.dims.column));
  }

  void need(const Key& key) {
    // Entire rows or columns of the table are never made.
    const bool isWholeTable =
        (key.dims.column == kWhole && table_.columns.derived.contains(key.op)) ||
        (key.dims.row == kWhole && table_.rows.derived.contains(key.op));
    if (isWholeTable || (isMade(key) && !canDivide(key.op))) {
      isPossible_ = false;
      return;
    }
    if (isMade(key) && known_.insert(key).second)
      needed_.push_back(key);
  }

  void needOperandsOf(const Key& key) {
    for (const auto& [operand, dims] :
         llvm::zip(key.op->getOperands(), operandDims(key.op, key.dims)))
      need({operand.getDefiningOp(), dims});
  }

  llvm::SmallVector<PairDims, 4> operandDims(mlir::Operation* op, PairDims dims) const {
    const TileDims whole(op->getNumOperands(), kWhole);
    auto combined = table_.columns.combined.find(op);
    const TileDims rows = dims.row == kWhole ? whole : *operandsOfTile(op, dims.row);
    const TileDims columns = dims.column != kWhole ? *operandsOfTile(op, dims.column)
                             : combined != table_.columns.combined.end() ? combined->second
                                                                         : whole;
    llvm::SmallVector<PairDims, 4> result;
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      result.push_back({rows[i], columns[i]});
    return result;
  }

  PairTable inOrder() {
    llvm::sort(needed_, [](const Key& a, const Key& b) {
      if (a.op != b.op)
        return a.op->isBeforeInBlock(b.op);
      return std::tie(a.dims.row, a.dims.column) < std::tie(b.dims.row, b.dims.column);
    });
    std::map<Key, int> numbers;
    for (const Key& key : needed_) {
      PairOp part{key.op, key.dims, operandDims(key.op, key.dims), {}};
      for (const auto& [operand, dims] : llvm::zip(key.op->getOperands(), part.operands)) {
        auto it = numbers.find({operand.getDefiningOp(), dims});
        part.from.push_back(it == numbers.end() ? -1 : it->second);
      }
      numbers[key] = int(table_.ops.size());
      table_.ops.push_back(std::move(part));
    }
    for (const Key& output : outputs_)
      table_.outputs.push_back(numbers.at(output));
    return std::move(table_);
  }

  PairTable table_;
  const llvm::DenseSet<mlir::Operation*>& generated_;
  llvm::SmallVector<Key> outputs_, needed_;
  std::set<Key> known_;
  bool isPossible_ = true;
};

// Makes the ops of one block.
class BlockMaker {
public:
  BlockMaker(const PairTable& table, const PairRect& rect, int64_t first, mlir::OpBuilder& builder)
      : table_(table), rect_(rect), first_(first), builder_(builder) {}

  llvm::SmallVector<mlir::Value> run() {
    llvm::SmallVector<mlir::Value> made;
    for (const PairOp& part : table_.ops) {
      llvm::SmallVector<mlir::Value> operands;
      for (unsigned i = 0; i < part.from.size(); ++i)
        operands.push_back(part.from[i] >= 0 ? made[size_t(part.from[i])]
                                             : slice(part.op->getOperand(i), part.operands[i]));
      made.push_back(make(part, operands));
    }
    llvm::SmallVector<mlir::Value> outputs;
    for (int output : table_.outputs)
      outputs.push_back(made[size_t(output)]);
    return outputs;
  }

private:
  Dims extents(mlir::Value value, PairDims dims) const {
    Dims result = typeOf(value).dims;
    if (dims.row != kWhole)
      result[size_t(dims.row)] = rect_.rowEnd - rect_.rowBegin;
    if (dims.column != kWhole)
      result[size_t(dims.column)] = rect_.columnEnd - rect_.columnBegin;
    return result;
  }

  mlir::Value slice(mlir::Value value, PairDims dims) {
    const Dims result = extents(value, dims);
    if (result == typeOf(value).dims)
      return value;
    mlir::Value& known = slices_[{value.getAsOpaquePointer(), dims.row, dims.column}];
    if (known)
      return known;
    Ints starts(result.size(), 0), limits(result.begin(), result.end());
    for (auto [dim, begin] :
         {std::pair(dims.row, rect_.rowBegin), std::pair(dims.column, rect_.columnBegin)})
      if (dim != kWhole) {
        starts[size_t(dim)] += begin;
        limits[size_t(dim)] += begin;
      }
    OpMaker maker(builder_, value.getLoc());
    return known = maker.make(Opcode::Slice, {value},
                              {{"start_indices", starts},
                               {"limit_indices", limits},
                               {"strides", Ints(result.size(), 1)}});
  }

  mlir::Value make(const PairOp& part, mlir::ValueRange operands) {
    mlir::Value whole = part.op->getResult(0);
    TensorType type = typeOf(whole);
    type.dims = extents(whole, part.dims);
    OpMaker maker(builder_, part.op->getLoc());
    if (is(part.op, Opcode::Constant))
      return maker.splat(splatOf(whole), type.dims);
    mlir::Operation* copy = builder_.clone(*part.op);
    copy->setOperands(operands);
    copy->getResult(0).setType(toIr(copy->getContext(), type));
    if (is(copy, Opcode::Gather))
      fitSlices(copy);
    return is(copy, Opcode::Iota) ? counted(copy, part.dims, maker) : copy->getResult(0);
  }

  // Makes an iota count from the beginning of the block, minus `first_`. Counts in integers and
  // then converts them, so that floats are rounded as in the whole iota.
  mlir::Value counted(mlir::Operation* iota, PairDims dims, OpMaker& maker) {
    const int64_t along = AttrsOf<IotaAttrs>(iota).iotaDimension();
    const int64_t begin = along == dims.row      ? rect_.rowBegin - first_
                          : along == dims.column ? rect_.columnBegin - first_
                                                 : 0;
    mlir::Value local = iota->getResult(0);
    if (begin == 0)
      return local;
    const TensorType type = typeOf(local), counts{DType::S32, type.dims};
    local.setType(toIr(iota->getContext(), counts));
    return maker.convert(
        maker.make(Opcode::Add,
                   {local, maker.splat(Literal::splatInt({DType::S32, {}}, begin), type.dims)}),
        type.dtype);
  }

  const PairTable& table_;
  const PairRect& rect_;
  const int64_t first_;
  mlir::OpBuilder& builder_;
  std::map<std::tuple<const void*, int64_t, int64_t>, mlir::Value> slices_;
};

} // namespace

llvm::DenseSet<mlir::Operation*> generatedOps(mlir::Block& block) {
  llvm::DenseSet<mlir::Operation*> generated;
  for (mlir::Operation& op : block)
    if (hasKnownTypes(&op) && canDivide(&op) && !is(&op, Opcode::DotGeneral) &&
        !is(&op, Opcode::Reduce) && !hasEffects(&op) &&
        llvm::all_of(op.getOperands(),
                     [&](mlir::Value v) { return generated.contains(v.getDefiningOp()); }))
      generated.insert(&op);
  return generated;
}

std::optional<PairTable> pairTableOf(const SweptDim& rows, const SweptDim& columns,
                                     const llvm::DenseSet<mlir::Operation*>& generated) {
  return Finder(rows, columns, generated).run();
}

void writeBlocks(const PairTable& table, llvm::ArrayRef<PairRect> blocks,
                 mlir::RewriterBase& rewriter) {
  // `outputs` have the order in which they were found, but `ops` have the order of the block. So
  // the largest number is that of the last output.
  mlir::Operation* last = table.ops[size_t(*llvm::max_element(table.outputs))].op;
  rewriter.setInsertionPointAfter(last);
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> pieces(table.outputs.size());
  const bool countsFromZero = dependsOnDifferences(table);
  for (const PairRect& rect : blocks) {
    const int64_t first = countsFromZero ? std::min(rect.rowBegin, rect.columnBegin) : 0;
    for (auto [list, value] : llvm::zip(pieces, BlockMaker(table, rect, first, rewriter).run()))
      list.push_back(value);
  }
  for (auto [number, list] : llvm::zip(table.outputs, pieces)) {
    const PairOp& output = table.ops[size_t(number)];
    OpMaker maker(rewriter, output.op->getLoc());
    mlir::Value joined = maker.make(Opcode::Concatenate, list, {{"dimension", output.dims.row}});
    rewriter.replaceUsesWithIf(output.op->getResult(0), joined, [&](mlir::OpOperand& use) {
      return !table.rows.contains(use.getOwner());
    });
  }
}

} // namespace lz::hlo
