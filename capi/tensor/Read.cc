// Reads of tensors into the caller's memory.
#include "Handles.h"
#include "Options.h"
#include "base/Exceptions.h"
#include "tensor/HostData.h"

#include <cstring>
#include <memory>

using namespace lz;
using namespace lz::capi;

static Status checkTarget(const lz_tensor* tensor, const void* data, size_t size) {
  LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
  const TensorType& type = resultOf(tensor).type;
  if (size != size_t(type.numBytes()))
    return invalidArgument("size is ", size, ", but ", type.str(), " takes ", type.numBytes(),
                           " bytes");
  return data || size == 0 ? okStatus() : invalidArgument("data is NULL");
}

lz_status* lz_tensor_read(lz_tensor* tensor, void* data, size_t size) {
  return guarded("lz_tensor_read", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkTarget(tensor, data, size));
    lazy::Result& result = resultOf(tensor);
    lazy::Graph& graph = graphOf(result);
    lazy::add(graph.engine().counters.reads);
    LZ_ASSIGN_OR_RETURN(Ref<lazy::Data> value, graph.valueOf(result, /*wait=*/true));
    LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, value->wait());
    if (size > 0)
      std::memcpy(data, storage->data(), size);
    return okStatus();
  });
}

namespace {

// An asynchronous read, with the objects that it holds until it ends.
struct Reading {
  Ref<lazy::Data> value;
  TensorType type;
  std::byte* target;
  Dims byteStrides;
  runtime::EventRef ended; // a promise

  Status copy() const {
    LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, value->ended());
    copyTo(target, byteStrides, type, storage->data());
    return okStatus();
  }
  // Called when the value's event has happened. After claim() has succeeded, nothing else can make
  // `ended` happen. So the caller learns that `target` is free only when this copy has ended.
  void finish() const noexcept {
    if (ended->claim())
      ended->set(caught([this] { return copy(); }));
  }
};

} // namespace

lz_status* lz_tensor_read_async(lz_tensor* tensor, void* data, size_t size,
                                const lz_read_options* options, lz_event** out_event) {
  return guarded("lz_tensor_read_async", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_event, "out_event"));
    *out_event = nullptr;
    LZ_RETURN_IF_ERROR(checkTarget(tensor, data, size));
    lz_read_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_read_options"));
    lazy::Result& result = resultOf(tensor);
    const TensorType type = result.type; // the caller may release the handle
    LZ_ASSIGN_OR_RETURN(Dims strides, byteStridesOf(type, o.byte_strides));
    lazy::Graph& graph = graphOf(result);
    lazy::add(graph.engine().counters.reads);
    LZ_ASSIGN_OR_RETURN(Ref<lazy::Data> value, graph.valueOf(result, /*wait=*/false));
    runtime::EventRef work = value->event();
    auto ended = runtime::Event::promise(work.get());
    auto letGo = [](lz_event* event) { release(event); };
    std::unique_ptr<lz_event, decltype(letGo)> event(make<lz_event>(ended));
    Reading reading{std::move(value), type, static_cast<std::byte*>(data), std::move(strides),
                    std::move(ended)};
    if (work->isReady())
      reading.finish();
    else
      work->onReady([reading = std::move(reading)](const Status&) { reading.finish(); });
    *out_event = event.release();
    return okStatus();
  });
}
