#include "Counts.h"
#include "Handles.h"
#include "Options.h"
#include "lazy/context/Collectives.h"

using namespace lz;
using namespace lz::capi;

static StatusOr<Opcode> combineOf(lz_reduction reduction) {
  switch (reduction) {
  case LZ_REDUCTION_SUM:
    return Opcode::Add;
  case LZ_REDUCTION_PRODUCT:
    return Opcode::Multiply;
  case LZ_REDUCTION_MINIMUM:
    return Opcode::Minimum;
  case LZ_REDUCTION_MAXIMUM:
    return Opcode::Maximum;
  default:
    return invalidArgument("reduction is ", reduction, "; use LZ_REDUCTION_*");
  }
}

lz_status* lz_all_reduce(lz_tensor* const* tensors, size_t num_tensors, lz_reduction reduction,
                         double scale, const lz_op_options* options, lz_tensor** out_tensors) {
  return guarded("lz_all_reduce", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_tensors, "out_tensors"));
    LZ_RETURN_IF_ERROR(checkCount(out_tensors, num_tensors, kMaxTensors, "out_tensors"));
    std::fill_n(out_tensors, num_tensors, nullptr);
    LZ_RETURN_IF_ERROR(checkCount(tensors, num_tensors, kMaxTensors, "tensors"));
    LZ_ASSIGN_OR_RETURN(const Opcode combine, combineOf(reduction));
    lz_op_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_op_options"));
    std::vector<lazy::Result*> values;
    for (size_t i = 0; i < num_tensors; ++i) {
      LZ_RETURN_IF_ERROR(check(tensors[i], "a tensor"));
      values.push_back(&resultOf(tensors[i]));
    }
    LZ_ASSIGN_OR_RETURN(std::vector<lazy::Result*> results,
                        lazy::recordAllReduce({combine, scale, values, {o.file, o.line, o.name}}));
    for (size_t i = 0; i < results.size(); ++i)
      out_tensors[i] = tensorOf(*results[i]);
    countHandles(int64_t(results.size()));
    return okStatus();
  });
}
