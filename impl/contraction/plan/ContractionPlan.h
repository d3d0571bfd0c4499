// All decisions about a contraction: its kind, how that kind is cut, what it can do for the regions
// around it, and its scratch. A plan is made once, at compile time. It is printed, kept by the
// thunk, and followed by run/. A file holds the TiledContraction and the caches, from which the
// same plan is made when it is loaded. This folder computes plain data from plain data: it reads no
// operand, runs no thread, and gets the sizes of the caches. As m x n x k:
//
//   2048 x 2048 x 2048, f32   packed: lhs in chunks of panels, a thread's own, rhs for all threads
//   3 x 1000 x 5000           dots: the rows of the long operand are read once, where they lie
//   100000 x 5 x 5            thin: rows in registers, no panels
//   4 x 4096 x 25088          streamed: the matrix is read row by row
//   a 3 x 3 filter's gradient filter gradient: shifted images, read in place in runs of pixels
#pragma once

#include "base/machine/Caches.h"
#include "contraction/plan/Blocking.h"
#include "contraction/plan/DotsPlan.h"
#include "contraction/plan/FilterGradientPlan.h"
#include "contraction/plan/StreamedPlan.h"
#include "contraction/plan/ThinPlan.h"
#include "contraction/plan/TiledContraction.h"

#include <string>
#include <variant>
#include <vector>

namespace lz::contraction {

// There is nothing to compute, or k is 0 and every sum is empty.
struct EmptyPlan {
  int64_t rows = 0; // rows of the output that are filled with zeros

  static int64_t sharedBytes() { return 0; }
  static int64_t threadBytes() { return 0; }
};

struct ContractionPlan {
  TiledContraction spec; // with its tile
  int threads = 1;       // a run may have fewer, or less scratch
  std::variant<EmptyPlan, PackedPlan, DotsPlan, ThinPlan, StreamedPlan, FilterGradientPlan> kind;

  // The operand whose rows are read by one thread each; all threads read the other one. 0 or 1 is
  // lhs or rhs as they were before chooseTile.
  int privateOperand = 0;
  int64_t ownRowBytes = 0; // of a row of that operand
  // Threads complete rows, or whole batch elements, one after the other, and not columns. RowWork
  // is then done while the rows are in a cache, else at the end.
  bool completesRows = false;
  bool keepsRows = false; // a thread can complete rows of the output in scratch (outByRows)
  bool makesRows = false; // rows of the private operand can be made in scratch (ownByRows)
  bool adds = false;      // sums over a part of k can be added to those over the parts before
  // Predicted times on one thread, which are also the grain of the pool: all of it, and of it the
  // packing that the threads do together, before they multiply.
  double ns = 0, packingNs = 0;

  template <typename Kind> bool is() const { return std::holds_alternative<Kind>(kind); }

  // The shared part comes first, then the parts of the threads.
  int64_t sharedBytes() const;
  int64_t threadBytes() const;
  int64_t scratchBytes() const { return sharedBytes() + threads * threadBytes(); }
};

// Sets the times of the plan, by what its kind of loops does (Prices.cc). The constants are those
// of the CPU class (base/machine/CostTable.h); bench/contractions.cc measures beside it.
void setPrice(ContractionPlan& plan, const Caches& caches);

// Every way to compute it, each with its plan. `spec`: with a tile. `threads`: at least 1.
std::vector<ContractionPlan> plansOf(const TiledContraction& spec, int threads,
                                     const Caches& caches = lz::caches());

// The one that is thought to take the least time, and of equal ones the first.
ContractionPlan planContraction(const TiledContraction& spec, int threads,
                                const Caches& caches = lz::caches());

// Checks that the spec is valid (checkContraction) and asks for nothing that the plan cannot do.
Status checkPlan(const ContractionPlan& plan);

// Three lines, without a newline at the end; lhs and rhs are those of the spec, after a swap:
//
//   2048 x 2048 x 2048 f32: packed, tiles 14 x 32
//   k in 4 blocks of 512; lhs private, packed, chunks of 4 panels; rhs shared, packed, ...
//   completes rows, adds; scratch 4210688 + 122048 bytes per thread
std::string print(const ContractionPlan& plan);

} // namespace lz::contraction
