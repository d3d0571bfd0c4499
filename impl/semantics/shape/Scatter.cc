// Ops that write at addresses that depend on data.
#include "base/DimSet.h"
#include "semantics/shape/IndexedDims.h"
#include "spec/OpAttrs.inc.h"

namespace lz::shape {
namespace {

constexpr IndexedNames kScatterNames = {"update_window_dims",
                                        "inserted_window_dims",
                                        "input_batching_dims",
                                        "scatter_indices_batching_dims",
                                        "scatter_dims_to_operand_dims",
                                        "input",
                                        "scatter_indices"};

// Checks that the batch dimensions of the updates have the same sizes as the batch dimensions of
// the indices, and that the window dimensions are at most as large as the dimensions of the input.
Status checkUpdateShape(const Call& call, const IndexedDims& dims, const TensorType& input,
                        const TensorType& indices, const TensorType& updates) {
  Dims batch = indicesBatchShape(indices, dims.indexVectorDim);
  if (updates.rank() != int64_t(batch.size() + dims.windowDims.size()))
    return call.error(named("updates", updates), " must have rank ",
                      batch.size() + dims.windowDims.size(), ": ", batch.size(),
                      " of the indices and ", dims.windowDims.size(), " of update_window_dims");
  LZ_RETURN_IF_ERROR(checkIndexedDims(call, kScatterNames, dims, input, indices, updates.rank()));
  size_t nextBatch = 0, inputDim = 0;
  DimSet window(updates.rank(), {dims.windowDims});
  DimSet dropped(input.rank(), {dims.droppedDims, dims.operandBatching});
  for (int64_t d = 0; d < updates.rank(); ++d) {
    int64_t size = updates.dims[size_t(d)];
    if (!window.contains(d)) {
      int64_t expected = batch[nextBatch++];
      if (size != expected)
        return call.error(named("updates", updates), " dim ", d, " must be ", expected, " as in ",
                          named("scatter_indices", indices));
      continue;
    }
    while (dropped.contains(int64_t(inputDim)))
      ++inputDim;
    if (size > input.dims[inputDim])
      return call.error(named("updates", updates), " dim ", d, " is larger than ",
                        named("input", input), " dim ", inputDim);
    ++inputDim;
  }
  return okStatus();
}

} // namespace

// The operands are n inputs, the indices and n updates.
Status inferScatter(const Call& call, TypeList& results) {
  if (call.numOperands() < 3 || call.numOperands() % 2 == 0)
    return call.error("takes inputs, scatter_indices, and updates for each input, but got ",
                      call.numOperands(), " operands");
  size_t n = call.numOperands() / 2;
  const TensorType &input = call.operand(0), &indices = call.operand(n),
                   &updates = call.operand(n + 1);
  absl::InlinedVector<DType, 2> dtypes;
  for (size_t i = 0; i < n; ++i) {
    const TensorType &in = call.operand(i), &up = call.operand(n + 1 + i);
    if (in.dims != input.dims || up.dims != updates.dims)
      return call.error("input ", i, " ", in.str(), " and its updates ", up.str(),
                        " must have the shapes of the first pair, ", both(input, updates));
    if (in.dtype != up.dtype)
      return call.error("input and updates have different element types: ", both(in, up),
                        "; convert one of them with convert");
    dtypes.push_back(in.dtype);
  }
  ScatterAttrs attrs(call.attrs());
  IndexedDims dims = {attrs.updateWindowDims(),         attrs.insertedWindowDims(),
                      attrs.inputBatchingDims(),        attrs.scatterIndicesBatchingDims(),
                      attrs.scatterDimsToOperandDims(), attrs.indexVectorDim()};
  LZ_RETURN_IF_ERROR(checkUpdateShape(call, dims, input, indices, updates));
  LZ_ASSIGN_OR_RETURN(auto accumulators, checkReducer(call, 0, "the update computation", dtypes));
  for (DType dtype : accumulators)
    results.push_back({dtype, input.dims});
  return okStatus();
}

// The operands are operand, source and init_value. The source has one element for each position of
// the window.
Status inferSelectAndScatter(const Call& call, TypeList& results) {
  const TensorType &operand = call.operand(0), &source = call.operand(1), &init = call.operand(2);
  if (source.dtype != operand.dtype)
    return call.error("operand and source have different element types: ", both(operand, source),
                      "; convert one of them with convert");
  LZ_RETURN_IF_ERROR(checkScalar(call, "init_value", init));
  SelectAndScatterAttrs attrs(call.attrs());
  auto sizes = attrs.windowDimensions().given();
  LZ_RETURN_IF_ERROR(checkLength(call, "window_dimensions", sizes, operand.rank(),
                                 "one for each dimension of the operand"));
  LZ_ASSIGN_OR_RETURN(Window window, makeWindow(call, {.sizes = sizes,
                                                       .strides = attrs.windowStrides().given(),
                                                       .padding = attrs.padding().given(),
                                                       .baseDilations = {},
                                                       .windowDilations = {}}));
  Dims expected;
  for (size_t d = 0; d < window.size(); ++d) {
    LZ_ASSIGN_OR_RETURN(int64_t size, windowOutput(call, operand.dims[d], window[d]));
    expected.push_back(size);
  }
  if (source.dims != expected)
    return call.error(named("source", source), " must have the shape ", dimsStr(expected),
                      ", because ", named("operand", operand),
                      " has that many windows in each dimension");
  const RegionType& select = call.regions()[0];
  TensorType element{operand.dtype, {}};
  if (select.params != std::vector<TensorType>{element, element} ||
      select.results != std::vector<TensorType>{{DType::Pred, {}}})
    return call.error("select must compare two scalars of type ", dtypeName(operand.dtype),
                      " and return one i1");
  const DType dtypes[] = {operand.dtype};
  LZ_ASSIGN_OR_RETURN(auto accumulators, checkReducer(call, 1, "scatter", dtypes));
  if (init.dtype != operand.dtype && init.dtype != accumulators[0])
    return call.error("operand and init_value have different element types: ", both(operand, init),
                      "; convert init_value with convert");
  results.push_back({accumulators[0], operand.dims});
  return okStatus();
}

} // namespace lz::shape
