#include "hlo/tiles/PairTable.h"

#include "hlo/ir/Effects.h"

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
  Finder(const TiledDim& rows, const TiledDim& columns,
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

  // Returns whether every reader of the table's columns combines them to one value for each row.
  bool hasOnlyRowReaders() const {
    return llvm::none_of(table_.columns.derived,
                         [&](mlir::Operation* op) { return table_.columns.isOutput(op); }) &&
           llvm::all_of(table_.columns.combined,
                        [&](const auto& entry) { return table_.rows.tiled.contains(entry.first); });
  }

  // Returns whether all other ops that read outputs come after the last output. All blocks are
  // written at this place, so that the ops of a block are adjacent.
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

  static bool isTiled(const TiledDim& tiledDim, mlir::Operation* op, int64_t dim) {
    auto it = tiledDim.tiled.find(op);
    return dim == kWhole || (it != tiledDim.tiled.end() && it->second == dim);
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
    // A block has only a part of each row and column, so no op may need a whole one.
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

std::optional<PairTable> pairTableOf(const TiledDim& rows, const TiledDim& columns,
                                     const llvm::DenseSet<mlir::Operation*>& generated) {
  return Finder(rows, columns, generated).run();
}

} // namespace lz::hlo
