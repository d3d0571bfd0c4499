// A contraction with the decisions that come before its plan: the target, the tile, and the arrays
// that exist only a few rows at a time.
#pragma once

#include "base/KernelTable.h"
#include "base/machine/MachineClass.h"
#include "contraction/spec/ContractionSpec.h"

#include <string>

namespace lz::contraction {

// The sizes if TiledContraction::largeBlocks is false. A tile has `rows` rows, a unit has `columns`
// rows or columns, and a block has `k` values of k.
struct SmallBlocks {
  static constexpr int64_t rows = 2, columns = 5, k = 8;
};

struct TiledContraction : ContractionSpec {
  MachineClass cpu = MachineClass::X86V2; // the CPU class of the kernels and of all loops here
  const KernelTable* kernels = nullptr;   // for the compute type; must outlive the plan
  // If false, tiles, blocks of panels and blocks of k are small. Tests use such small blocks to
  // cover every edge.
  bool largeBlocks = true;
  // Whether an element is a pair: two values of bf16 or i16 along k (Pairs.h). k counts pairs.
  bool pairs = false;

  // The tile has mr rows and nr columns (TileChoice.h). mr is at most kernels->mostRows. nr is
  // kernels->columns.
  int mr = 0, nr = 0;
  // Whether lhs and rhs are exchanged. If they are, m and n are exchanged, too. A row of the output
  // then belongs to one value of the caller's n.
  bool isSwapped = false;

  // Whether rows of the output exist only in scratch, where RowWork (run/RunContraction.h) reads
  // them. The plan must be able to keep rows.
  bool outByRows = false;
  // Whether rows of the private operand exist only in scratch, where RowWork makes them. The plan
  // must be able to make rows.
  bool ownByRows = false;
  // Whether the sums are added to the values of the output. The plan must be able to add.
  bool adds = false;
  // Whether this contraction is a product of a sweep (sweep/plan/SweepPlan.h). In a sweep, lhs is
  // private.
  bool isInSweep = false;

  int64_t outRows() const { return isSwapped ? n : m; } // of a batch element
  const Axis& outRowAxis() const { return isSwapped ? outN : outM; }
  const Axis& outColumnAxis() const { return isSwapped ? outM : outN; }
};

// The machine for which contractions are planned.
struct ContractionTarget {
  MachineClass cpu;
  KernelSet kernels;       // of `cpu`
  int threads = 1;         // determines the size of the scratch
  bool largeBlocks = true; // of TiledContraction
  bool pairs = true;       // false: bf16 is multiplied as f32
};

// Returns the contraction with kernels of the target, but without a tile. bf16 is multiplied in
// pairs if the target allows it and if that is faster.
TiledContraction withKernels(ContractionSpec spec, const ContractionTarget& target);

// Returns the name that texts use for the elements: "f32", "pairs" (of bf16), or "pairs of i16".
std::string elementName(const TiledContraction& tiled);

// Returns whether the output is row-major: rows of contiguous elements, row after row. In a sweep,
// rows in scratch can be further apart (areRowsApart).
bool hasDenseRows(const TiledContraction& tiled);

// Checks that the spec is valid (checkContraction), and that a micro-kernel for the tile exists.
Status checkTile(const TiledContraction& tiled);

} // namespace lz::contraction
