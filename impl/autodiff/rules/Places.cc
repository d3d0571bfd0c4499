#include "autodiff/rules/Places.h"

#include "autodiff/rules/Indexing.h"

namespace lz::autodiff {

ValueId selectedPlaces(Builder& b, ValueId operand, const Pooling& pooling,
                       absl::FunctionRef<ValueId(Builder&, ValueId, ValueId)> keeps) {
  TensorType type = b.type(operand), element{type.dtype, {}};
  int64_t count = type.numElements();
  TensorType place{count > INT32_MAX ? DType::S64 : DType::S32, {}}, flat{place.dtype, {count}};
  ValueId places = b.reshape(b.op(Opcode::Iota, {}, {int64_t(0)}, &flat), type.dims);
  std::vector<Region> regions;
  // Place -1 stands for padding. Padding never replaces an element, and an element always replaces
  // padding.
  regions.push_back(
      b.region({element, place, element, place}, [&](Builder& inner, const ValueIds& p) {
        ValueId zero = inner.zeros(place);
        ValueId isFirst = inner.compare(p[1], zero, ComparisonDirection::LT);
        ValueId isReal = inner.compare(p[3], zero, ComparisonDirection::GE);
        ValueId takes = inner.select(keeps(inner, p[0], p[2]),
                                     inner.op(Opcode::And, {isFirst, isReal}), isReal);
        return ValueIds{inner.select(takes, p[2], p[0]), inner.select(takes, p[3], p[1])};
      }));
  return b.ops(Opcode::ReduceWindow, {operand, places, b.zeros(element), b.splat(-1, place)},
               {pooling.sizes, pooling.strides, pooling.baseDilations, pooling.windowDilations,
                pooling.padding},
               std::move(regions), 2)[1];
}

// Each place is an index vector with one component. The array of places has no dimension for the
// components.
static IndexDims placeDims(const TensorType& places) {
  return {.window = {},
          .dropped = {0},
          .operandBatching = {},
          .indicesBatching = {},
          .indexMap = {0},
          .vectorDim = places.rank()};
}

ValueId readPlaces(Builder& b, ValueId x, ValueId places) {
  TensorType type = b.type(x), at = b.type(places), result{type.dtype, at.dims};
  if (type.numElements() == 0)
    return b.zeros(result);
  ValueId flat = b.reshape(x, {type.numElements()});
  ValueId read = gather(b, flat, places, placeDims(at), {1});
  ValueId isPlace = b.compare(places, b.zeros(at), ComparisonDirection::GE);
  return b.select(isPlace, read, b.zeros(result));
}

ValueId addAtPlaces(Builder& b, const Dims& dims, ValueId x, ValueId places) {
  TensorType flat{b.type(x).dtype, {TensorType{DType::Pred, dims}.numElements()}};
  ValueId sums = scatter(b, b.zeros(flat), places, x, placeDims(b.type(places)), Opcode::Add);
  return b.reshape(sums, dims);
}

} // namespace lz::autodiff
