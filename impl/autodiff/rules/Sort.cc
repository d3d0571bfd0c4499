// The rule of sort. The place of an element is its index along the sorted dimension. The gradient
// sorts the inputs once more, together with the places of their elements. Sorting the cotangents by
// these places moves them back.
//
//   x = [3, 1, 2]: places 1, 2, 0; the cotangents [a, b, c] of [1, 2, 3] become [c, a, b]
#include "autodiff/Rule.h"
#include "spec/OpAttrs.inc.h"

#include <limits>

namespace lz::autodiff {
namespace {

// Returns the types of a comparator's parameters: two scalars for each operand of a sort.
std::vector<TensorType> pairsOf(const Builder& b, const ValueIds& operands) {
  std::vector<TensorType> pairs;
  for (ValueId operand : operands)
    pairs.insert(pairs.end(), 2, TensorType{b.type(operand).dtype, {}});
  return pairs;
}

// Returns, for each element of the results, the index of this element along the sorted dimension of
// the input.
ValueId placesOf(const RuleCall& call) {
  Builder& b = call.b;
  const Dims& dims = call.operandType(0).dims;
  int64_t dimension = SortAttrs(call.attrs()).dimension();
  if (dimension < 0)
    dimension += int64_t(dims.size());
  const bool isShort = dims[size_t(dimension)] <= std::numeric_limits<int32_t>::max();
  const TensorType type{isShort ? DType::S32 : DType::S64, dims};
  ValueIds operands = call.op.operands;
  operands.push_back(b.op(Opcode::Iota, {}, {dimension}, &type));
  Region comparator =
      b.region(pairsOf(b, operands), [&](Builder& body, const ValueIds& params) -> ValueIds {
        return body.inlined(call.op.regions[0],
                            absl::MakeConstSpan(params).first(params.size() - 2));
      });
  return b.ops(Opcode::Sort, operands, call.op.attrs, {std::move(comparator)}, operands.size())
      .back();
}

} // namespace

Status vjpSort(const RuleCall& call) {
  Builder& b = call.b;
  std::vector<size_t> wanted;
  ValueIds operands = {placesOf(call)};
  for (size_t i = 0; i < call.op.operands.size(); ++i)
    if (call.wants(i) && call.g[i] != kNoValue) {
      wanted.push_back(i);
      operands.push_back(call.g[i]);
    }
  if (wanted.empty())
    return okStatus();
  Region byPlace =
      b.region(pairsOf(b, operands), [](Builder& body, const ValueIds& params) -> ValueIds {
        return {body.compare(params[0], params[1], ComparisonDirection::LT)};
      });
  ValueIds back =
      b.ops(Opcode::Sort, operands, call.op.attrs, {std::move(byPlace)}, operands.size());
  for (size_t i = 0; i < wanted.size(); ++i)
    call.give(wanted[i], back[i + 1]);
  return okStatus();
}

} // namespace lz::autodiff
