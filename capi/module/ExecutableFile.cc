#include "Counts.h"
#include "Handles.h"
#include "lazy/context/Devices.h"

#include <algorithm>

using namespace lz;
using namespace lz::capi;

lz_status* lz_executable_save(const lz_executable* executable, lz_string** out_bytes) {
  return guarded("lz_executable_save", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_bytes, "out_bytes"));
    *out_bytes = nullptr;
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    if (!executable->captures.empty())
      return failedPrecondition("the executable holds ", executable->captures.size(),
                                " captured tensors, which a file cannot hold: pass them as inputs, "
                                "or record them as constants");
    compiler::Compiler& compiler = *executable->graph->engine().compiler;
    LZ_ASSIGN_OR_RETURN(std::string bytes, compiler.save(*executable->executable));
    *out_bytes = makeString(std::move(bytes));
    return okStatus();
  });
}

// Fails if a run does not fit into the budget of any device of the context.
static Status checkFitsSomewhere(lazy::Devices& devices, const exec::Executable& executable) {
  int64_t most = 0;
  for (const auto& graph : devices.graphs())
    most = std::max(most, graph->device().allocator()->limitBytes());
  return exec::checkFits(
      executable.spec(), most, "load",
      absl::StrCat("the executable \"", executable.spec().name,
                   "\" needs more than the budget of a device: raise budget_bytes of the context, "
                   "or call lz_device_set_memory_budget"));
}

lz_status* lz_executable_load(lz_context* context, const void* bytes, size_t size,
                              lz_executable** out_executable) {
  return guarded("lz_executable_load", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_executable, "out_executable"));
    *out_executable = nullptr;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    LZ_RETURN_IF_ERROR(checkCount(bytes, size, kMaxTextBytes, "bytes"));
    LZ_RETURN_IF_ERROR(context->graph->checkRunning());
    LZ_ASSIGN_OR_RETURN(lazy::ExecutableRef executable,
                        context->graph->engine().load({static_cast<const char*>(bytes), size}));
    LZ_RETURN_IF_ERROR(checkFitsSomewhere(context->graph->devices(), *executable));
    *out_executable =
        make<lz_executable>(context->graph, std::move(executable), std::vector<lazy::Value>());
    return okStatus();
  });
}
