// Decides where the values of a program lie in memory. Computes their offsets and aliases from the
// steps of the program. If the values do not fit into a budget, changes how the steps run.
#pragma once

#include "memory/Arrange.h"

#include <limits>
#include <string>
#include <vector>

namespace lz::memory {

struct PlanOptions {
  int64_t budget = std::numeric_limits<int64_t>::max(); // the most bytes of the arena
};

// One change to a program, after which the arena is smaller.
struct Move {
  std::string what; // "order changed", "dot_general at net.c:12 with scratch for 1 thread"
  int64_t bytes;    // by how much the arena or the scratch became smaller
  double ns = 0;    // the predicted time that it adds to a run
};

struct MemoryPlan {
  std::vector<int64_t> offsets; // one per value: where a temp lies in the arena; otherwise 0
  // `takesOver` has a temp for each value: the value takes over the place of this temp. `aliasOf`
  // has an input for each output: the output takes over the memory of this input. -1 stands for
  // none.
  std::vector<ValueId> takesOver;
  std::vector<int32_t> aliasOf;
  int64_t arenaBytes = 0;
  int64_t peakBytes = 0; // the largest number of bytes live at once; these steps cannot need less
  // The arena of the smallest plan that plan() finds. With a budget of this many bytes, plan()
  // finds a plan that fits.
  int64_t smallestArena = 0;
  Arrangement arrangement; // how the steps run; the other fields are those of the arranged steps
  std::vector<Move> moves; // what the arrangement changes
};

// Plans the memory of the steps: chooses places, and decides which values share a place. If the
// arena fits into the budget, the steps keep their order. Otherwise the following plans are tried
// one after another, and the first that fits is returned:
//
// 1. other orders of the steps (Order.h), only in lists in which that is necessary
// 2. other orders, and scratch for fewer threads in the steps that need the most bytes. Each plan
//    has fewer bytes alive than the one before it.
//
// The plans that are tried do not depend on the budget, so a smaller budget never gives a faster
// plan. If no plan fits, returns the smallest plan. If all temporaries together exceed the address
// space of a process, returns ResourceExhausted.
StatusOr<MemoryPlan> plan(const Steps& steps, const PlanOptions& options = {});

// Prints a move, as in "dot_general at net.c:12 with scratch for 1 thread: -4210688 bytes, +0.3
// ms".
std::string print(const Move& move);

// Prints the moves, and then one place per line, in the order of the values. `steps` are the
// arranged steps:
//
//   arena 4352 B, of which 4352 B are alive at once
//     order changed: -4096 bytes
//     tmp2 4096 B at 0
//     tmp3 256 B at 4096
//     out0 4096 B may lie in in0
std::string print(const Steps& steps, const MemoryPlan& plan);

} // namespace lz::memory
