// Plans that work row by row. Their kernels can run inside a contraction, on rows of its output
// that a thread has just completed.
//
//   relu(c + b), c f32[1024,512]:  grid d0:1024 d1:512, load in0[512*d0 + d1]     rows of c
//   softmax of its rows:           grid d0:1024, two reductions over 512          rows of c
//   sums of its columns:           reads all rows for each point                  not by rows
#pragma once

#include "schedule/Choice.h"

namespace lz::fusion {

// The number of outermost grid dims that together have `rows` points, so that the units of a row
// are whole and follow each other, or -1 if there are none or the kernel cannot run in pieces.
int32_t numRowDims(const schedule::ChosenPlan& chosen, int64_t rows);

// With the first `rowDims` grid dims as rows, and for a buffer with as many rows as the plan:
// whether the units of a row read the input, or write the output, only at the same row.
bool readsByRows(const region::RegionPlan& plan, int32_t rowDims, int32_t input);
bool writesByRows(const region::RegionPlan& plan, int32_t rowDims, int32_t output);

} // namespace lz::fusion
