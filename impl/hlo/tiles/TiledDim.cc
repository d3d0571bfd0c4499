#include "hlo/tiles/TiledDim.h"

#include "hlo/ir/Effects.h"
#include "hlo/rewrite/Dot.h"

#include <deque>

namespace lz::hlo {
namespace {

// Returns whether the op computes from indices and constants alone.
bool isOfIndices(mlir::Operation* op) {
  constexpr size_t kMostSeen = 64;
  llvm::SetVector<mlir::Operation*> seen;
  seen.insert(op);
  for (size_t i = 0; i < seen.size(); ++i) {
    mlir::Operation* next = seen[i];
    if (!next || i == kMostSeen || !hasKnownTypes(next))
      return false;
    const OpKind kind = opInfo(next)->kind;
    if (kind != OpKind::Elementwise && kind != OpKind::View && kind != OpKind::Source)
      return false;
    for (mlir::Value operand : next->getOperands())
      seen.insert(operand.getDefiningOp());
  }
  return true;
}

// The largest number of tiled ops. If there are more, the dimension is probably the batch of an
// entire network, and not a dimension of a table. Attention with dropout has 178 tiled ops.
constexpr size_t kMostTiled = 256;

// Returns whether the price of a loop over tiles knows the op (hlo/tiles/price/TilePrice.h).
bool isPriced(mlir::Operation* op) {
  switch (*opcodeOf(op)) {
  case Opcode::BroadcastInDim:
  case Opcode::Concatenate:
  case Opcode::DotGeneral:
  case Opcode::Gather:
  case Opcode::Reduce:
  case Opcode::Reshape:
  case Opcode::Scatter:
  case Opcode::TopK:
  case Opcode::Transpose:
    return true;
  default:
    return opInfo(op)->kind == OpKind::Elementwise || opInfo(op)->kind == OpKind::Source;
  }
}

class Collector {
public:
  Collector(mlir::Operation* seed, int64_t dim, const TileReach& reach)
      : reach_(reach), seedElements_(typeOf(seed->getResult(0)).numElements()) {
    tiledDim_.block = seed->getBlock();
    tiledDim_.extent = typeOf(seed->getResult(0)).dims[size_t(dim)];
    require(operandsOfTile(seed, dim).has_value(), seed);
    if (!isPossible_)
      return;
    addTiled(seed, dim);
    markDerived(seed);
  }

  std::optional<TiledDim> run() {
    // Readers are added before operands. Only when all readers are known, it is clear which
    // operands depend on the table.
    while (isPossible_ && (!readers_.empty() || !needs_.empty())) {
      require(tiledDim_.tiled.size() <= kMostTiled, nullptr);
      if (!readers_.empty()) {
        mlir::Operation* op = readers_.front();
        readers_.pop_front();
        addReadersOf(op);
        continue;
      }
      const auto [value, dim] = needs_.front();
      needs_.pop_front();
      add(value, dim);
    }
    return isPossible_ ? std::optional(std::move(tiledDim_)) : std::nullopt;
  }

  mlir::Operation* blocker() const { return blocker_; }

private:
  bool isTable(mlir::Value value) const {
    constexpr int64_t kPart = 4;
    const TensorType type = typeOf(value);
    return reach_.isPriced() ? type.numElements() >= seedElements_ / kPart
                             : type.numBytes() > reach_.tableBytes;
  }

  // Returns whether the op makes a table. The table needs memory unless its readers compute it.
  bool makesTable(mlir::Operation* op) const {
    return !is(op, Opcode::BroadcastInDim) && opInfo(op)->kind != OpKind::Source &&
           isTable(op->getResult(0));
  }

  bool mayTakePart(mlir::Operation* op) const {
    return op->getBlock() == tiledDim_.block && hasKnownTypes(op) && !hasEffects(op) &&
           (!reach_.isPriced() || isPriced(op));
  }

  // `op` cannot be computed by tiles unless the condition holds.
  void require(bool condition, mlir::Operation* op) {
    if (isPossible_ && !condition)
      blocker_ = op;
    isPossible_ &= condition;
  }

  void addTiled(mlir::Operation* op, int64_t dim) {
    tiledDim_.tiled.insert({op, dim});
    const TileDims dims = *operandsOfTile(op, dim);
    bool isDerived = is(op, Opcode::DotGeneral) || is(op, Opcode::Scatter) ||
                     (!reach_.isPriced() && makesTable(op));
    for (unsigned i = 0; i < dims.size(); ++i)
      if (dims[i] != kWhole) {
        needs_.emplace_back(op->getOperand(i), dims[i]);
        isDerived |= tiledDim_.derived.contains(op->getOperand(i).getDefiningOp());
      }
    if (isDerived)
      markDerived(op);
  }

  // Marks an op and the tiled ops that read its tiles.
  void markDerived(mlir::Operation* op) {
    llvm::SmallVector<mlir::Operation*> left = {op};
    while (!left.empty()) {
      mlir::Operation* next = left.pop_back_val();
      if (!tiledDim_.derived.insert(next).second)
        continue;
      readers_.push_back(next);
      for (mlir::Operation* user : next->getUsers())
        if (tiledDim_.tiled.contains(user))
          left.push_back(user);
    }
  }

  // Adds a value of which tiles are needed.
  void add(mlir::Value value, int64_t dim) {
    mlir::Operation* op = value.getDefiningOp();
    if (auto it = tiledDim_.tiled.find(op); op && it != tiledDim_.tiled.end())
      return require(it->second == dim, op);
    if (op && !tiledDim_.sliced.contains(value) && isMadeInTile(op, dim))
      return addTiled(op, dim);
    tiledDim_.sliced.insert(value);
  }

  // Returns whether tiles of an operand are computed in the loop, and not read from memory.
  bool isMadeInTile(mlir::Operation* op, int64_t dim) const {
    if (!mayTakePart(op) || !operandsOfTile(op, dim))
      return false;
    if (is(op, Opcode::BroadcastInDim) || opInfo(op)->kind == OpKind::Source)
      return true;
    return isTable(op->getResult(0)) || needsTable(op) || isOfIndices(op);
  }

  bool needsTable(mlir::Operation* op) const {
    constexpr size_t kMostSeen = 64;
    llvm::SetVector<mlir::Operation*> seen;
    seen.insert(op);
    for (size_t i = 0; i < seen.size() && i < kMostSeen; ++i)
      for (mlir::Value operand : seen[i]->getOperands()) {
        mlir::Operation* def = operand.getDefiningOp();
        if (tiledDim_.derived.contains(def))
          return true;
        if (def && def->getBlock() == tiledDim_.block && !tiledDim_.combined.contains(def))
          seen.insert(def);
      }
    return false;
  }

  void addReadersOf(mlir::Operation* op) {
    const int64_t dim = tiledDim_.tiled.lookup(op);
    // Ops that read a small result, or the result of a product that reads the table, do not become
    // a part of the loop. They read the whole result after the loop.
    const bool isFollowed = isTable(op->getResult(0)) &&
                            (op == tiledDim_.tiled.front().first || !reach_.isPriced() ||
                             !is(op, Opcode::DotGeneral) || !readsDerived(op) || mixesTables(op));
    for (mlir::OpOperand& use : op->getUses())
      addReader(use, dim, isFollowed);
  }

  // Returns whether a product has an operand that needs the table.
  bool readsDerived(mlir::Operation* op) const {
    return llvm::any_of(op->getOperands(), [&](mlir::Value v) {
      return tiledDim_.derived.contains(v.getDefiningOp());
    });
  }

  // Returns whether a product mixes the tables of a batch, such as the heads of an attention. The
  // result of such a product still has the pairs of its operand: at least two of the operand's
  // dimensions, each larger than the dimensions that the product combines.
  bool mixesTables(mlir::Operation* op) const {
    const Dot dot(op);
    return llvm::any_of(llvm::ArrayRef{&dot.lhs, &dot.rhs}, [&](const DotSide* side) {
      const Dims dims = typeOf(side->value).dims;
      int64_t combined = 1;
      for (int64_t d : side->contracting)
        combined *= dims[size_t(d)];
      return tiledDim_.derived.contains(side->value.getDefiningOp()) &&
             llvm::count_if(side->free(), [&](int64_t d) { return dims[size_t(d)] > combined; }) >=
                 2;
    });
  }

  void addReader(mlir::OpOperand& use, int64_t dim, bool isFollowed) {
    mlir::Operation* user = use.getOwner();
    const unsigned i = use.getOperandNumber();
    if (!mayTakePart(user))
      return;
    if (auto it = tiledDim_.tiled.find(user); it != tiledDim_.tiled.end())
      return require((*operandsOfTile(user, it->second))[i] == dim, user);
    if (auto it = tiledDim_.combined.find(user); it != tiledDim_.combined.end())
      return require(it->second[i] == dim, user);
    if (!isFollowed)
      return;
    if (std::optional<TileDims> dims = combinedBy(user, i, dim)) {
      tiledDim_.combined.insert({user, *dims});
      for (unsigned o = 0; o < dims->size(); ++o)
        if ((*dims)[o] != kWhole)
          needs_.emplace_back(user->getOperand(o), (*dims)[o]);
      return;
    }
    const int64_t rank = typeOf(user->getNumResults() ? user->getResult(0) : mlir::Value()).rank();
    for (int64_t d = 0; d < rank; ++d)
      if (std::optional<TileDims> dims = operandsOfTile(user, d); dims && (*dims)[i] == dim)
        return addTiled(user, d);
  }

  std::optional<TileDims> combinedBy(mlir::Operation* user, unsigned operand, int64_t dim) const {
    if (reach_.isPriced() && is(user, Opcode::DotGeneral) &&
        !isFloat(typeOf(user->getResult(0)).dtype))
      return std::nullopt;
    return operandsOfCombined(user, operand, dim);
  }

  TiledDim tiledDim_;
  const TileReach reach_;
  int64_t seedElements_;
  bool isPossible_ = true;
  mlir::Operation* blocker_ = nullptr;   // the op because of which it is not possible
  std::deque<mlir::Operation*> readers_; // derived ops whose readers are not added yet
  std::deque<std::pair<mlir::Value, int64_t>> needs_;
};

} // namespace

bool TiledDim::isOutput(mlir::Operation* op) const {
  return derived.contains(op) &&
         llvm::any_of(op->getUsers(), [&](mlir::Operation* user) { return !contains(user); });
}

std::optional<TiledDim> tiledDimOf(mlir::Operation* seed, int64_t dim, const TileReach& reach,
                                   mlir::Operation** blocker) {
  Collector collector(seed, dim, reach);
  std::optional<TiledDim> found = collector.run();
  if (blocker)
    *blocker = collector.blocker();
  return found;
}

} // namespace lz::hlo
