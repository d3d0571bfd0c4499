// A contraction with what is decided before its plan is made: the target, the tile, and what exists
// by rows only.
#pragma once

#include "base/MicroKernels.h"
#include "base/machine/CpuClass.h"
#include "contraction/spec/ContractionSpec.h"

#include <string>

namespace lz::contraction {

struct TiledContraction : ContractionSpec {
  CpuClass cpu = CpuClass::V2;           // the program's: of the kernels, and of all loops here
  const MicroKernels* kernels = nullptr; // of the compute type; outlive the plan
  // false: tiles of few rows, blocks of one panel and little of k, to test every edge between them.
  bool largeBlocks = true;
  // An element is two values of bf16, or of i16, along k (Pairs.h), and k counts such pairs.
  bool pairs = false;

  // A tile (TileChoice.h): rows, kernels->mostRows at most, and kernels->columns.
  int mr = 0, nr = 0;
  // lhs and rhs, m and n are those of the caller exchanged: a row of the output is one n.
  bool isSwapped = false;

  // The output exists only by rows, in scratch, until RowWork (run/RunContraction.h) has read them;
  // where the plan keeps rows.
  bool outByRows = false;
  // The private operand exists only by rows, in scratch, which RowWork makes; where the plan
  // makes rows.
  bool ownByRows = false;
  // The sums are added to what the output holds; where the plan adds.
  bool adds = false;

  int64_t outRows() const { return isSwapped ? n : m; } // of a batch element
  const Axis& outRowAxis() const { return isSwapped ? outN : outM; }
  const Axis& outColumnAxis() const { return isSwapped ? outM : outN; }
};

// What is multiplied, for texts: "f32", "pairs" of bf16, "pairs of i16".
std::string elementName(const TiledContraction& tiled);

// Whether the output is row-major: rows of contiguous elements, row after row.
bool hasDenseRows(const TiledContraction& tiled);

// Whether the spec is one (checkContraction) and the tile one of the kernels.
Status checkTile(const TiledContraction& tiled);

} // namespace lz::contraction
