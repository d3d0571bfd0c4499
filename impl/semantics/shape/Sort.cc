// sort: reorders elements and keeps types.
#include "semantics/shape/Checks.h"
#include "spec/OpAttrs.inc.h"

namespace lz::shape {
namespace {

// Checks constraint C4 of sort. A negative dimension counts from the end.
Status checkDimension(const Call& call) {
  const TensorType& input = call.operand(0);
  int64_t rank = input.rank(), dimension = SortAttrs(call.attrs()).dimension();
  if (rank == 0)
    return call.error("sorts along a dimension, but ", input.str(), " has none");
  if (dimension < -rank || dimension >= rank)
    return call.error("dimension ", dimension, " is outside of ", named("the inputs", input),
                      "; use ", -rank, " to ", rank - 1);
  return okStatus();
}

// Checks constraint C5 of sort.
Status checkComparator(const Call& call) {
  const RegionType& comparator = call.regions()[0];
  std::vector<TensorType> params;
  for (size_t i = 0; i < call.numOperands(); ++i)
    params.insert(params.end(), 2, TensorType{call.operand(i).dtype, {}});
  if (comparator.params != params)
    return call.error("comparator must take two scalars of each input's element type in the order "
                      "of the inputs, ",
                      typesStr(params), ", but takes ", typesStr(comparator.params));
  if (comparator.results != std::vector<TensorType>{{DType::Pred, {}}})
    return call.error("comparator must return one scalar i1, but returns ",
                      typesStr(comparator.results));
  return okStatus();
}

} // namespace

// Constraint C2 requires that the results have the types of the inputs. Inference gives them these
// types.
Status inferSort(const Call& call, TypeList& results) {
  if (call.numOperands() == 0) // constraint C1
    return call.error("takes at least one input");
  for (size_t i = 1; i < call.numOperands(); ++i) // constraint C3
    if (call.operand(i).dims != call.operand(0).dims)
      return call.error("inputs have different shapes: ", both(call.operand(0), call.operand(i)),
                        "; broadcast them with broadcast_in_dim");
  LZ_RETURN_IF_ERROR(checkDimension(call));
  LZ_RETURN_IF_ERROR(checkComparator(call));
  for (size_t i = 0; i < call.numOperands(); ++i)
    results.push_back(call.operand(i));
  return okStatus();
}

} // namespace lz::shape
