#include "lazy/cut/Leaves.h"

#include "absl/algorithm/container.h"
#include "spec/OpAttrs.inc.h"

#include <cstring>

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
        "an operand was donated to an earlier barrier or run and has no value: donate only tensors "
        "that are not used later");
  if (data)
    LZ_RETURN_IF_ERROR(data->checkKept("an operand"));
  return data ? data->failure() : okStatus();
}

StatusOr<Ref<Data>> valueOfConstant(runtime::Device& device, const Node& constant,
                                    const runtime::MemoryRequest& request) {
  const Literal& value = ConstantAttrs(constant.attrs()).value();
  LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage,
                      device.allocate(value.type().numBytes(), request));
  std::memcpy(storage->mutableData(), value.data(), size_t(value.type().numBytes()));
  return Data::ready(std::move(storage), /*donatable=*/true);
}

Ref<Data> inputOf(runtime::Device& device, Result& leaf) {
  if (Data* data = leaf.data.load(std::memory_order_relaxed))
    return Ref<Data>::share(data);
  // The caller holds the cut lock, so this must not wait.
  StatusOr<Ref<Data>> value = valueOfConstant(device, *leaf.owner, {.waits = false});
  return value.ok() ? *std::move(value) : Data::failed(value.status());
}

} // namespace lz::lazy
