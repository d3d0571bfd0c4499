#include "hlo/masks/PairBlocks.h"

#include "hlo/tiles/IndexDifferences.h"
#include "hlo/tiles/Lookups.h"
#include "hlo/tiles/TileLoop.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lz::hlo {
namespace {

using Values = llvm::SmallVector<mlir::Value>;

// Where a block begins along one dimension of the table.
struct Begin {
  int64_t number = 0;
  mlir::Value value; // if set, a scalar of s32 that is used instead of `number`
};

// A block whose beginning can be known at run time only.
struct BlockPlace {
  int64_t rows, columns;
  Begin row, column;
  // The index at which the indices of the block begin to count, if `row` and `column` are numbers.
  int64_t first = 0;
};

// Makes the ops of one block.
class BlockMaker {
public:
  BlockMaker(const PairTable& table, const BlockPlace& place, mlir::OpBuilder& builder)
      : table_(table), place_(place), builder_(builder) {}

  // Returns the outputs.
  Values run() {
    for (const PairOp& part : table_.ops) {
      Values operands;
      for (unsigned i = 0; i < part.from.size(); ++i)
        operands.push_back(part.from[i] >= 0 ? made_[size_t(part.from[i])]
                                             : slice(part.op->getOperand(i), part.operands[i]));
      made_.push_back(make(part, operands));
    }
    Values outputs;
    for (int output : table_.outputs)
      outputs.push_back(made_[size_t(output)]);
    return outputs;
  }

  // Returns the copy of an op of the table.
  mlir::Operation* copyOf(mlir::Operation* op) const {
    for (auto [part, value] : llvm::zip(table_.ops, made_))
      if (part.op == op)
        return value.getDefiningOp();
    return nullptr;
  }

private:
  Dims extents(mlir::Value value, PairDims dims) const {
    Dims result = typeOf(value).dims;
    if (dims.row != kWhole)
      result[size_t(dims.row)] = place_.rows;
    if (dims.column != kWhole)
      result[size_t(dims.column)] = place_.columns;
    return result;
  }

  mlir::Value slice(mlir::Value value, PairDims dims) {
    const Dims result = extents(value, dims);
    if (result == typeOf(value).dims)
      return value;
    mlir::Value& known = slices_[{value.getAsOpaquePointer(), dims.row, dims.column}];
    if (!known)
      known = makeSlice(value, dims, result);
    return known;
  }

  mlir::Value makeSlice(mlir::Value value, PairDims dims, const Dims& result) {
    OpMaker maker(builder_, value.getLoc());
    const std::pair<int64_t, Begin> begins[] = {{dims.row, place_.row},
                                                {dims.column, place_.column}};
    if (place_.row.value) {
      Values operands = {value};
      operands.append(result.size(), maker.splat(LoopCount::type(), 0));
      for (const auto& [dim, begin] : begins)
        if (dim != kWhole && begin.value)
          operands[size_t(dim) + 1] = begin.value;
      return maker.make(Opcode::DynamicSlice, operands,
                        {{"slice_sizes", Ints(result.begin(), result.end())}});
    }
    Ints starts(result.size(), 0), limits(result.begin(), result.end());
    for (const auto& [dim, begin] : begins)
      if (dim != kWhole) {
        starts[size_t(dim)] += begin.number;
        limits[size_t(dim)] += begin.number;
      }
    return maker.make(Opcode::Slice, {value},
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

  // Makes an iota count from the beginning of the block. Counts in integers and then converts them,
  // so that floats are rounded as in the whole iota.
  mlir::Value counted(mlir::Operation* iota, PairDims dims, OpMaker& maker) {
    const int64_t along = AttrsOf<IotaAttrs>(iota).iotaDimension();
    mlir::Value local = iota->getResult(0);
    if (along != dims.row && along != dims.column)
      return local;
    const Begin begin = along == dims.row ? place_.row : place_.column;
    const int64_t number = begin.number - place_.first;
    if (!begin.value && number == 0)
      return local;
    const TensorType type = typeOf(local), counts{DType::S32, type.dims};
    local.setType(toIr(iota->getContext(), counts));
    mlir::Value offset = begin.value
                             ? maker.broadcast(begin.value, type.dims, {})
                             : maker.splat(Literal::splatInt({DType::S32, {}}, number), type.dims);
    return maker.convert(maker.make(Opcode::Add, {local, offset}), type.dtype);
  }

  const PairTable& table_;
  const BlockPlace& place_;
  mlir::OpBuilder& builder_;
  Values made_; // a value for each op of the table
  std::map<std::tuple<const void*, int64_t, int64_t>, mlir::Value> slices_;
};

// Writes the loop of writeBlockLoop.
class LoopWriter {
public:
  LoopWriter(const PairTable& table, const BlockLoop& loop, mlir::RewriterBase& rewriter)
      : table_(table), loop_(loop), rewriter_(rewriter), loc_(table.ops.back().op->getLoc()) {}

  Values run() {
    OpMaker maker(rewriter_, loc_);
    Values starts;
    for (int output : table_.outputs)
      starts.push_back(maker.splat(typeOf(table_.ops[size_t(output)].op->getResult(0)), 0));
    rows_ = numbers([](const PairRect& rect) { return rect.rowBegin; });
    columns_ = numbers([](const PairRect& rect) { return rect.columnBegin; });
    ends_ = numbers([](const PairRect& rect) { return rect.columnEnd; });
    const LoopCount count{maker.splat(LoopCount::type(), 0), {}, int64_t(loop_.blocks.size()), 1};
    mlir::Block* body = nullptr;
    Values results = makeLoop(
        count, starts,
        [&](mlir::OpBuilder& inside, mlir::Value trip, mlir::ValueRange states) {
          body = trip.getParentBlock();
          return makeBlock(inside, trip, states);
        },
        rewriter_, loc_);
    if (loop_.tile > 0)
      tileColumns(*body);
    return results;
  }

private:
  // A number for each block.
  struct Numbers {
    int64_t first = 0, step = 0;
    mlir::Value all; // a constant, unless the numbers are `first`, `first` + `step`, and so on

    bool isZero() const { return first == 0 && step == 0 && !all; }
  };

  Numbers numbers(llvm::function_ref<int64_t(const PairRect&)> of) {
    Numbers result{of(loop_.blocks[0]), of(loop_.blocks[1]) - of(loop_.blocks[0]), {}};
    bool isLinear = true;
    Literal literal({DType::S32, {int64_t(loop_.blocks.size())}});
    for (auto [i, rect] : llvm::enumerate(loop_.blocks)) {
      isLinear &= of(rect) == result.first + int64_t(i) * result.step;
      literal.mutableAs<int32_t>()[i] = int32_t(of(rect));
    }
    if (!isLinear)
      result.all = OpMaker(rewriter_, loc_).constant(literal);
    return result;
  }

  // Returns the number of the block that trip `trip` computes.
  static mlir::Value at(const Numbers& numbers, mlir::Value trip, OpMaker& maker) {
    if (numbers.all)
      return maker.reshape(
          maker.make(Opcode::DynamicSlice, {numbers.all, trip}, {{"slice_sizes", Ints{1}}}), {});
    auto scalar = [&](int64_t value) { return maker.splat(LoopCount::type(), double(value)); };
    if (numbers.step == 0)
      return scalar(numbers.first);
    mlir::Value scaled = maker.make(Opcode::Multiply, {trip, scalar(numbers.step)});
    return numbers.first == 0 ? scaled : maker.make(Opcode::Add, {scaled, scalar(numbers.first)});
  }

  Values makeBlock(mlir::OpBuilder& inside, mlir::Value trip, mlir::ValueRange states) {
    OpMaker maker(inside, loc_);
    const PairRect& rect = loop_.blocks.front();
    const bool hasTiles = loop_.tile > 0, startsAtZero = columns_.isZero();
    begin_ = at(columns_, trip, maker);
    end_ = at(ends_, trip, maker);
    const BlockPlace place{rect.rowEnd - rect.rowBegin,
                           hasTiles ? table_.columns.extent : rect.columnEnd - rect.columnBegin,
                           {0, at(rows_, trip, maker)},
                           {0, hasTiles || startsAtZero ? mlir::Value() : begin_}};
    BlockMaker block(table_, place, inside);
    Values next;
    for (auto [number, value, state] : llvm::zip(table_.outputs, block.run(), states)) {
      Values operands = {state, value};
      operands.append(size_t(typeOf(value).rank()), maker.splat(LoopCount::type(), 0));
      operands[2 + size_t(table_.ops[size_t(number)].dims.row)] = place.row.value;
      next.push_back(maker.make(Opcode::DynamicUpdateSlice, operands));
    }
    seed_ = block.copyOf(table_.columns.tiled.front().first);
    return next;
  }

  // Divides the columns of the block that is in the body of the loop.
  void tileColumns(mlir::Block& body) {
    const std::optional<TiledDim> columns = tiledDimOf(seed_, table_.columns.tiled.front().second);
    if (!columns)
      return;
    const TileRounds rounds = roundsOf(*columns, loop_.rescales);
    if (canWriteTileLoops(*columns, rounds))
      writeLoopOfTiles(*columns, rounds, {begin_, end_, 0, loop_.tile}, rewriter_);
    for (mlir::Operation& op : llvm::make_early_inc_range(llvm::reverse(body)))
      if (mlir::isOpTriviallyDead(&op))
        op.erase();
  }

  const PairTable& table_;
  const BlockLoop& loop_;
  mlir::RewriterBase& rewriter_;
  mlir::Location loc_;
  Numbers rows_, columns_, ends_;
  mlir::Value begin_, end_;         // the columns of the block
  mlir::Operation* seed_ = nullptr; // the product that makes the table of the block
};

// Makes the readers of each output read `results`.
void replaceOutputs(const PairTable& table, mlir::ValueRange results,
                    mlir::RewriterBase& rewriter) {
  for (auto [number, result] : llvm::zip(table.outputs, results))
    rewriter.replaceUsesWithIf(
        table.ops[size_t(number)].op->getResult(0), result,
        [&](mlir::OpOperand& use) { return !table.rows.contains(use.getOwner()); });
}

// Sets the insertion point after the output that comes last in the block. `outputs` has indices
// into `ops`, and `ops` has the order of the block. So the output with the largest index comes
// last.
void insertAfterOutputs(const PairTable& table, mlir::RewriterBase& rewriter) {
  rewriter.setInsertionPointAfter(table.ops[size_t(*llvm::max_element(table.outputs))].op);
}

} // namespace

void writeBlocks(const PairTable& table, llvm::ArrayRef<PairRect> blocks,
                 mlir::RewriterBase& rewriter) {
  insertAfterOutputs(table, rewriter);
  llvm::SmallVector<Values> pieces(table.outputs.size());
  const bool countsFromZero = dependsOnDifferences(table);
  for (const PairRect& rect : blocks) {
    const BlockPlace place{rect.rowEnd - rect.rowBegin,
                           rect.columnEnd - rect.columnBegin,
                           {rect.rowBegin, {}},
                           {rect.columnBegin, {}},
                           countsFromZero ? std::min(rect.rowBegin, rect.columnBegin) : 0};
    for (auto [list, value] : llvm::zip(pieces, BlockMaker(table, place, rewriter).run()))
      list.push_back(value);
  }
  Values joined;
  for (auto [number, list] : llvm::zip(table.outputs, pieces)) {
    const PairOp& output = table.ops[size_t(number)];
    OpMaker maker(rewriter, output.op->getLoc());
    joined.push_back(maker.make(Opcode::Concatenate, list, {{"dimension", output.dims.row}}));
  }
  replaceOutputs(table, joined, rewriter);
}

void writeBlockLoop(const PairTable& table, const BlockLoop& loop, mlir::RewriterBase& rewriter) {
  insertAfterOutputs(table, rewriter);
  replaceOutputs(table, LoopWriter(table, loop, rewriter).run(), rewriter);
}

bool canTileColumns(const PairTable& table, bool rescales) {
  const TileRounds rounds = roundsOf(table.columns, rescales);
  return rounds.rounds.size() == 1 && canWriteTileLoops(table.columns, rounds);
}

} // namespace lz::hlo
