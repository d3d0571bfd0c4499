#include "lazy/cut/Leaves.h"

#include "absl/algorithm/container.h"

namespace lz::lazy {

bool isLostLeaf(Result& leaf) {
  Data* data = leaf.data.load(std::memory_order_relaxed);
  return data ? data->isDonated() || data->isDeleted() || !data->failure().ok()
              : leaf.owner->kind == NodeKind::Parameter;
}

bool readsLostLeaf(Node& op) {
  return absl::c_any_of(op.edges(), [](Operand& edge) { return isLostLeaf(edge.result()); });
}

Status checkLeaf(Result& leaf) {
  if (leaf.owner->kind == NodeKind::Parameter)
    return failedPrecondition("an operand is a parameter of a function and has no value: use the "
                              "function as the body of an op, or compile it");
  Data* data = leaf.data.load(std::memory_order_relaxed);
  if (data && data->isDonated())
    return failedPrecondition(
        "an operand was donated to an earlier barrier or run and has no value");
  if (data)
    LZ_RETURN_IF_ERROR(data->checkKept("an operand"));
  return data ? data->failure() : okStatus();
}

} // namespace lz::lazy
