#include "Counts.h"
#include "Handles.h"
#include "Options.h"
#include "absl/cleanup/cleanup.h"
#include "module/Programs.h"

#include <algorithm>
#include <functional>

using namespace lz;
using namespace lz::capi;

lz_status* lz_function_compile(lz_function* function, const lz_compile_options* options,
                               lz_executable** out_executable) {
  return guarded("lz_function_compile", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_executable, "out_executable"));
    *out_executable = nullptr;
    LZ_RETURN_IF_ERROR(check(function, "function"));
    const lazy::Function& f = function->function;
    if (!f.isFinished())
      return failedPrecondition("the function has not been finished: call lz_function_finish");
    for (const lazy::Value& capture : f.captures())
      if (capture.node->usesParameter())
        return failedPrecondition("function '", f.name(),
                                  "' captures a parameter of another function, which has no value "
                                  "here: compile the other function");
    LZ_ASSIGN_OR_RETURN(
        lazy::ExecutableRef executable,
        compileProgram(f.graph(), f.body()->program, f.body()->numParameters, options));
    *out_executable = make<lz_executable>(Ref<lazy::Graph>::share(&f.graph()),
                                          std::move(executable), f.captures());
    return okStatus();
  });
}

lz_status* lz_executable_num_inputs(const lz_executable* executable, size_t* out_count) {
  return guarded("lz_executable_num_inputs", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_count, "out_count"));
    *out_count = 0;
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    *out_count = executable->numInputs();
    return okStatus();
  });
}

lz_status* lz_executable_num_outputs(const lz_executable* executable, size_t* out_count) {
  return guarded("lz_executable_num_outputs", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_count, "out_count"));
    *out_count = 0;
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    *out_count = executable->executable->spec().outputs.size();
    return okStatus();
  });
}

lz_status* lz_executable_input_type(const lz_executable* executable, size_t index,
                                    lz_dtype* out_dtype, const int64_t** out_dims,
                                    size_t* out_rank) {
  return guarded("lz_executable_input_type", [&]() -> Status {
    LZ_RETURN_IF_ERROR(clearType(out_dtype, out_dims, out_rank));
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    absl::Span<const TensorType> types = executable->executable->spec().inputs;
    return giveType(types.first(executable->numInputs()), index, out_dtype, out_dims, out_rank);
  });
}

lz_status* lz_executable_output_type(const lz_executable* executable, size_t index,
                                     lz_dtype* out_dtype, const int64_t** out_dims,
                                     size_t* out_rank) {
  return guarded("lz_executable_output_type", [&]() -> Status {
    LZ_RETURN_IF_ERROR(clearType(out_dtype, out_dims, out_rank));
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    return giveType(executable->executable->spec().outputs, index, out_dtype, out_dims, out_rank);
  });
}

lz_status* lz_executable_input_donation(const lz_executable* executable, size_t index,
                                        int32_t* out_is_donated) {
  return guarded("lz_executable_input_donation", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_is_donated, "out_is_donated"));
    *out_is_donated = 0;
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    if (index >= executable->numInputs())
      return absl::OutOfRangeError(absl::StrCat("index ", index, " is too large: there are ",
                                                executable->numInputs(), " inputs"));
    const std::vector<bool>& donated = executable->executable->spec().donated;
    *out_is_donated = index < donated.size() && donated[index];
    return okStatus();
  });
}

using Sources = absl::InlinedVector<lazy::Result*, 4>;

// Returns the graph on which a run takes place: the graph of the first input if it belongs to the
// executable's context, otherwise the executable's own graph. An executable with captures always
// runs on its own graph.
static lazy::Graph& deviceOf(const lz_executable& executable, lz_tensor* const* inputs,
                             size_t numInputs) {
  if (numInputs > 0 && inputs && isA(inputs[0]) && executable.captures.empty())
    if (lazy::Graph& graph = graphOf(resultOf(inputs[0]));
        &graph.devices() == &executable.graph->devices())
      return graph;
  return *executable.graph;
}

// Returns the caller's inputs, followed by the captures. Fails if the number, a type or a device of
// the inputs is wrong.
static StatusOr<Sources> collectInputs(const lz_executable& executable, lz_tensor* const* inputs,
                                       size_t numInputs) {
  const lazy::Graph& device = deviceOf(executable, inputs, numInputs);
  absl::Span<const TensorType> types = executable.executable->spec().inputs;
  if (numInputs != executable.numInputs())
    return invalidArgument("the program has ", executable.numInputs(), " inputs, but ", numInputs,
                           " were given");
  if (numInputs > 0 && !inputs)
    return invalidArgument("inputs is NULL");
  Sources results;
  results.reserve(types.size());
  for (size_t i = 0; i < numInputs; ++i) {
    LZ_RETURN_IF_ERROR(check(inputs[i], "an input"));
    lazy::Result& result = resultOf(inputs[i]);
    if (result.owner->store != &device)
      return invalidArgument("input ", i, " is on device ", graphOf(result).device().name(),
                             ", but the run is on another device, ", device.device().name());
    if (result.type != types[i])
      return invalidArgument("input ", i, " is ", result.type.str(), ", but the program takes ",
                             types[i].str());
    results.push_back(&result);
  }
  for (const lazy::Value& capture : executable.captures)
    results.push_back(&capture.result());
  return results;
}

// Fails if a donated tensor is also another input. Otherwise a result could overwrite this tensor
// while the run still reads it as the other input.
static Status checkGivenOnce(absl::Span<lazy::Result* const> sources, const lz_run_options& options,
                             size_t numInputs) {
  if (options.num_donate == 0)
    return okStatus();
  const auto isGiven = [&](size_t i) { return i < options.num_donate && options.donate[i] != 0; };
  absl::InlinedVector<std::pair<lazy::Result*, size_t>, 16> places;
  for (size_t i = 0; i < sources.size(); ++i)
    places.emplace_back(sources[i], i);
  std::sort(places.begin(), places.end());
  for (size_t k = 1; k < places.size(); ++k) {
    const auto [first, i] = places[k - 1];
    const auto [second, j] = places[k];
    if (first != second || (!isGiven(i) && !isGiven(j)))
      continue;
    const std::string other =
        j < numInputs ? absl::StrCat("input ", j) : std::string("captured by the function");
    return invalidArgument("input ", isGiven(i) ? i : j,
                           " is donated, but the same tensor is also ",
                           isGiven(i) ? other : absl::StrCat("input ", i),
                           ": donate neither, or pass a copy as one of them");
  }
  return okStatus();
}

// Returns the values of the results, and submits pending ones. Fails if a result can never be
// computed.
static StatusOr<lazy::RunValues> valuesOf(lazy::Graph& graph,
                                          absl::Span<lazy::Result* const> results) {
  lazy::RunValues values;
  values.reserve(results.size());
  for (lazy::Result* result : results) {
    LZ_ASSIGN_OR_RETURN(Ref<lazy::Data> value, graph.valueOf(*result, /*wait=*/false));
    values.push_back(std::move(value));
  }
  return values;
}

// Fails if the number of addresses, or their alignment, is wrong.
static Status checkOutData(const lz_run_options& options, size_t numOutputs) {
  if (options.num_out_data != 0 && options.num_out_data != numOutputs)
    return invalidArgument("num_out_data is ", options.num_out_data, ", but the program has ",
                           numOutputs, " outputs: give one address per output, or none");
  LZ_RETURN_IF_ERROR(checkCount(options.out_data, options.num_out_data, kMaxTensors, "out_data"));
  for (size_t i = 0; i < options.num_out_data; ++i)
    if (uintptr_t(options.out_data[i]) % runtime::kAlignment != 0)
      return invalidArgument("the address of output ", i, " in out_data is not a multiple of ",
                             runtime::kAlignment);
  return okStatus();
}

// Returns an entry for each output. If the caller gave an address for the output, the entry is a
// storage in the caller's memory. Otherwise it is nullptr. If there is no memory for a storage,
// calls options.release for all addresses of the caller.
static std::vector<runtime::StorageRef> storagesOf(const lz_run_options& options,
                                                   const std::vector<TensorType>& outputs) {
  const size_t count = options.num_out_data;
  auto releaseAll = absl::MakeCleanup([&] {
    for (size_t i = 0; options.release && i < count; ++i)
      if (options.out_data[i])
        options.release(options.release_user, options.out_data[i]);
  });
  std::vector<runtime::StorageRef> storages(count);
  std::vector<std::function<void()>> releases(count);
  for (size_t i = 0; i < count; ++i) {
    void* data = options.out_data[i];
    if (data)
      storages[i] = runtime::Storage::borrow(data, outputs[i].numBytes(), nullptr);
    if (options.release)
      releases[i] = [release = options.release, user = options.release_user, data] {
        release(user, data);
      };
  }
  for (size_t i = 0; i < count; ++i)
    if (storages[i])
      storages[i]->whenReleased(std::move(releases[i]));
  std::move(releaseAll).Cancel();
  return storages;
}

static Status runExecutable(lz_executable& executable, lz_tensor* const* inputs, size_t numInputs,
                            const lz_run_options& options, absl::Span<lz_tensor*> outputs) {
  if (options.flags & ~uint64_t(LZ_RUN_WAIT))
    return invalidArgument("flags has unknown bits; use LZ_RUN_*");
  LZ_RETURN_IF_ERROR(checkDonate(options.donate, options.num_donate, numInputs));
  const std::vector<TensorType>& types = executable.executable->spec().outputs;
  if (outputs.size() != types.size())
    return invalidArgument("the program has ", types.size(), " outputs, but there is room for ",
                           outputs.size());
  LZ_RETURN_IF_ERROR(checkOutData(options, types.size()));
  std::vector<runtime::StorageRef> storages = storagesOf(options, types);
  LZ_ASSIGN_OR_RETURN(Sources sources, collectInputs(executable, inputs, numInputs));
  LZ_RETURN_IF_ERROR(checkGivenOnce(sources, options, numInputs));
  const lazy::HeldNodes held = lazy::hold(sources);
  // `held` keeps this graph alive, because each node has a reference to its graph.
  lazy::Graph& graph = deviceOf(executable, inputs, numInputs);
  const lazy::ExecutableRef program = executable.executable;
  bool wait = (options.flags & LZ_RUN_WAIT) != 0;
  // This check must come before valuesOf, which submits pending inputs.
  LZ_RETURN_IF_ERROR(graph.checkMayRun(wait));
  LZ_ASSIGN_OR_RETURN(lazy::RunValues values, valuesOf(graph, sources));
  absl::InlinedVector<uint8_t, 16> donated(values.size());
  for (size_t i = 0; i < options.num_donate; ++i)
    donated[i] = options.donate[i] != 0;
  LZ_ASSIGN_OR_RETURN(lazy::RunNodes results, graph.run(program, std::move(values), sources,
                                                        donated, wait, std::move(storages)));
  for (size_t i = 0; i < results.size(); ++i)
    outputs[i] = onlyResult(results[i]);
  return okStatus();
}

lz_status* lz_executable_run(lz_executable* executable, lz_tensor* const* inputs, size_t num_inputs,
                             const lz_run_options* options, lz_tensor** outputs,
                             size_t num_outputs) {
  return guarded("lz_executable_run", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkCount(outputs, num_outputs, kMaxTensors, "outputs"));
    std::fill_n(outputs, num_outputs, nullptr);
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    lz_run_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_run_options"));
    return runExecutable(*executable, inputs, num_inputs, o, {outputs, num_outputs});
  });
}

lz_status* lz_executable_print(const lz_executable* executable, lz_string** out_text) {
  return guarded("lz_executable_print", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_text, "out_text"));
    *out_text = nullptr;
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    *out_text = makeString(executable->executable->print());
    return okStatus();
  });
}

lz_status* lz_executable_memory_report(const lz_executable* executable, lz_string** out_text) {
  return guarded("lz_executable_memory_report", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_text, "out_text"));
    *out_text = nullptr;
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    *out_text = makeString(executable->executable->memoryReport());
    return okStatus();
  });
}

lz_status* lz_executable_get_memory(const lz_executable* executable,
                                    lz_memory_statistics* statistics) {
  return guarded("lz_executable_get_memory", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(statistics, "statistics"));
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    const exec::MemoryStatistics m = executable->executable->memory();
    lz_memory_statistics filled{sizeof filled, m.inputs,    m.outputs,        m.arena,
                                m.constants,   m.aliased,   m.peak,           m.code,
                                m.run.most,    m.run.least, m.smallestBudget, m.lowerBound};
    return giveStatistics(statistics, filled, "lz_memory_statistics");
  });
}

lz_status* lz_executable_get_cost(const lz_executable* executable, lz_cost_statistics* statistics) {
  return guarded("lz_executable_get_cost", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(statistics, "statistics"));
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    const exec::CostStatistics c = executable->executable->cost();
    lz_cost_statistics filled{sizeof filled, c.flops, c.ns, c.bytes, c.kernels, c.steps};
    return giveStatistics(statistics, filled, "lz_cost_statistics");
  });
}

lz_status* lz_executable_fingerprint(const lz_executable* executable, lz_string** out_text) {
  return guarded("lz_executable_fingerprint", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_text, "out_text"));
    *out_text = nullptr;
    LZ_RETURN_IF_ERROR(check(executable, "executable"));
    *out_text = makeString(executable->executable->spec().fingerprint);
    return okStatus();
  });
}

void lz_executable_retain(lz_executable* executable) {
  retain(executable);
}
void lz_executable_release(lz_executable* executable) {
  release(executable);
}
