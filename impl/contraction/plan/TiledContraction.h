// A contraction with the decisions that come before its plan: the target, the tile, and the arrays
// that exist only by rows.
#pragma once

#include "base/KernelTable.h"
#include "base/machine/MachineClass.h"
#include "contraction/spec/ContractionSpec.h"

#include <string>

namespace lz::contraction {

// The sizes without TiledContraction::largeBlocks: rows of a tile, columns or rows of a unit, and
// values of k in a block.
struct SmallBlocks {
  static constexpr int64_t rows = 2, columns = 5, k = 8;
};

struct TiledContraction : ContractionSpec {
  MachineClass cpu = MachineClass::X86V2; // for the kernels, and for all loops here
  const KernelTable* kernels = nullptr;   // of the compute type; outlive the plan
  // false: tiles of few rows, blocks of one panel and little of k, to test every edge between them.
  bool largeBlocks = true;
  // An element is two values of bf16, or of i16, along k (Pairs.h), and k counts such pairs.
  bool pairs = false;

  // A tile (TileChoice.h): rows, kernels->mostRows at most, and kernels->columns.
  int mr = 0, nr = 0;
  // lhs and rhs, and m and n, are exchanged: a row of the output is one n of the caller.
  bool isSwapped = false;

  // The output exists only by rows, in scratch, until RowWork (run/RunContraction.h) has read them.
  // The plan must keep rows.
  bool outByRows = false;
  // The private operand exists only by rows, in scratch, which RowWork makes. The plan must make
  // rows.
  bool ownByRows = false;
  // The sums are added to the values of the output. The plan must add.
  bool adds = false;

  int64_t outRows() const { return isSwapped ? n : m; } // of a batch element
  const Axis& outRowAxis() const { return isSwapped ? outN : outM; }
  const Axis& outColumnAxis() const { return isSwapped ? outM : outN; }
};

// What is multiplied, for texts: "f32", "pairs" of bf16, "pairs of i16".
std::string elementName(const TiledContraction& tiled);

// Whether the output is row-major: rows of contiguous elements, row after row.
bool hasDenseRows(const TiledContraction& tiled);

// Checks that the spec is valid (checkContraction) and the kernels have the tile.
Status checkTile(const TiledContraction& tiled);

} // namespace lz::contraction
