#include "Counts.h"
#include "Handles.h"
#include "Options.h"

#include <cstring>

using namespace lz;
using namespace lz::capi;

static Status checkDonate(const uint8_t* donate, size_t count, size_t numInputs) {
  if (count != 0 && count != numInputs)
    return invalidArgument("num_donate is ", count, ", but the program has ", numInputs,
                           " inputs: give one number an input, or none");
  LZ_RETURN_IF_ERROR(checkCount(donate, count, kMaxTensors, "donate"));
  for (size_t i = 0; i < count; ++i)
    LZ_RETURN_IF_ERROR(checkFlag(donate[i], "a number of donate"));
  return okStatus();
}

// Compiles `program` with the context's options and those of the caller; `numInputs` are the
// caller's.
static StatusOr<lazy::ExecutableRef> compile(lazy::Graph& graph, Program program, size_t numInputs,
                                             const lz_compile_options* options) {
  LZ_RETURN_IF_ERROR(graph.checkRunning());
  lz_compile_options o;
  LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_compile_options"));
  LZ_RETURN_IF_ERROR(checkReserved(o.reserved, "lz_compile_options.reserved"));
  LZ_RETURN_IF_ERROR(checkDonate(o.donate, o.num_donate, numInputs));
  CompileOptions compileOptions = graph.engine().options.compile;
  LZ_ASSIGN_OR_RETURN(compileOptions.numerics, numericsOf(o.numerics, compileOptions.numerics));
  program.donated.resize(program.body.params.size(), false);
  for (size_t i = 0; i < o.num_donate; ++i)
    program.donated[i] = o.donate[i] != 0;
  return graph.engine().compile(program, compileOptions);
}

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
                                  "' captures a parameter of another function and has no value "
                                  "for it: compile the outer one");
    LZ_ASSIGN_OR_RETURN(lazy::ExecutableRef executable,
                        compile(f.graph(), f.body()->program, f.body()->numParameters, options));
    *out_executable = make<lz_executable>(Ref<lazy::Graph>::share(&f.graph()),
                                          std::move(executable), f.captures());
    return okStatus();
  });
}

lz_status* lz_module_parse(lz_context* context, const char* text, size_t size, const char* name,
                           lz_module** out_module) {
  return guarded("lz_module_parse", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_module, "out_module"));
    *out_module = nullptr;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    if (!text)
      return invalidArgument("text is NULL");
    if (size != SIZE_MAX)
      LZ_RETURN_IF_ERROR(checkCount(text, size, kMaxTextBytes, "text"));
    std::string copy = size == SIZE_MAX ? std::string(text) : std::string(text, size);
    LZ_ASSIGN_OR_RETURN(Program program, parseModule(copy, name ? name : "module"));
    *out_module = make<lz_module>(context->graph, std::move(program));
    return okStatus();
  });
}

lz_status* lz_module_print(const lz_module* module, lz_string** out_text) {
  return guarded("lz_module_print", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_text, "out_text"));
    *out_text = nullptr;
    LZ_RETURN_IF_ERROR(check(module, "module"));
    LZ_ASSIGN_OR_RETURN(std::string text, printModule(module->program));
    *out_text = makeString(text);
    return okStatus();
  });
}

lz_status* lz_module_compile(lz_module* module, const lz_compile_options* options,
                             lz_executable** out_executable) {
  return guarded("lz_module_compile", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_executable, "out_executable"));
    *out_executable = nullptr;
    LZ_RETURN_IF_ERROR(check(module, "module"));
    size_t numInputs = module->program.body.params.size();
    LZ_ASSIGN_OR_RETURN(lazy::ExecutableRef executable,
                        compile(*module->graph, module->program, numInputs, options));
    *out_executable =
        make<lz_executable>(module->graph, std::move(executable), std::vector<lazy::Value>());
    return okStatus();
  });
}

void lz_module_retain(lz_module* module) {
  retain(module);
}
void lz_module_release(lz_module* module) {
  release(module);
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

static Status giveType(absl::Span<const TensorType> types, size_t index, lz_dtype* out_dtype,
                       const int64_t** out_dims, size_t* out_rank) {
  if (index >= types.size())
    return absl::OutOfRangeError(absl::StrCat("index ", index, " of ", types.size()));
  *out_dtype = lz_dtype(types[index].dtype);
  *out_dims = types[index].dims.data();
  *out_rank = types[index].dims.size();
  return okStatus();
}

static Status clearType(lz_dtype* out_dtype, const int64_t** out_dims, size_t* out_rank) {
  LZ_RETURN_IF_ERROR(checkOut(out_dtype, "out_dtype"));
  LZ_RETURN_IF_ERROR(checkOut(out_dims, "out_dims"));
  LZ_RETURN_IF_ERROR(checkOut(out_rank, "out_rank"));
  *out_dtype = LZ_DTYPE_INVALID;
  *out_dims = nullptr;
  *out_rank = 0;
  return okStatus();
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

// The caller's inputs and the captures. Errors: counts, types.
static StatusOr<std::vector<lazy::Result*>>
collectInputs(const lz_executable& executable, lz_tensor* const* inputs, size_t numInputs) {
  absl::Span<const TensorType> types = executable.executable->spec().inputs;
  if (numInputs != executable.numInputs())
    return invalidArgument("the program has ", executable.numInputs(), " inputs, but ", numInputs,
                           " were given");
  if (numInputs > 0 && !inputs)
    return invalidArgument("inputs is NULL");
  std::vector<lazy::Result*> results;
  for (size_t i = 0; i < numInputs; ++i) {
    LZ_RETURN_IF_ERROR(check(inputs[i], "an input"));
    lazy::Result& result = resultOf(inputs[i]);
    if (result.owner->graph != executable.graph.get())
      return invalidArgument("input ", i, " is on another device than the executable");
    if (result.type != types[i])
      return invalidArgument("input ", i, " is ", result.type.str(), ", but the program takes ",
                             types[i].str());
    results.push_back(&result);
  }
  for (const lazy::Value& capture : executable.captures)
    results.push_back(&capture.result());
  return results;
}

// Errors: values that never come.
static StatusOr<std::vector<Ref<lazy::Data>>> valuesOf(lazy::Graph& graph,
                                                       absl::Span<lazy::Result* const> results) {
  std::vector<Ref<lazy::Data>> values;
  for (lazy::Result* result : results) {
    LZ_ASSIGN_OR_RETURN(Ref<lazy::Data> value, graph.valueOf(*result, /*wait=*/false));
    values.push_back(std::move(value));
  }
  return values;
}

static Status runExecutable(lz_executable& executable, lz_tensor* const* inputs, size_t numInputs,
                            const lz_run_options& options, absl::Span<lz_tensor*> outputs) {
  if (options.flags & ~uint64_t(LZ_RUN_WAIT))
    return invalidArgument("flags has unknown bits; use LZ_RUN_*");
  LZ_RETURN_IF_ERROR(checkDonate(options.donate, options.num_donate, numInputs));
  size_t numOutputs = executable.executable->spec().outputs.size();
  if (outputs.size() != numOutputs)
    return invalidArgument("the program has ", numOutputs, " outputs, but there is room for ",
                           outputs.size());
  LZ_ASSIGN_OR_RETURN(std::vector<lazy::Result*> sources,
                      collectInputs(executable, inputs, numInputs));
  bool wait = (options.flags & LZ_RUN_WAIT) != 0;
  // Before pending inputs are submitted.
  if (wait)
    LZ_RETURN_IF_ERROR(runtime::Event::checkNotInCallback());
  LZ_ASSIGN_OR_RETURN(std::vector<Ref<lazy::Data>> values, valuesOf(*executable.graph, sources));
  std::vector<uint8_t> donated(values.size());
  for (size_t i = 0; i < options.num_donate; ++i)
    donated[i] = options.donate[i] != 0;
  LZ_ASSIGN_OR_RETURN(std::vector<lazy::Node*> results,
                      executable.graph->run(executable.executable, std::move(values), sources,
                                            std::move(donated), wait));
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

void lz_executable_retain(lz_executable* executable) {
  retain(executable);
}
void lz_executable_release(lz_executable* executable) {
  release(executable);
}
