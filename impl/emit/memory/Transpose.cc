// Makes columns from rows. All shuffles are a single instruction of x86: they interleave two
// vectors within parts of 128 bits, or they move whole parts. Interleaving transposes each part in
// place, as a 4 x 4 matrix of 32-bit elements or a 2 x 2 matrix of 64-bit elements. So each part of
// a row must be loaded to its final position in a register:
//
//   8 rows a..h of 8 f32, two parts each; registers loaded in parts, then interleaved:
//     a0 a1 a2 a3 | e0 e1 e2 e3     b0.. | f0..     c0.. | g0..     d0.. | h0..
//     a0 b0 c0 d0 | e0 f0 g0 h0     a1 b1 c1 d1 | e1 f1 g1 h1       ...
//   and the same from a4 a5 a6 a7 | e4 e5 e6 e7 on for columns 4 to 7.
//
// Rows with elements below 32 bits are loaded as whole vectors and widened to 32 bits. After the
// interleaving, whole parts are exchanged between registers, in log2(parts) steps that separate
// even and odd parts:
//
//     a0 b0 c0 d0 | a4 b4 c4 d4 after the interleaving, and e0 f0 g0 h0 | e4 f4 g4 h4
//     even parts of both: column 0; odd parts: column 4
#include "emit/memory/Transpose.h"

#include "schedule/Choose.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <algorithm>

namespace lz::emit {
namespace {

using mlir::Value;
using Values = std::vector<Value>;

class SquareTranspose {
public:
  SquareTranspose(LaneBuilder& b, int lanes, unsigned width)
      : b_(b), lanes_(lanes), inPart_(columnsOfPart(lanes, width)) {}

  Values loadInParts(int count, LoadInRow load) {
    Values columns;
    for (int first = 0; first < count; first += inPart_) {
      Values rows;
      for (int row = 0; row < inPart_; ++row) {
        Values parts;
        for (int below = row; below < lanes_; below += inPart_)
          parts.push_back(load(below, first, inPart_));
        rows.push_back(concatenate(std::move(parts)));
      }
      Values turned = turnParts(std::move(rows));
      columns.insert(columns.end(), turned.begin(), turned.end());
    }
    return columns;
  }

  Value partOf(Value x, int part) {
    llvm::SmallVector<int64_t> picked;
    for (int i = 0; i < inPart_; ++i)
      picked.push_back(part * inPart_ + i);
    return inPart_ == lanes_ ? x : shuffle(x, x, picked);
  }

  Values turn(const Values& rows) {
    Values columns(rows.size());
    std::vector<Values> turned; // [group][column within a part]
    for (int row = 0; row < lanes_; row += inPart_)
      turned.push_back(turnParts(Values(rows.begin() + row, rows.begin() + row + inPart_)));
    for (int c = 0; c < inPart_; ++c) {
      Values group;
      for (const Values& vectors : turned)
        group.push_back(vectors[size_t(c)]);
      exchangeParts(group, 0, 1, c, columns);
    }
    return columns;
  }

  // Row c of the result holds column c of every part. With four rows a..d, the first step gives a0
  // b0 a1 b1 and c0 d0 c1 d1. The second step gives a0 b0 c0 d0 and a1 b1 c1 d1.
  Values turnParts(Values rows) {
    if (rows.size() == 1)
      return rows;
    Values lower, upper;
    for (size_t i = 0; i < rows.size(); i += 2) {
      lower.push_back(interleave(rows[i], rows[i + 1], 1, 0));
      upper.push_back(interleave(rows[i], rows[i + 1], 1, 1));
    }
    if (rows.size() == 2)
      return {lower[0], upper[0]};
    Values columns;
    for (const Values& pair : {lower, upper})
      for (int half : {0, 1})
        columns.push_back(interleave(pair[0], pair[1], 2, half));
    return columns;
  }

private:
  Value shuffle(Value x, Value y, const llvm::SmallVector<int64_t>& picked) {
    return b_.builder().create<mlir::vector::ShuffleOp>(b_.loc(), x, y, picked);
  }

  Value concatenate(Values parts) {
    while (parts.size() > 1) {
      Values pairs;
      llvm::SmallVector<int64_t> all;
      for (int64_t lane = 0; lane < 2 * LaneBuilder::lanesOf(parts[0]); ++lane)
        all.push_back(lane);
      for (size_t i = 0; i < parts.size(); i += 2)
        pairs.push_back(shuffle(parts[i], parts[i + 1], all));
      parts = std::move(pairs);
    }
    return parts[0];
  }

  // Interleaves x and y: in each part of the result, pieces of `size` lanes come alternately from x
  // and y. If `half` is 0, the pieces are from the lower halves of the parts of x and y. If it is
  // 1, they are from the upper halves.
  Value interleave(Value x, Value y, int size, int half) {
    llvm::SmallVector<int64_t> picked;
    for (int part = 0; part < lanes_; part += inPart_)
      for (int piece = 0; piece < inPart_ / 2; piece += size)
        for (int source : {0, lanes_})
          for (int i = 0; i < size; ++i)
            picked.push_back(source + part + half * inPart_ / 2 + piece + i);
    return shuffle(x, y, picked);
  }

  // Returns every second part of x, beginning with part `first`, followed by the same parts of y.
  Value everySecond(Value x, Value y, int first) {
    llvm::SmallVector<int64_t> picked;
    for (int source : {0, lanes_})
      for (int part = first; part < lanes_ / inPart_; part += 2)
        for (int i = 0; i < inPart_; ++i)
          picked.push_back(source + part * inPart_ + i);
    return shuffle(x, y, picked);
  }

  // Separates the parts of `vectors`, which are parts number `part`, `part` + step, ... of the
  // columns, until each vector is a single column. Stores the vectors in `columns`.
  void exchangeParts(const Values& vectors, int part, int step, int column, Values& columns) {
    if (vectors.size() == 1) {
      columns[size_t(part * inPart_ + column)] = vectors[0];
      return;
    }
    for (int odd : {0, 1}) {
      Values half;
      for (size_t i = 0; i < vectors.size(); i += 2)
        half.push_back(everySecond(vectors[i], vectors[i + 1], odd));
      exchangeParts(half, part + odd * step, 2 * step, column, columns);
    }
  }

  LaneBuilder& b_;
  int lanes_, inPart_;
};

// Makes a vector whose lane i is element source(i) of the concatenation of all vectors.
Value pick(LaneBuilder& b, const Values& vectors, llvm::function_ref<int(int lane)> source) {
  int lanes = LaneBuilder::lanesOf(vectors[0]);
  Value result = vectors[0];
  for (int v = 1; v < int(vectors.size()); ++v) {
    llvm::SmallVector<int64_t> picked;
    for (int lane = 0; lane < lanes; ++lane) {
      int from = source(lane), kept = v == 1 ? from % lanes : lane;
      picked.push_back(from / lanes == v ? lanes + from % lanes : kept);
    }
    result =
        b.builder().create<mlir::vector::ShuffleOp>(b.loc(), result, vectors[size_t(v)], picked);
  }
  return result;
}

} // namespace

Values loadColumns(LaneBuilder& b, int lanes, unsigned width, int count, LoadInRow load) {
  if (width >= 32)
    return SquareTranspose(b, lanes, width).loadInParts(count, load);
  Values rows;
  for (int row = 0; row < lanes; ++row)
    rows.push_back(load(row, 0, lanes));
  // 16-bit floats are f32 in registers, and need no widening. Other elements are as wide as in
  // memory.
  mlir::Type element = LaneBuilder::elementOf(rows[0]);
  bool narrow = element.getIntOrFloatBitWidth() < 32;
  if (narrow)
    for (Value& row : rows)
      row = b.extui(row, b.builder().getI32Type());
  Values columns = SquareTranspose(b, lanes, 32).turn(rows);
  if (narrow)
    for (Value& column : columns)
      column = b.trunci(column, element);
  return columns;
}

int columnsOfPart(int lanes, unsigned width) {
  return std::min(lanes, int(128 / width));
}

void storeColumns(LaneBuilder& b, const Values& columns, unsigned width, StoreInRow store) {
  int lanes = LaneBuilder::lanesOf(columns[0]), inPart = columnsOfPart(lanes, width);
  SquareTranspose square(b, lanes, width);
  Values turned = square.turnParts(columns);
  for (int row = 0; row < lanes; ++row)
    store(row, square.partOf(turned[size_t(row % inPart)], row / inPart));
}

Values columnsOfRows(LaneBuilder& b, const Values& vectors) {
  int length = int(vectors.size());
  Values columns;
  for (int c = 0; c < length; ++c)
    columns.push_back(pick(b, vectors, [&](int row) { return row * length + c; }));
  return columns;
}

Values rowsOfColumns(LaneBuilder& b, const Values& columns) {
  int length = int(columns.size()), lanes = LaneBuilder::lanesOf(columns[0]);
  Values vectors;
  for (int v = 0; v < length; ++v)
    vectors.push_back(pick(b, columns, [&](int lane) {
      int element = v * lanes + lane;
      return element % length * lanes + element / length;
    }));
  return vectors;
}

} // namespace lz::emit
