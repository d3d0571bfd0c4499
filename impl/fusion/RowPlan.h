// Recognizes plans that work row by row. The kernels of such plans can run inside of a contraction,
// on rows of the output that a thread has just completed.
//
//   relu(c + b), c f32[1024,512]:  grid d0:1024 d1:512, load in0[512*d0 + d1]     rows of c
//   softmax of its rows:           grid d0:1024, two reductions over 512          rows of c
//   sums of its columns:           reads all rows for each point                  not by rows
#pragma once

#include "schedule/Choice.h"

namespace lz::fusion {

// Returns the number of outermost grid dims that together have `rows` points. If there are such
// dims, the units of each row are consecutive, and no unit belongs to two rows. Returns -1 if there
// are no such dims, or if the kernel cannot run row by row.
int32_t numRowDims(const schedule::ChosenPlan& chosen, int64_t rows);

// The points of the first `rowDims` grid dims are the rows of the plan. The input or output must
// have as many rows. readsByRows returns whether the units of row i read only row i of the input.
// writesByRows returns whether they write only row i of the output.
bool readsByRows(const region::RegionPlan& plan, int32_t rowDims, int32_t input);
bool writesByRows(const region::RegionPlan& plan, int32_t rowDims, int32_t output);

} // namespace lz::fusion
