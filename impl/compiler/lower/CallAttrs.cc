#include "compiler/lower/CallAttrs.h"

#include "hlo/ir/Dialect.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/SortOrder.h"
#include "hlo/ir/TypeBridge.h"

namespace lz::compiler {
namespace {

void set(const AttrValue& value, int64_t& field) {
  field = std::get<int64_t>(value);
}
void set(const AttrValue& value, std::optional<int64_t>& field) {
  field = std::get<int64_t>(value);
}
void set(const AttrValue& value, std::vector<int64_t>& field) {
  const auto& list = std::get<Ints>(value);
  field.assign(list.begin(), list.end());
}
// Does nothing for fields of other types, because no attribute of an op sets them.
template <typename T> void set(const AttrValue&, T&) {}

// Copies each attribute of the op to the field of the same name. The attribute and the field are
// generated from the same entry of spec/ops.
StatusOr<exec::CallAttrs> attrsOf(mlir::Operation* op) {
  const OpInfo& info = *hlo::opInfo(op);
  LZ_ASSIGN_OR_RETURN(Attrs values, hlo::plainAttrs(op, info, hlo::Literals::Skip));
  exec::CallAttrs attrs = exec::emptyAttrs(info.name);
  exec::forEachField(attrs, [&](auto field) {
    for (size_t i = 0; i < values.size(); ++i)
      if (info.attrs[i].name == field.name && isSet(values[i]))
        set(values[i], field.value);
  });
  return attrs;
}

// The call always sorts stably, even if the op does not require it.
exec::CallAttrs attrsOf(hlo::SortOp sort) {
  const int64_t rank = hlo::fromIr(sort.getInputs().front().getType()).rank(),
                dimension = sort.getDimension();
  exec::SortCallAttrs attrs{dimension < 0 ? dimension + rank : dimension};
  std::optional<hlo::SortOrder> order = hlo::sortOrderOf(sort);
  if (!order)
    return attrs;
  for (const hlo::SortKey& key : order->keys) {
    attrs.keys.push_back(key.input);
    attrs.orders.push_back(key.order);
    attrs.descending.push_back(key.descending);
  }
  if (order->reversesEqual)
    attrs.equal = "reversed";
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
  return attrsOf(op);
}

mlir::Block* calledBody(mlir::Operation* op) {
  auto sort = mlir::dyn_cast<hlo::SortOp>(op);
  return sort && !hlo::sortOrderOf(sort) ? &sort.getComparator().front() : nullptr;
}

} // namespace lz::compiler
