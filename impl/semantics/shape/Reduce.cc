// Reductions. Their region combines two values into one.
#include "base/DimSet.h"
#include "semantics/shape/Checks.h"
#include "spec/OpAttrs.inc.h"

namespace lz::shape {
namespace {

struct Reduction {
  size_t numInputs;
  absl::InlinedVector<DType, 2> accumulators;
};

// Checks the operands: n inputs of one shape, and n scalar initial values.
StatusOr<Reduction> checkReduction(const Call& call) {
  if (call.numOperands() == 0 || call.numOperands() % 2 != 0)
    return call.error("takes inputs and one initial value for each input, but got ",
                      call.numOperands(), " operands");
  size_t n = call.numOperands() / 2;
  absl::InlinedVector<DType, 2> dtypes;
  for (size_t i = 0; i < n; ++i) {
    const TensorType &input = call.operand(i), &init = call.operand(n + i);
    if (input.dims != call.operand(0).dims)
      return call.error("inputs have different shapes: ", both(call.operand(0), input),
                        "; broadcast them with broadcast_in_dim");
    LZ_RETURN_IF_ERROR(checkScalar(call, absl::StrCat("initial value ", i), init));
    dtypes.push_back(input.dtype);
  }
  LZ_ASSIGN_OR_RETURN(auto accumulators, checkReducer(call, 0, "the body", dtypes));
  for (size_t i = 0; i < n; ++i) {
    DType init = call.operand(n + i).dtype;
    if (init != dtypes[i] && init != accumulators[i])
      return call.errorAt(n + i, "initial value ", i, " is ", call.operand(n + i).str(),
                          ", but the input is ", call.operand(i).str(),
                          "; convert the initial value");
  }
  return Reduction{n, accumulators};
}

} // namespace

Status inferReduce(const Call& call, TypeList& results) {
  LZ_ASSIGN_OR_RETURN(Reduction reduction, checkReduction(call));
  const TensorType& input = call.operand(0);
  auto dims = ReduceAttrs(call.attrs()).dimensions();
  LZ_RETURN_IF_ERROR(checkDimList(call, "dimensions", dims, input.rank(), "the input"));
  Dims kept;
  DimSet reduced(input.rank(), {dims});
  for (int64_t d = 0; d < input.rank(); ++d)
    if (!reduced.contains(d))
      kept.push_back(input.dims[size_t(d)]);
  for (DType dtype : reduction.accumulators)
    results.push_back({dtype, kept});
  return okStatus();
}

Status inferReduceWindow(const Call& call, TypeList& results) {
  LZ_ASSIGN_OR_RETURN(Reduction reduction, checkReduction(call));
  const TensorType& input = call.operand(0);
  ReduceWindowAttrs attrs(call.attrs());
  auto sizes = attrs.windowDimensions();
  LZ_RETURN_IF_ERROR(checkLength(call, "window_dimensions", sizes, input.rank(),
                                 "one for each dimension of the input"));
  LZ_ASSIGN_OR_RETURN(Window window,
                      makeWindow(call, {.sizes = sizes,
                                        .strides = attrs.windowStrides().given(),
                                        .padding = attrs.padding().given(),
                                        .baseDilations = attrs.baseDilations().given(),
                                        .windowDilations = attrs.windowDilations().given()}));
  Dims dims;
  for (size_t d = 0; d < window.size(); ++d) {
    LZ_ASSIGN_OR_RETURN(int64_t size, windowOutput(call, input.dims[d], window[d]));
    dims.push_back(size);
  }
  for (DType dtype : reduction.accumulators)
    results.push_back({dtype, dims});
  return okStatus();
}

} // namespace lz::shape
