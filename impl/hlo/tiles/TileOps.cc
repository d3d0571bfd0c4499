#include "hlo/tiles/TileOps.h"

#include "hlo/rewrite/Dot.h"
#include "hlo/rewrite/TakeAlong.h"
#include "hlo/tiles/Lookups.h"
#include "hlo/tiles/PointOps.h"
#include "hlo/tiles/RowPicks.h"
#include "spec/OpAttrs.inc.h"

#include <numeric>

namespace lz::hlo {
namespace {

// Returns indices in a type that can count all elements of the dimension.
mlir::Value widened(mlir::Value places, OpMaker& maker) {
  return storageBits(typeOf(places).dtype) < 32 ? maker.convert(places, DType::S32) : places;
}

class TileMaker {
public:
  TileMaker(const TiledDim& tiledDim, const TileRounds& rounds, mlir::OpBuilder& builder,
            mlir::Value offset, int64_t extent)
      : tiledDim_(tiledDim), rounds_(rounds), builder_(builder), offset_(offset), extent_(extent) {}

  Values run(const RoundOps& round, mlir::ValueRange before) {
    Values states(before);
    llvm::MutableArrayRef<mlir::Value> left = states;
    for (mlir::Operation* op : round.ops) {
      if (tiledDim_.combined.contains(op)) {
        combine(op, left.take_front(op->getNumResults()));
        left = left.drop_front(op->getNumResults());
      } else if (tiledDim_.tiled.contains(op)) {
        makeTiled(op);
      } else {
        makeRowOp(op);
      }
    }
    for (mlir::Operation* op : round.outputs)
      for (mlir::Value result : op->getResults()) {
        store(result, left.front());
        left = left.drop_front();
      }
    return states;
  }

private:
  OpMaker makerFor(mlir::Operation* op) { return OpMaker(builder_, op->getLoc()); }

  // Returns the tile of a value along `dim`, or the entire value if `dim` is kWhole.
  mlir::Value part(mlir::Value value, int64_t dim) {
    const bool hasTiles = tiledDim_.tiled.contains(value.getDefiningOp());
    if (dim == kWhole) // even if other ops need tiles of the value
      return hasTiles ? value : values_.lookupOrDefault(value);
    if (hasTiles)
      return values_.lookup(value);
    mlir::Value& slice = slices_[{value, dim}];
    if (!slice) {
      TensorType type = typeOf(value);
      type.dims[size_t(dim)] = extent_;
      OpMaker maker(builder_, value.getLoc());
      Values operands = {value};
      operands.append(startsAt(type.rank(), dim, maker));
      slice = maker.make(Opcode::DynamicSlice, operands,
                         {{"slice_sizes", Ints(type.dims.begin(), type.dims.end())}});
    }
    return slice;
  }

  Values startsAt(int64_t rank, int64_t dim, OpMaker& maker) {
    Values starts(size_t(rank), maker.splat(typeOf(offset_), 0));
    starts[size_t(dim)] = offset_;
    return starts;
  }

  void makeRowOp(mlir::Operation* op) {
    Values operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(part(operand, kWhole));
    mlir::Operation* copy = builder_.clone(*op);
    copy->setOperands(operands);
    values_.map(op->getResults(), copy->getResults());
  }

  void makeTiled(mlir::Operation* op) {
    const int64_t dim = tiledDim_.tiled.lookup(op);
    if (is(op, Opcode::Iota) && AttrsOf<IotaAttrs>(op).iotaDimension() == dim)
      return makeIota(op, dim);
    if (is(op, Opcode::Constant)) {
      TensorType type = typeOf(op->getResult(0));
      type.dims[size_t(dim)] = extent_;
      values_.map(op->getResult(0), makerFor(op).splat(splatOf(op->getResult(0)), type.dims));
      return;
    }
    if (is(op, Opcode::Scatter) && dimOfOneHot(op))
      return makeOneHot(op, dim);
    const TileDims dims = *operandsOfTile(op, dim);
    Values operands;
    for (auto [operand, d] : llvm::zip(op->getOperands(), dims))
      operands.push_back(part(operand, d));
    mlir::Operation* copy = builder_.clone(*op);
    copy->setOperands(operands);
    for (auto [result, own] : llvm::zip(op->getResults(), copy->getResults())) {
      TensorType type = typeOf(result);
      type.dims[size_t(dim)] = extent_;
      setType(own, type);
      values_.map(result, own);
    }
    fitAttributes(copy, dim);
  }

  // Makes a tile of a one-hot table by comparing indices instead of by a scatter, so that the
  // kernel that reads the tile can compute it.
  void makeOneHot(mlir::Operation* op, int64_t dim) {
    OpMaker maker = makerFor(op);
    TensorType type = typeOf(op->getResult(0));
    type.dims[size_t(dim)] = extent_;
    const int64_t own = *dimOfOneHot(op);
    const TileDims dims = *operandsOfTile(op, dim);
    mlir::Value indices = widened(part(op->getOperand(1), dims[1]), maker),
                updates = part(op->getOperand(2), dims[2]);
    const TensorType counts{typeOf(indices).dtype, type.dims};
    mlir::Value place = maker.make(Opcode::Iota, {}, {{"iota_dimension", own}}, &counts);
    if (own == dim)
      place =
          maker.make(Opcode::Add,
                     {place, maker.broadcast(maker.convert(offset_, counts.dtype), type.dims, {})});
    auto spread = [&](mlir::Value value) {
      Ints into(size_t(type.rank()), 0);
      std::iota(into.begin(), into.end(), 0);
      return maker.broadcast(maker.reshape(value, typeOf(updates).dims), type.dims, into);
    };
    mlir::Value none = maker.splat(splatOf(op->getOperand(0)), type.dims),
                one = maker.make(*combinerOf(op->getRegion(0)), {none, spread(updates)});
    values_.map(
        op->getResult(0),
        maker.make(Opcode::Select, {maker.compare("EQ", place, spread(indices)), one, none}));
  }

  // Makes an iota that counts from the offset. Counts in integers and then converts them, so that
  // floats are rounded as in the whole iota.
  void makeIota(mlir::Operation* op, int64_t dim) {
    OpMaker maker = makerFor(op);
    TensorType type = typeOf(op->getResult(0));
    type.dims[size_t(dim)] = extent_;
    const TensorType counts{typeOf(offset_).dtype, type.dims};
    mlir::Value local = maker.make(Opcode::Iota, {}, {{"iota_dimension", dim}}, &counts),
                offset = maker.broadcast(offset_, type.dims, {});
    values_.map(op->getResult(0),
                maker.convert(maker.make(Opcode::Add, {local, offset}), type.dtype));
  }

  void combine(mlir::Operation* op, llvm::MutableArrayRef<mlir::Value> states) {
    const CombinedOp& combined = rounds_.combined.find(op)->second;
    if (is(op, Opcode::TopK))
      return select(op, states);
    if (is(op, Opcode::Gather))
      return combined.selection ? carry(op, combined, states[0]) : pick(op, combined, states[0]);
    if (is(op, Opcode::Scatter))
      return scatter(op, states[0]);
    const Values parts = is(op, Opcode::DotGeneral) ? multiply(op, combined) : reduce(op, combined);
    if (combined.rescaling)
      states[0] = rescaled(op, *combined.rescaling, states[0]);
    const Values before(states);
    OpMaker maker = makerFor(op);
    const Values after = is(op, Opcode::DotGeneral)
                             ? Values{maker.make(Opcode::Add, {before[0], parts[0]})}
                             : combineResults(op, before, parts, builder_);
    llvm::copy(after, states.begin());
    if (isExtremum(op))
      useExtremum(op, before[0], after[0]);
  }

  bool isExtremum(mlir::Operation* op) const {
    return llvm::any_of(rounds_.combined, [&](const auto& entry) {
      return entry.second.rescaling && entry.second.rescaling->extremum == op;
    });
  }

  // Makes the ops of this tile use the extremum so far. As long as all elements of a row are -inf
  // (for a minimum: inf), they use 0 instead, so that they do not compute NaN from infinities.
  void useExtremum(mlir::Operation* op, mlir::Value before, mlir::Value after) {
    OpMaker maker = makerFor(op);
    const TensorType type = typeOf(after);
    mlir::Value isNone = maker.compare("EQ", after, maker.splat(identityOfReduce(op), type.dims));
    values_.map(op->getResult(0),
                maker.make(Opcode::Select, {isNone, maker.splat(type, 0), after}));
    before_[op] = before;
  }

  mlir::Value rescaled(mlir::Operation* op, const Rescaling& rescaling, mlir::Value state) {
    OpMaker maker = makerFor(op);
    const TensorType type = typeOf(state);
    mlir::Value before = before_.lookup(rescaling.extremum),
                h = valueOfG(tiledDim_, rescaling, before, values_, builder_);
    // As long as all elements are -inf (for a minimum: inf), the sum is zero, but the factor h can
    // be NaN, such as exp(0 * -inf). So 1 is used instead of h.
    mlir::Value isNone = maker.compare(
        "EQ", before, maker.splat(identityOfReduce(rescaling.extremum), typeOf(before).dims));
    h = maker.make(Opcode::Select, {isNone, maker.splat(typeOf(h), 1), h});
    h = likeResult(tiledDim_, op, rescaling, maker.convert(h, type.dtype), type.dims, maker);
    return maker.make(Opcode::Multiply, {state, h});
  }

  Values reduce(mlir::Operation* op, const CombinedOp& combined) {
    OpMaker maker = makerFor(op);
    const TileDims& dims = tiledDim_.combined.find(op)->second;
    const Literal start = identityOfReduce(op);
    if (!start.valid()) {
      Values operands;
      for (unsigned i = 0; i < dims.size(); ++i)
        operands.push_back(part(combined.operand(op, i), dims[i]));
      mlir::Operation* copy = builder_.clone(*op);
      copy->setOperands(operands);
      return Values(copy->getResults());
    }
    AttrsOf<ReduceAttrs> attrs(op);
    const absl::Span<const int64_t> reduced = attrs.dimensions();
    mlir::Value operand = maker.convert(part(combined.operand(op, 0), dims[0]), start.type().dtype);
    return {maker.reduce(*combinerOf(op->getRegion(0)), operand, maker.constant(start),
                         Ints(reduced.begin(), reduced.end()))};
  }

  Values multiply(mlir::Operation* op, const CombinedOp& combined) {
    const TileDims& dims = tiledDim_.combined.find(op)->second;
    const Values operands = {part(combined.operand(op, 0), dims[0]),
                             part(combined.operand(op, 1), dims[1])};
    mlir::Operation* copy = builder_.clone(*op);
    copy->setOperands(operands);
    TensorType type = typeOf(copy->getResult(0));
    if (isFloat(type.dtype) && storageBits(type.dtype) < 32)
      type.dtype = DType::F32;
    setType(copy->getResult(0), type);
    return {copy->getResult(0)};
  }

  // Selects the largest k elements of a list: the k elements selected so far, followed by those of
  // the tile. In this order, the earlier one of two equal elements comes first. Indices from k on
  // refer to the tile. For the first tile, the list has only the tile.
  void select(mlir::Operation* op, llvm::MutableArrayRef<mlir::Value> states) {
    OpMaker maker = makerFor(op);
    mlir::Value tile = part(op->getOperand(0), tiledDim_.combined.find(op)->second[0]);
    const TensorType type = typeOf(op->getResult(1));
    const int64_t k = type.dims.back();
    const bool isFirst = !states[0];
    if (!isFirst)
      tile = maker.make(Opcode::Concatenate, {states[0], tile}, {{"dimension", type.rank() - 1}});
    mlir::Operation* top = builder_.clone(*op);
    top->setOperand(0, tile);
    if (isFirst) {
      llvm::copy(top->getResults(), states.begin());
      selected_[op] = {.fresh = top->getResult(1)};
      return;
    }
    mlir::Value place = top->getResult(1), count = maker.splat(type, double(k));
    const Selected selected = {
        maker.compare("LT", place, count),
        maker.make(Opcode::Minimum, {place, maker.splat(type, double(k - 1))}),
        maker.make(Opcode::Subtract, {place, count})};
    mlir::Value offset = maker.broadcast(maker.convert(offset_, type.dtype), type.dims, {}),
                fresh = maker.make(Opcode::Add, {selected.fresh, offset});
    states[0] = top->getResult(0);
    states[1] = maker.make(Opcode::Select,
                           {selected.isOld, takeAlongLast(states[1], selected.old, maker), fresh});
    selected_[op] = selected;
  }

  // Takes the elements of another table at the selected places. A selected element is in the tile,
  // or among the elements that were selected before.
  void carry(mlir::Operation* op, const CombinedOp& combined, mlir::Value& state) {
    OpMaker maker = makerFor(op);
    const Selected selected = selected_.lookup(combined.selection);
    mlir::Value table = part(op->getOperand(0), tiledDim_.combined.find(op)->second[0]),
                fresh = takeAlongLast(table, selected.fresh, maker);
    state = selected.isOld
                ? maker.make(Opcode::Select,
                             {selected.isOld, takeAlongLast(state, selected.old, maker), fresh})
                : fresh;
  }

  // Takes the elements whose indices are in the tile. Indices are clamped to the table first, as
  // gathers do.
  void pick(mlir::Operation* op, const CombinedOp& combined, mlir::Value& state) {
    OpMaker maker = makerFor(op);
    mlir::Value indices = widened(op->getOperand(1), maker);
    const TensorType type = typeOf(indices);
    auto number = [&](int64_t value) { return maker.splat(type, double(value)); };
    mlir::Value clamped =
        maker.make(Opcode::Clamp, {number(0), indices, number(tiledDim_.extent - 1)});
    mlir::Value local =
        maker.make(Opcode::Subtract,
                   {clamped, maker.broadcast(maker.convert(offset_, type.dtype), type.dims, {})});
    mlir::Value isIn = maker.make(Opcode::And, {maker.compare("GE", local, number(0)),
                                                maker.compare("LT", local, number(extent_))});
    mlir::Value table = part(combined.operand(op, 0), tiledDim_.combined.find(op)->second[0]);
    mlir::Operation* copy = builder_.clone(*op);
    copy->setOperands({table, local});
    state = maker.make(Opcode::Select,
                       {maker.reshape(isIn, typeOf(state).dims), copy->getResult(0), state});
  }

  // Adds the updates of the tile to those so far.
  void scatter(mlir::Operation* op, mlir::Value& state) {
    const TileDims& dims = tiledDim_.combined.find(op)->second;
    mlir::Operation* copy = builder_.clone(*op);
    copy->setOperands({state, part(op->getOperand(1), dims[1]), part(op->getOperand(2), dims[2])});
    state = copy->getResult(0);
  }

  void store(mlir::Value value, mlir::Value& state) {
    OpMaker maker(builder_, value.getLoc());
    const int64_t dim = tiledDim_.tiled.lookup(value.getDefiningOp());
    Values operands = {state, values_.lookup(value)};
    operands.append(startsAt(typeOf(value).rank(), dim, maker));
    state = maker.make(Opcode::DynamicUpdateSlice, operands);
  }

  // Says where the elements of a selection come from, after this tile. If `isOld` is true for an
  // element, it was selected before, at the place `old` of the state. Otherwise it is new, at the
  // place `fresh` of the tile. In the first tile all elements are new, and `isOld` is null.
  struct Selected {
    mlir::Value isOld = {}, old = {}, fresh = {};
  };

  const TiledDim& tiledDim_;
  const TileRounds& rounds_;
  mlir::OpBuilder& builder_;
  mlir::Value offset_;
  int64_t extent_;
  mlir::IRMapping values_; // tiles, and values of the row for the extremum so far
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> slices_;
  llvm::DenseMap<mlir::Operation*, mlir::Value> before_; // extrema of the tiles before this one
  llvm::DenseMap<mlir::Operation*, Selected> selected_;
};

} // namespace

Values makeTile(const TiledDim& tiledDim, const TileRounds& rounds, const RoundOps& round,
                mlir::OpBuilder& builder, mlir::Value offset, int64_t extent,
                mlir::ValueRange states) {
  return TileMaker(tiledDim, rounds, builder, offset, extent).run(round, states);
}

} // namespace lz::hlo
