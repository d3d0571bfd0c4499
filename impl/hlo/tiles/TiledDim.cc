#include "hlo/tiles/TiledDim.h"

#include "absl/algorithm/container.h"
#include "hlo/ir/Effects.h"
#include "hlo/rewrite/Dot.h"
#include "hlo/tiles/Lookups.h"
#include "hlo/tiles/RowPicks.h"
#include "spec/Identity.h"
#include "spec/OpAttrs.inc.h"

#include <deque>

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
    return std::nullopt;
  AttrsOf<BroadcastInDimAttrs> attrs(op);
  for (int64_t d = 0; d < from.rank(); ++d)
    if (attrs.broadcastDimensions()[size_t(d)] == dim && from.dims[size_t(d)] != 1)
      return TileDims{d};
  return TileDims{kWhole};
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

// Returns whether a value in a body always equals one of the arguments of the body.
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
  // Each tile starts with the initial values again. This does not change the result of a selection
  // such as arg-max, which is the same however often the initial values take part.
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

class Collector {
public:
  Collector(mlir::Operation* seed, int64_t dim)
      : seedElements_(typeOf(seed->getResult(0)).numElements()) {
    tiledDim_.block = seed->getBlock();
    tiledDim_.extent = typeOf(seed->getResult(0)).dims[size_t(dim)];
    isPossible_ = operandsOfTile(seed, dim).has_value();
    if (!isPossible_)
      return;
    addTiled(seed, dim);
    markDerived(seed);
  }

  std::optional<TiledDim> run() {
    // Readers are added before operands. Only when all readers are known, it is clear which
    // operands depend on the table.
    while (isPossible_ && (!readers_.empty() || !needs_.empty())) {
      require(tiledDim_.tiled.size() <= kMostTiled);
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

private:
  // Returns whether a value has at least a quarter of the elements of the table.
  bool isTable(mlir::Value value) const {
    constexpr int64_t kPart = 4;
    return typeOf(value).numElements() >= seedElements_ / kPart;
  }

  void require(bool condition) { isPossible_ &= condition; }

  void addTiled(mlir::Operation* op, int64_t dim) {
    tiledDim_.tiled.insert({op, dim});
    const TileDims dims = *operandsOfTile(op, dim);
    bool isDerived = is(op, Opcode::DotGeneral) || is(op, Opcode::Scatter);
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
      return require(it->second == dim);
    if (op && !tiledDim_.sliced.contains(value) && isMadeInTile(op, dim))
      return addTiled(op, dim);
    tiledDim_.sliced.insert(value);
  }

  // Returns whether tiles of an operand are computed in the loop, and not read from memory.
  bool isMadeInTile(mlir::Operation* op, int64_t dim) const {
    if (op->getBlock() != tiledDim_.block || !hasKnownTypes(op) || hasEffects(op) ||
        !operandsOfTile(op, dim))
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
                            (op == tiledDim_.tiled.front().first || !is(op, Opcode::DotGeneral) ||
                             !readsDerived(op) || mixesTables(op));
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
    if (user->getBlock() != tiledDim_.block || !hasKnownTypes(user) || hasEffects(user))
      return;
    if (auto it = tiledDim_.tiled.find(user); it != tiledDim_.tiled.end())
      return require((*operandsOfTile(user, it->second))[i] == dim);
    if (auto it = tiledDim_.combined.find(user); it != tiledDim_.combined.end())
      return require(it->second[i] == dim);
    if (!isFollowed)
      return;
    if (std::optional<TileDims> dims = operandsOfCombined(user, i, dim)) {
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

  TiledDim tiledDim_;
  int64_t seedElements_;
  bool isPossible_ = true;
  std::deque<mlir::Operation*> readers_; // derived ops whose readers are not added yet
  std::deque<std::pair<mlir::Value, int64_t>> needs_;
};

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
  case Opcode::TopK:
    if (dim + 1 == typeOf(op->getResult(0)).rank())
      return std::nullopt;
    return TileDims{dim};
  case Opcode::Gather:
    return dimOfPicks(op) ? ofRowPicks(op, dimOfPicks(op), dim) : tileOfLookups(op, dim);
  case Opcode::Scatter:
    return dimOfOneHot(op) ? ofRowPicks(op, dimOfOneHot(op), dim) : tileOfSlots(op, dim);
  default:
    return std::nullopt;
  }
}

std::optional<TileDims> operandsOfCombined(mlir::Operation* op, unsigned operand, int64_t dim) {
  if (is(op, Opcode::DotGeneral)) {
    const Dot dot(op);
    const Ints& own = operand == 0 ? dot.lhs.contracting : dot.rhs.contracting;
    const auto it = absl::c_find(own, dim);
    if (it == own.end() || !isFloat(dot.result.dtype))
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
    // A loop begins with a tile of at least k elements. This tile must not be most of the table.
    const TensorType type = typeOf(op->getOperand(0));
    if (dim + 1 == type.rank() && 2 * typeOf(op->getResult(0)).dims.back() <= type.dims.back())
      return TileDims{dim};
  }
  return std::nullopt;
}

bool TiledDim::isOutput(mlir::Operation* op) const {
  return derived.contains(op) &&
         llvm::any_of(op->getUsers(), [&](mlir::Operation* user) { return !contains(user); });
}

std::optional<TiledDim> tiledDimOf(mlir::Operation* seed, int64_t dim) {
  return Collector(seed, dim).run();
}

} // namespace lz::hlo
