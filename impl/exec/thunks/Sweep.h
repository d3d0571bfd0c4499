// The parts of a thunk that runs a sweep: products that run together, some rows at a time.
#pragma once

#include "exec/thunks/products/RowKernels.h"
#include "sweep/plan/SweepPlan.h"

#include <string>
#include <vector>

namespace lz::exec {

// The buffers and kernels of a product. The first product is allowed to have a prologue. Epilogues
// run in the order of the list, on complete rows. They can also read and write the rows with the
// same numbers in the other arrays that exist only by rows. The last epilogue of each product
// except the last product makes the private operand of the next product.
struct SweptProduct {
  BufferId lhs, rhs, out;
  std::vector<RowKernel> prologue, epilogue;
};

struct Sweep {
  std::string name;
  sweep::SweepPlan plan;
  std::vector<SweptProduct> products; // as in the plan
  BufferId scratch;                   // a temporary of plan.scratchBytes()
  std::vector<BufferId> kept{}; // arrays between kernels, as in the plan; only rows of them exist
};

} // namespace lz::exec
