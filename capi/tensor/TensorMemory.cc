// Functions that free the bytes of a tensor early, give views of the bytes, and copy them.
#include "Handles.h"
#include "tensor/HostData.h"

using namespace lz;
using namespace lz::capi;

// Returns the value of a tensor whose memory can be freed. Error: FailedPrecondition.
static StatusOr<lazy::Data*> memoryOf(lazy::Result& result) {
  LZ_RETURN_IF_ERROR(lazy::checkHasValue(*result.owner));
  if (result.owner->kind == lazy::NodeKind::Constant ||
      result.owner->kind == lazy::NodeKind::Scalar)
    return failedPrecondition(
        "the tensor is a constant or a scalar, and programs share its memory: "
        "release the tensor instead");
  if (lazy::Data* value = result.data.load(std::memory_order_acquire))
    return value;
  return failedPrecondition("the tensor is pending and has no memory: release it, or first "
                            "submit it with lz_evaluate or a barrier");
}

lz_status* lz_tensor_delete(lz_tensor* tensor) {
  return guarded("lz_tensor_delete", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
    LZ_ASSIGN_OR_RETURN(lazy::Data * value, memoryOf(resultOf(tensor)));
    value->drop();
    return okStatus();
  });
}

lz_status* lz_tensor_is_deleted(const lz_tensor* tensor, int32_t* out_deleted) {
  return guarded("lz_tensor_is_deleted", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_deleted, "out_deleted"));
    *out_deleted = 0;
    LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
    lazy::Data* value = resultOf(tensor).data.load(std::memory_order_acquire);
    *out_deleted = value && !value->checkKept().ok();
    return okStatus();
  });
}

static StatusOr<runtime::StorageRef> bytesOf(lz_tensor* tensor) {
  LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
  lazy::Result& result = resultOf(tensor);
  lazy::Graph& graph = graphOf(result);
  lazy::add(graph.engine().counters.reads);
  LZ_ASSIGN_OR_RETURN(Ref<lazy::Data> value, graph.valueOf(result, /*wait=*/true));
  return value->wait();
}

lz_status* lz_tensor_acquire_view(lz_tensor* tensor, lz_view** out_view) {
  return guarded("lz_tensor_acquire_view", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_view, "out_view"));
    *out_view = nullptr;
    LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, bytesOf(tensor));
    *out_view = make<lz_view>(std::move(storage));
    return okStatus();
  });
}

const void* lz_view_data(const lz_view* view) {
  return ask(view, static_cast<const void*>(nullptr), [](auto& v) { return v.storage->data(); });
}
size_t lz_view_size(const lz_view* view) {
  return ask(view, size_t(0), [](auto& v) { return v.storage->bytes(); });
}
void lz_view_retain(lz_view* view) {
  retain(view);
}
void lz_view_release(lz_view* view) {
  release(view);
}

lz_status* lz_tensor_copy_to_device(lz_tensor* tensor, lz_device* device, uint64_t flags,
                                    lz_tensor** out_tensor) {
  return guarded("lz_tensor_copy_to_device", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_tensor, "out_tensor"));
    *out_tensor = nullptr;
    LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
    LZ_RETURN_IF_ERROR(check(device, "device"));
    if (flags != 0)
      return invalidArgument("flags has unknown bits; use 0");
    LZ_RETURN_IF_ERROR(device->graph->checkRunning());
    // Copies of the type and the graph, because other threads may release the handles while the
    // value is computed.
    const TensorType type = resultOf(tensor).type;
    const Ref<lazy::Graph> target = device->graph;
    LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, bytesOf(tensor));
    LZ_ASSIGN_OR_RETURN(Import made,
                        Import::of(*target, {type, storage->data(), rowMajorByteStrides(type)},
                                   /*mayBorrow=*/false));
    *out_tensor = made.take();
    return okStatus();
  });
}
