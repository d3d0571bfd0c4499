#include "Handles.h"
#include "Options.h"
#include "base/Exceptions.h"
#include "record/Record.h"
#include "tensor/HostData.h"

#include <algorithm>
#include <bit>

using namespace lz;
using namespace lz::capi;

static Status checkHostOptions(const lz_host_options& o) {
  if (o.mode < LZ_HOST_COPY || o.mode > LZ_HOST_BORROW_IMMUTABLE)
    return invalidArgument("mode is ", o.mode, "; use LZ_HOST_*");
  LZ_RETURN_IF_ERROR(checkReserved(o.reserved, "lz_host_options.reserved"));
  if (o.mode == LZ_HOST_BORROW_IMMUTABLE && !o.release)
    return invalidArgument("LZ_HOST_BORROW_IMMUTABLE needs a release callback");
  if (o.mode == LZ_HOST_BORROW_UNTIL_EVENT && !o.out_event)
    return invalidArgument("LZ_HOST_BORROW_UNTIL_EVENT needs out_event");
  return okStatus();
}

static StatusOr<Import> importHost(lz_device* device, lz_dtype dtype, const int64_t* dims,
                                   size_t rank, const void* data, const lz_host_options& o,
                                   bool mayBorrow) {
  LZ_RETURN_IF_ERROR(check(device, "device"));
  LZ_RETURN_IF_ERROR(device->graph->checkRunning());
  LZ_ASSIGN_OR_RETURN(TensorType type, makeType(dtype, dims, rank));
  if (!data && type.numElements() > 0)
    return invalidArgument("data is NULL for ", type.str());
  LZ_ASSIGN_OR_RETURN(Dims strides, byteStridesOf(type, o.byte_strides));
  return Import::of(*device->graph, {type, static_cast<const std::byte*>(data), std::move(strides)},
                    mayBorrow);
}

// The release callback is called once, even if this function fails.
static Status importOrRelease(lz_device* device, lz_dtype dtype, const int64_t* dims, size_t rank,
                              const void* data, const lz_host_options& o, lz_tensor** out_tensor) {
  auto release = [release = o.release, user = o.release_user, data] { release(user, data); };
  Status status = caught([&]() -> Status {
    std::function<void()> later = release;
    LZ_ASSIGN_OR_RETURN(Import made,
                        importHost(device, dtype, dims, rank, data, o, /*mayBorrow=*/true));
    *out_tensor = made.take(std::move(later));
    return okStatus();
  });
  if (!status.ok())
    release();
  return status;
}

lz_status* lz_tensor_from_host(lz_device* device, lz_dtype dtype, const int64_t* dims, size_t rank,
                               const void* data, const lz_host_options* host,
                               lz_tensor** out_tensor) {
  return guarded("lz_tensor_from_host", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_tensor, "out_tensor"));
    *out_tensor = nullptr;
    lz_host_options o;
    LZ_RETURN_IF_ERROR(readOptions(host, o, "lz_host_options"));
    if (o.out_event)
      *o.out_event = nullptr;
    LZ_RETURN_IF_ERROR(checkHostOptions(o));
    if (o.mode == LZ_HOST_BORROW_IMMUTABLE)
      return importOrRelease(device, dtype, dims, rank, data, o, out_tensor);
    bool mayBorrow = o.mode == LZ_HOST_BORROW_UNTIL_EVENT;
    std::function<void()> release;
    runtime::EventRef event;
    if (o.out_event) {
      event = std::make_shared<runtime::Event>();
      release = [event] { event->set(okStatus()); };
    }
    LZ_ASSIGN_OR_RETURN(Import made, importHost(device, dtype, dims, rank, data, o, mayBorrow));
    if (o.out_event)
      *o.out_event = make<lz_event>(std::move(event));
    *out_tensor = made.take(std::move(release));
    return okStatus();
  });
}

lz_status* lz_constant(lz_device* device, lz_dtype dtype, const int64_t* dims, size_t rank,
                       const void* data, const lz_op_options* options, lz_tensor** out_tensor) {
  return guarded("lz_constant", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_tensor, "out_tensor"));
    *out_tensor = nullptr;
    LZ_RETURN_IF_ERROR(check(device, "device"));
    lz_op_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_op_options"));
    LZ_ASSIGN_OR_RETURN(TensorType type, makeType(dtype, dims, rank));
    if (!data && type.numElements() > 0)
      return invalidArgument("data is NULL for ", type.str());
    LZ_ASSIGN_OR_RETURN(lazy::Node * node, device->graph->constant(Literal::copyOf(type, data),
                                                                   {o.file, o.line, o.name}));
    *out_tensor = onlyResult(node);
    return okStatus();
  });
}

static Status recordScalar(lz_device* device, const Literal& value, const lz_op_options* options,
                           lz_tensor** out_tensor) {
  lz_op_options o;
  LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_op_options"));
  LZ_ASSIGN_OR_RETURN(lazy::Node * node, device->graph->scalar(value, {o.file, o.line, o.name}));
  *out_tensor = onlyResult(node);
  return okStatus();
}

lz_status* lz_scalar(lz_device* device, lz_dtype dtype, const void* value,
                     const lz_op_options* options, lz_tensor** out_tensor) {
  return guarded("lz_scalar", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_tensor, "out_tensor"));
    *out_tensor = nullptr;
    LZ_RETURN_IF_ERROR(check(device, "device"));
    LZ_ASSIGN_OR_RETURN(TensorType type, makeType(dtype, nullptr, 0));
    if (!value)
      return invalidArgument("value is NULL");
    return recordScalar(device, Literal::copyOf(type, value), options, out_tensor);
  });
}

lz_status* lz_scalar_f64(lz_device* device, lz_dtype dtype, double value,
                         const lz_op_options* options, lz_tensor** out_tensor) {
  return guarded("lz_scalar_f64", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_tensor, "out_tensor"));
    *out_tensor = nullptr;
    LZ_RETURN_IF_ERROR(check(device, "device"));
    LZ_ASSIGN_OR_RETURN(TensorType type, makeType(dtype, nullptr, 0));
    return recordScalar(device, Literal::splat(type, value), options, out_tensor);
  });
}

void lz_tensor_retain(lz_tensor* tensor) {
  retain(tensor);
}

void lz_tensor_release(lz_tensor* tensor) {
  quietly([&] {
    if (!tensor)
      return;
    if (!isA(tensor))
      return reportWrongRelease(tensor, "lz_tensor");
    lazy::Result& result = resultOf(tensor);
    if (result.owner->store->releaseHandle(result))
      countHandles(-1);
  });
}

lz_dtype lz_tensor_dtype(const lz_tensor* tensor) {
  return ask(tensor, lz_dtype(LZ_DTYPE_INVALID), [](auto& t) { return resultOf(&t).type.dtype; });
}
size_t lz_tensor_rank(const lz_tensor* tensor) {
  return ask(tensor, size_t(0), [](auto& t) { return resultOf(&t).type.dims.size(); });
}
const int64_t* lz_tensor_dims(const lz_tensor* tensor) {
  return ask(tensor, static_cast<const int64_t*>(nullptr),
             [](auto& t) { return resultOf(&t).type.dims.data(); });
}
int64_t lz_tensor_nbytes(const lz_tensor* tensor) {
  return ask(tensor, int64_t(0), [](auto& t) { return resultOf(&t).type.numBytes(); });
}

lz_status* lz_tensor_device(const lz_tensor* tensor, lz_device** out_device) {
  return guarded("lz_tensor_device", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_device, "out_device"));
    *out_device = nullptr;
    LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
    *out_device = make<lz_device>(Ref<lazy::Graph>::share(&graphOf(resultOf(tensor))));
    return okStatus();
  });
}

lz_status* lz_tensor_is_pending(const lz_tensor* tensor, int32_t* out_pending) {
  return guarded("lz_tensor_is_pending", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_pending, "out_pending"));
    *out_pending = 0;
    LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
    lazy::Result& result = resultOf(tensor);
    *out_pending = graphOf(result).isPending(result);
    return okStatus();
  });
}

lz_status* lz_tensor_event(const lz_tensor* tensor, lz_event** out_event) {
  return guarded("lz_tensor_event", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_event, "out_event"));
    *out_event = nullptr;
    LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
    lazy::Result& result = resultOf(tensor);
    LZ_RETURN_IF_ERROR(lazy::checkHasValue(*result.owner));
    if (graphOf(result).isPending(result))
      return failedPrecondition("the tensor is pending: submit it with lz_evaluate or a barrier");
    lazy::Data* value = result.data.load(std::memory_order_acquire);
    *out_event = value ? make<lz_event>(value->event(), value->outcome())
                       : make<lz_event>(runtime::Event::ready());
    return okStatus();
  });
}

lz_status* lz_tensor_donate(lz_tensor* tensor) {
  return guarded("lz_tensor_donate", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
    resultOf(tensor).donated.store(true, std::memory_order_relaxed);
    return okStatus();
  });
}

lz_status* lz_tensor_bucket(lz_tensor* tensor, int64_t least) {
  return guarded("lz_tensor_bucket", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
    lazy::Result& result = resultOf(tensor);
    if (result.type.dims.empty())
      return invalidArgument("the tensor is ", result.type.str(), ": it has no leading dimension");
    if (least < 0 || least > int64_t(1) << 30)
      return invalidArgument("least is ", least, "; use 1 to 2^30, or 0 to remove the bucket");
    if (!result.data.load(std::memory_order_acquire))
      return failedPrecondition("the tensor is pending, a constant, or a parameter of a function: "
                                "bucket the tensors that it is computed from");
    const int logarithm = std::bit_width(uint64_t(std::max<int64_t>(least, 1) - 1));
    result.bucket.store(least == 0 ? 0 : uint8_t(1 + logarithm), std::memory_order_relaxed);
    return okStatus();
  });
}

lz_status* lz_tensor_op(const lz_tensor* tensor, lz_op** out_op) {
  return guarded("lz_tensor_op", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_op, "out_op"));
    *out_op = nullptr;
    LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
    lazy::Result& result = resultOf(tensor);
    if (graphOf(result).isPending(result))
      *out_op = make<lz_op>(Ref<lazy::Node>::share(result.owner));
    return okStatus();
  });
}

void lz_op_retain(lz_op* op) {
  retain(op);
}
void lz_op_release(lz_op* op) {
  release(op);
}

const char* lz_op_name(const lz_op* op) {
  // Names are string literals, NUL-terminated.
  return ask(op, static_cast<const char*>(nullptr),
             [](auto& o) { return opInfo(o.node->opcode).name.data(); });
}
const char* lz_op_location(const lz_op* op) {
  return ask(op, static_cast<const char*>(nullptr), [](auto& o) {
    return graphOf(*o.node).engine().locations.text(o.node->location).c_str();
  });
}
