#include "Handles.h"
#include "base/machine/ProcessLimits.h"
#include "lazy/context/Devices.h"

using namespace lz;
using namespace lz::capi;

lz_status* lz_context_num_devices(lz_context* context, size_t* out_count) {
  return guarded("lz_context_num_devices", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_count, "out_count"));
    *out_count = 0;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    *out_count = context->graph->devices().graphs().size();
    return okStatus();
  });
}

lz_status* lz_context_device(lz_context* context, size_t index, lz_device** out_device) {
  return guarded("lz_context_device", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_device, "out_device"));
    *out_device = nullptr;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    const auto graphs = context->graph->devices().graphs();
    if (index >= graphs.size())
      return absl::OutOfRangeError(absl::StrCat("index ", index, " is too large: the context has ",
                                                graphs.size(), " devices"));
    *out_device = make<lz_device>(Ref<lazy::Graph>::share(graphs[index].get()));
    return okStatus();
  });
}

void lz_device_retain(lz_device* device) {
  retain(device);
}
void lz_device_release(lz_device* device) {
  release(device);
}

const char* lz_device_name(const lz_device* device) {
  return ask(device, static_cast<const char*>(nullptr),
             [](auto& d) { return d.graph->device().name().c_str(); });
}

int32_t lz_device_index(const lz_device* device) {
  return ask(device, int32_t(-1), [](auto& d) { return d.graph->index(); });
}

const char* lz_device_kind(const lz_device* device) {
  return ask(device, static_cast<const char*>(nullptr), [](auto&) { return "host"; });
}

lz_status* lz_device_is_same(const lz_device* device, const lz_device* other, int32_t* out_same) {
  return guarded("lz_device_is_same", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_same, "out_same"));
    *out_same = 0;
    LZ_RETURN_IF_ERROR(check(device, "device"));
    LZ_RETURN_IF_ERROR(check(other, "other"));
    *out_same = device->graph.get() == other->graph.get();
    return okStatus();
  });
}

lz_status* lz_device_context(const lz_device* device, lz_context** out_context) {
  return guarded("lz_device_context", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_context, "out_context"));
    *out_context = nullptr;
    LZ_RETURN_IF_ERROR(check(device, "device"));
    const auto graphs = device->graph->devices().graphs();
    *out_context = make<lz_context>(Ref<lazy::Graph>::share(graphs.front().get()));
    return okStatus();
  });
}

lz_status* lz_device_threads(const lz_device* device, int32_t* out_threads) {
  return guarded("lz_device_threads", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_threads, "out_threads"));
    *out_threads = 0;
    LZ_RETURN_IF_ERROR(check(device, "device"));
    *out_threads = device->graph->device().threads();
    return okStatus();
  });
}

lz_status* lz_device_set_memory_budget(lz_device* device, int64_t budget_bytes) {
  return guarded("lz_device_set_memory_budget", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(device, "device"));
    if (budget_bytes < 0)
      return invalidArgument("budget_bytes is ", budget_bytes, "; use 0 for the machine's memory");
    const auto count = int64_t(device->graph->devices().graphs().size());
    const int64_t limit = budget_bytes > 0 ? budget_bytes : usableMemory() / count;
    return device->graph->device().allocator()->setLimit(limit, /*isExact=*/budget_bytes > 0);
  });
}
