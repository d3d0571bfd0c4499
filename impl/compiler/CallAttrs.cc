#include "compiler/CallAttrs.h"

#include "hlo/ir/Dialect.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/SortOrder.h"
#include "hlo/ir/TypeBridge.h"

namespace lz {
namespace {

StatusOr<exec::CallAttrs> numbersOf(mlir::Operation* op) {
  const OpInfo& info = *hlo::opInfo(op);
  LZ_ASSIGN_OR_RETURN(Attrs values, hlo::plainAttrs(op, info, hlo::Literals::Skip));
  exec::CallAttrs attrs;
  for (size_t i = 0; i < values.size(); ++i)
    if (const int64_t* number = std::get_if<int64_t>(&values[i]))
      attrs.emplace_back(std::string(info.attrs[i].name), *number);
    else if (const Ints* list = std::get_if<Ints>(&values[i]))
      attrs.emplace_back(std::string(info.attrs[i].name),
                         std::vector<int64_t>(list->begin(), list->end()));
  return attrs;
}

// It is stable, whether it must be or not.
StatusOr<exec::CallAttrs> attrsOf(hlo::SortOp sort) {
  std::optional<hlo::SortOrder> order = hlo::sortOrderOf(sort);
  const TensorType type = hlo::fromIr(sort.getInputs().front().getType());
  if (!order)
    return unimplemented(
        "[sort] of ", type.str(),
        " cannot be compiled with this comparator: what is supported is one comparison, LT or GT, "
        "of two elements of one input, as they are or with one zero and one NaN as JAX selects "
        "them");
  const int64_t dimension = sort.getDimension();
  return exec::CallAttrs{{"dimension", dimension < 0 ? dimension + type.rank() : dimension},
                         {"key", order->key},
                         {"order", order->order},
                         {"descending", int64_t(order->descending)}};
}

} // namespace

StatusOr<exec::CallAttrs> callAttrs(mlir::Operation* op) {
  if (auto sort = mlir::dyn_cast<hlo::SortOp>(op))
    return attrsOf(sort);
  return numbersOf(op);
}

} // namespace lz
