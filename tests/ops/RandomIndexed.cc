// Draws ops whose addresses depend on data.
#include "RandomDraw.h"

#include <algorithm>

namespace lz::test {

std::optional<Draw::Draft> Draw::indexed(Opcode opcode) {
  ValueId x = anyValue();
  TensorType from = type(x);
  Dims sizes = from.dims;
  for (int64_t& size : sizes)
    size = chance(0.3) ? size : below(size + 1);
  Draft draft{opcode, {x}, {}};
  if (opcode == Opcode::DynamicSlice)
    draft.attrs = attrs(opcode, {{"slice_sizes", Ints(sizes.begin(), sizes.end())}});
  else
    draft.operands.push_back(like({from.dtype, sizes}));
  DType index = dtypeThat(isInteger);
  for (size_t d = 0; d < sizes.size(); ++d)
    draft.operands.push_back(scalar(index));
  return draft;
}

// Each dim of the operand is a batching dim, collapsed, or part of the window. The indices address
// some of the dims that are not batching.
struct Places {
  Ints batching, dropped, window, map;
};

std::optional<Draw::Draft> Draw::gather() {
  ValueId x = anyValue();
  TensorType from = type(x);
  int64_t rank = from.rank();
  Places places;
  Ints sizes;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t size = from.dims[size_t(d)];
    bool batches = chance(0.15), drops = chance(0.4);
    (batches ? places.batching : drops ? places.dropped : places.window).push_back(d);
    sizes.push_back(batches || drops ? std::min<int64_t>(size, 1) : below(size + 1));
  }
  for (int64_t d : shuffled(rank))
    if (std::find(places.batching.begin(), places.batching.end(), d) == places.batching.end() &&
        chance(0.6))
      places.map.push_back(d);
  Dims batch = dims(below(3));
  Ints indicesBatching;
  for (int64_t d : places.batching) {
    indicesBatching.push_back(int64_t(batch.size()));
    batch.push_back(from.dims[size_t(d)]);
  }
  // The index vector lies along the last dimension, or is a scalar.
  Dims shape = batch;
  int64_t vectorDim = int64_t(batch.size());
  if (places.map.size() != 1 || chance(0.7))
    shape.push_back(int64_t(places.map.size()));
  Ints offsets = shuffled(int64_t(batch.size() + places.window.size()));
  offsets.resize(places.window.size());
  std::sort(offsets.begin(), offsets.end());
  return Draft{Opcode::Gather,
               {x, like({dtypeThat(isInteger), shape})},
               attrs(Opcode::Gather, {{"offset_dims", offsets},
                                      {"collapsed_slice_dims", places.dropped},
                                      {"operand_batching_dims", places.batching},
                                      {"start_indices_batching_dims", indicesBatching},
                                      {"start_index_map", places.map},
                                      {"index_vector_dim", vectorDim},
                                      {"slice_sizes", sizes},
                                      {"indices_are_sorted", int64_t(0)}})};
}

std::optional<Draw::Draft> Draw::scatter() {
  ValueId x = anyValue();
  TensorType into = type(x);
  int64_t rank = into.rank();
  Places places;
  Dims window;
  for (int64_t d = 0; d < rank; ++d) {
    bool batches = chance(0.1), drops = chance(0.5);
    (batches ? places.batching : drops ? places.dropped : places.window).push_back(d);
    if (!batches && !drops)
      window.push_back(chance(0.5) ? into.dims[size_t(d)] : below(into.dims[size_t(d)] + 1));
  }
  for (int64_t d : shuffled(rank))
    if (std::find(places.batching.begin(), places.batching.end(), d) == places.batching.end() &&
        chance(0.7))
      places.map.push_back(d);
  Dims batch = dims(below(3));
  Ints indicesBatching;
  for (int64_t d : places.batching) {
    indicesBatching.push_back(int64_t(batch.size()));
    batch.push_back(into.dims[size_t(d)]);
  }
  Dims shape = batch;
  shape.push_back(int64_t(places.map.size()));
  int64_t updateRank = int64_t(batch.size() + window.size());
  Ints windowDims = shuffled(updateRank);
  windowDims.resize(window.size());
  std::sort(windowDims.begin(), windowDims.end());
  Dims updates;
  size_t nextWindow = 0, nextBatch = 0;
  for (int64_t d = 0; d < updateRank; ++d)
    updates.push_back(std::binary_search(windowDims.begin(), windowDims.end(), d)
                          ? window[nextWindow++]
                          : batch[nextBatch++]);
  TensorType update{into.dtype, updates};
  if (update.numElements() > kMostElements)
    return std::nullopt;
  DType dtypes[] = {accumulator(into.dtype)};
  Draft draft{Opcode::Scatter,
              {x, like({dtypeThat(isInteger), shape}), like(update)},
              attrs(Opcode::Scatter, {{"update_window_dims", windowDims},
                                      {"inserted_window_dims", places.dropped},
                                      {"input_batching_dims", places.batching},
                                      {"scatter_indices_batching_dims", indicesBatching},
                                      {"scatter_dims_to_operand_dims", places.map},
                                      {"index_vector_dim", int64_t(batch.size())},
                                      {"indices_are_sorted", int64_t(0)},
                                      {"unique_indices", int64_t(0)}})};
  draft.regions = {combiner(dtypes, update.numElements())};
  return draft;
}

std::optional<Draw::Draft> Draw::selectAndScatter() {
  constexpr Opcode kOpcode = Opcode::SelectAndScatter;
  ValueId x = anyValue(1, [](DType t) { return isInteger(t) || isFloat(t); });
  TensorType from = type(x);
  Ints sizes, strides, padding;
  Dims windows;
  for (int64_t size : from.dims) {
    sizes.push_back(1 + below(4));
    strides.push_back(1 + below(3));
    int64_t low = chance(0.7) ? 0 : below(3), high = chance(0.7) ? 0 : below(3);
    padding.insert(padding.end(), {low, high});
    int64_t room = size + low + high - sizes.back();
    windows.push_back(room < 0 || size + low + high == 0 ? 0 : room / strides.back() + 1);
  }
  DType dtypes[] = {accumulator(from.dtype)};
  Region select;
  for (int i = 0; i < 2; ++i)
    select.params.push_back(program_.addValue({from.dtype, {}}));
  select.ops.push_back(opOf(Opcode::Compare, select.params, {DType::Pred, {}},
                            attrs(Opcode::Compare, {{"comparison_direction", 2 + below(4)}})));
  select.results = {select.ops[0].results[0]};
  Draft draft{
      kOpcode,
      {x, like({from.dtype, windows}), scalar(from.dtype)},
      attrs(kOpcode,
            {{"window_dimensions", sizes}, {"window_strides", strides}, {"padding", padding}})};
  draft.regions = {select, combiner(dtypes, from.numElements())};
  return draft;
}

} // namespace lz::test
