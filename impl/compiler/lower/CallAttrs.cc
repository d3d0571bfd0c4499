#include "compiler/lower/CallAttrs.h"

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

// The sort is stable even if the op does not ask for it.
exec::CallAttrs attrsOf(hlo::SortOp sort) {
  const int64_t rank = hlo::fromIr(sort.getInputs().front().getType()).rank(),
                dimension = sort.getDimension();
  exec::CallAttrs attrs{{"dimension", dimension < 0 ? dimension + rank : dimension}};
  std::optional<hlo::SortOrder> order = hlo::sortOrderOf(sort);
  if (!order)
    return attrs;
  std::vector<int64_t> keys, descending;
  std::vector<std::string> orders;
  for (const hlo::SortKey& key : order->keys) {
    keys.push_back(key.input);
    orders.push_back(key.order);
    descending.push_back(key.descending);
  }
  attrs.emplace_back("keys", std::move(keys));
  attrs.emplace_back("orders", std::move(orders));
  attrs.emplace_back("descending", std::move(descending));
  if (order->reversesEqual)
    attrs.emplace_back("equal", "reversed");
  return attrs;
}

} // namespace

StatusOr<Op> plainOp(mlir::Operation* op) {
  const OpInfo* info = hlo::opInfo(op);
  Op plain;
  plain.opcode = info->opcode;
  LZ_ASSIGN_OR_RETURN(plain.attrs, hlo::plainAttrs(op, *info, hlo::Literals::Copy));
  return plain;
}

StatusOr<exec::CallAttrs> callAttrs(mlir::Operation* op) {
  if (auto sort = mlir::dyn_cast<hlo::SortOp>(op))
    return attrsOf(sort);
  return numbersOf(op);
}

mlir::Block* calledBody(mlir::Operation* op) {
  auto sort = mlir::dyn_cast<hlo::SortOp>(op);
  return sort && !hlo::sortOrderOf(sort) ? &sort.getComparator().front() : nullptr;
}

} // namespace lz
