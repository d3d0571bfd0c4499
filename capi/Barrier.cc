#include "Counts.h"
#include "Handles.h"
#include "Options.h"
#include "lazy/context/Devices.h"
#include "lazy/context/Recording.h"
#include "lazy/debug/Compare.h"
#include "lazy/debug/Trace.h"

using namespace lz;
using namespace lz::capi;

static StatusOr<lazy::EvaluateOptions> optionsFrom(uint64_t flags, bool needEvent) {
  if (flags & ~uint64_t(LZ_BARRIER_WAIT))
    return invalidArgument("flags has unknown bits; use LZ_BARRIER_*");
  return lazy::EvaluateOptions{(flags & LZ_BARRIER_WAIT) != 0, needEvent};
}

lz_status* lz_context_barrier(lz_context* context, lz_device* device, uint64_t flags,
                              lz_barrier** out_barrier) {
  return guarded("lz_context_barrier", [&]() -> Status {
    if (out_barrier)
      *out_barrier = nullptr;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    if (device) {
      LZ_RETURN_IF_ERROR(check(device, "device"));
      if (&device->graph->devices() != &context->graph->devices())
        return invalidArgument("device belongs to another context; pass a device of this one");
    }
    LZ_ASSIGN_OR_RETURN(lazy::EvaluateOptions options, optionsFrom(flags, out_barrier));
    // This reference keeps the graph alive. Without it, a release callback that releases the
    // handles during this call would end the graph.
    Ref<lazy::Graph> graph = device ? device->graph : context->graph;
    lazy::add(graph->engine().counters.barriers);
    LZ_ASSIGN_OR_RETURN(lazy::BarrierResult result,
                        device ? graph->barrier(options) : graph->devices().barrier(options));
    if (out_barrier)
      *out_barrier = make<lz_barrier>(std::move(graph), std::move(result));
    return okStatus();
  });
}

// Fails if there is no tensor, or if the tensors are on several devices.
static StatusOr<std::vector<lazy::Result*>> resultsOf(lz_tensor* const* tensors, size_t count) {
  if (count == 0 || !tensors)
    return invalidArgument("no tensors were given; give at least one");
  LZ_RETURN_IF_ERROR(checkCount(tensors, count, kMaxTensors, "tensors"));
  std::vector<lazy::Result*> results;
  for (size_t i = 0; i < count; ++i) {
    LZ_RETURN_IF_ERROR(check(tensors[i], "a tensor"));
    results.push_back(&resultOf(tensors[i]));
    if (results[i]->owner->store != results[0]->owner->store)
      return invalidArgument("tensor ", i,
                             " is on another device than tensor 0: use a call for each device");
  }
  return results;
}

lz_status* lz_evaluate(lz_tensor* const* tensors, size_t num_tensors, uint64_t flags,
                       lz_barrier** out_barrier) {
  return guarded("lz_evaluate", [&]() -> Status {
    if (out_barrier)
      *out_barrier = nullptr;
    LZ_ASSIGN_OR_RETURN(std::vector<lazy::Result*> results, resultsOf(tensors, num_tensors));
    LZ_ASSIGN_OR_RETURN(lazy::EvaluateOptions options, optionsFrom(flags, out_barrier));
    Ref<lazy::Graph> graph = Ref<lazy::Graph>::share(&graphOf(*results[0]));
    LZ_ASSIGN_OR_RETURN(lazy::BarrierResult result, graph->evaluate(results, options));
    if (out_barrier)
      *out_barrier = make<lz_barrier>(std::move(graph), std::move(result));
    return okStatus();
  });
}

lz_status* lz_recording_print(lz_tensor* const* tensors, size_t num_tensors, lz_string** out_text) {
  return guarded("lz_recording_print", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_text, "out_text"));
    *out_text = nullptr;
    LZ_ASSIGN_OR_RETURN(std::vector<lazy::Result*> results, resultsOf(tensors, num_tensors));
    lazy::Graph& graph = graphOf(*results[0]);
    *out_text = makeString(print(lazy::recordedProgram(graph, results)));
    return okStatus();
  });
}

lz_status* lz_recording_write(lz_tensor* const* tensors, size_t num_tensors,
                              lz_recording_format format, lz_string** out_text) {
  return guarded("lz_recording_write", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_text, "out_text"));
    *out_text = nullptr;
    LZ_ASSIGN_OR_RETURN(std::vector<lazy::Result*> results, resultsOf(tensors, num_tensors));
    lazy::Graph& graph = graphOf(*results[0]);
    const Program program = lazy::recordedProgram(graph, results);
    const std::string device = absl::StrCat("CPU:", graph.index());
    switch (format) {
    case LZ_RECORDING_FORMAT_LAZY_TENSOR:
      *out_text = makeString(lazy::lazyTensorText(program, device));
      return okStatus();
    case LZ_RECORDING_FORMAT_FUNCTION:
      *out_text = makeString(lazy::functionText(program));
      return okStatus();
    case LZ_RECORDING_FORMAT_DOT:
      *out_text = makeString(lazy::lazyTensorDot(program, device));
      return okStatus();
    default:
      return invalidArgument("format is ", format, "; use LZ_RECORDING_FORMAT_*");
    }
  });
}

lz_status* lz_recording_compare(lz_tensor* const* tensors, size_t num_tensors,
                                lz_op_difference* difference, lz_string** out_text) {
  return guarded("lz_recording_compare", [&]() -> Status {
    if (out_text)
      *out_text = nullptr;
    LZ_RETURN_IF_ERROR(checkOut(difference, "difference"));
    lz_op_difference filled{sizeof filled, -1, 0, 0, 0, 0, 0, 0, 0};
    LZ_RETURN_IF_ERROR(giveStatistics(difference, filled, "lz_op_difference"));
    LZ_ASSIGN_OR_RETURN(std::vector<lazy::Result*> results, resultsOf(tensors, num_tensors));
    const Ref<lazy::Graph> graph = Ref<lazy::Graph>::share(&graphOf(*results[0]));
    LZ_ASSIGN_OR_RETURN(const std::optional<lazy::OpDifference> found,
                        lazy::compareOpByOp(*graph, results));
    if (found)
      filled = {sizeof filled,       found->op,           found->type.numElements(),
                found->numDifferent, found->firstElement, found->compiled,
                found->opByOp,       found->isFusedOnly,  0};
    LZ_RETURN_IF_ERROR(giveStatistics(difference, filled, "lz_op_difference"));
    if (out_text)
      *out_text = makeString(found ? lazy::str(*found) : "");
    return okStatus();
  });
}

lz_status* lz_barrier_get_statistics(const lz_barrier* barrier, lz_barrier_statistics* statistics) {
  return guarded("lz_barrier_get_statistics", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(statistics, "statistics"));
    LZ_RETURN_IF_ERROR(check(barrier, "barrier"));
    const lazy::BarrierResult& r = barrier->result;
    lz_barrier_statistics filled{sizeof filled, r.ops,     r.outputs,
                                 r.inputs,      r.donated, int64_t(r.segments.size()),
                                 r.compiles};
    return giveStatistics(statistics, filled, "lz_barrier_statistics");
  });
}

lz_status* lz_barrier_event(const lz_barrier* barrier, lz_event** out_event) {
  return guarded("lz_barrier_event", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_event, "out_event"));
    *out_event = nullptr;
    LZ_RETURN_IF_ERROR(check(barrier, "barrier"));
    *out_event = make<lz_event>(barrier->result.event);
    return okStatus();
  });
}

lz_status* lz_barrier_executable(const lz_barrier* barrier, size_t index,
                                 lz_executable** out_executable) {
  return guarded("lz_barrier_executable", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_executable, "out_executable"));
    *out_executable = nullptr;
    LZ_RETURN_IF_ERROR(check(barrier, "barrier"));
    const auto& segments = barrier->result.segments;
    if (index >= segments.size())
      return absl::OutOfRangeError(absl::StrCat("index ", index, " is too large: the barrier has ",
                                                segments.size(), " segments"));
    const auto& [graph, program] = segments[index];
    LZ_ASSIGN_OR_RETURN(lazy::ExecutableRef executable, program->executable());
    *out_executable = make<lz_executable>(Ref<lazy::Graph>::share(graph), std::move(executable),
                                          std::vector<lazy::Value>());
    return okStatus();
  });
}

void lz_barrier_retain(lz_barrier* barrier) {
  retain(barrier);
}
void lz_barrier_release(lz_barrier* barrier) {
  release(barrier);
}
