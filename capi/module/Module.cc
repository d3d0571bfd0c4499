#include "Counts.h"
#include "Handles.h"
#include "Options.h"
#include "module/Programs.h"

#include <algorithm>

using namespace lz;
using namespace lz::capi;

static const lazy::FunctionBody& bodyOf(const lz_module& module) {
  return *module.function.body();
}

// Returns the compiler's name for the format.
static StatusOr<std::string_view> formatName(lz_module_format format) {
  switch (format) {
  case LZ_MODULE_FORMAT_STABLEHLO:
    return "stablehlo";
  case LZ_MODULE_FORMAT_STABLEHLO_GENERIC:
    return "stablehlo-generic";
  case LZ_MODULE_FORMAT_BYTECODE:
    return "bytecode";
  case LZ_MODULE_FORMAT_PORTABLE:
    return "portable";
  case LZ_MODULE_FORMAT_HLO:
    return "hlo";
  case LZ_MODULE_FORMAT_HLO_PROTO:
    return "hlo-proto";
  default:
    return invalidArgument("format is ", format, "; use LZ_MODULE_FORMAT_*");
  }
}

lz_status* lz_module_print(const lz_module* module, lz_string** out_text) {
  return guarded("lz_module_print", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_text, "out_text"));
    *out_text = nullptr;
    LZ_RETURN_IF_ERROR(check(module, "module"));
    LZ_ASSIGN_OR_RETURN(std::string text, compiler::printModule(bodyOf(*module).program));
    *out_text = makeString(std::move(text));
    return okStatus();
  });
}

lz_status* lz_module_write(const lz_module* module, lz_module_format format,
                           lz_string** out_bytes) {
  return guarded("lz_module_write", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_bytes, "out_bytes"));
    *out_bytes = nullptr;
    LZ_RETURN_IF_ERROR(check(module, "module"));
    LZ_ASSIGN_OR_RETURN(std::string_view name, formatName(format));
    LZ_ASSIGN_OR_RETURN(std::string bytes, compiler::printModule(bodyOf(*module).program, name));
    *out_bytes = makeString(std::move(bytes));
    return okStatus();
  });
}

lz_status* lz_module_verify(const lz_module* module) {
  return guarded("lz_module_verify", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(module, "module"));
    return compiler::verifyProgram(bodyOf(*module).program);
  });
}

lz_status* lz_module_compile(lz_module* module, const lz_compile_options* options,
                             lz_executable** out_executable) {
  return guarded("lz_module_compile", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_executable, "out_executable"));
    *out_executable = nullptr;
    LZ_RETURN_IF_ERROR(check(module, "module"));
    const lazy::FunctionBody& body = bodyOf(*module);
    lazy::Graph& graph = module->function.graph();
    LZ_ASSIGN_OR_RETURN(lazy::ExecutableRef executable,
                        compileProgram(graph, body.program, body.numParameters, options));
    *out_executable = make<lz_executable>(Ref<lazy::Graph>::share(&graph), std::move(executable),
                                          std::vector<lazy::Value>());
    return okStatus();
  });
}

lz_status* lz_module_num_inputs(const lz_module* module, size_t* out_count) {
  return guarded("lz_module_num_inputs", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_count, "out_count"));
    *out_count = 0;
    LZ_RETURN_IF_ERROR(check(module, "module"));
    *out_count = bodyOf(*module).type.params.size();
    return okStatus();
  });
}

lz_status* lz_module_num_outputs(const lz_module* module, size_t* out_count) {
  return guarded("lz_module_num_outputs", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_count, "out_count"));
    *out_count = 0;
    LZ_RETURN_IF_ERROR(check(module, "module"));
    *out_count = bodyOf(*module).type.results.size();
    return okStatus();
  });
}

lz_status* lz_module_input_type(const lz_module* module, size_t index, lz_dtype* out_dtype,
                                const int64_t** out_dims, size_t* out_rank) {
  return guarded("lz_module_input_type", [&]() -> Status {
    LZ_RETURN_IF_ERROR(clearType(out_dtype, out_dims, out_rank));
    LZ_RETURN_IF_ERROR(check(module, "module"));
    return giveType(bodyOf(*module).type.params, index, out_dtype, out_dims, out_rank);
  });
}

lz_status* lz_module_output_type(const lz_module* module, size_t index, lz_dtype* out_dtype,
                                 const int64_t** out_dims, size_t* out_rank) {
  return guarded("lz_module_output_type", [&]() -> Status {
    LZ_RETURN_IF_ERROR(clearType(out_dtype, out_dims, out_rank));
    LZ_RETURN_IF_ERROR(check(module, "module"));
    return giveType(bodyOf(*module).type.results, index, out_dtype, out_dims, out_rank);
  });
}

static Status givePlaces(const lz_module* module, std::vector<int64_t> Program::* places,
                         const int64_t** out_places, size_t* out_count) {
  LZ_RETURN_IF_ERROR(checkOut(out_places, "out_places"));
  LZ_RETURN_IF_ERROR(checkOut(out_count, "out_count"));
  *out_places = nullptr;
  *out_count = 0;
  LZ_RETURN_IF_ERROR(check(module, "module"));
  const std::vector<int64_t>& list = bodyOf(*module).program.*places;
  *out_places = list.data();
  *out_count = list.size();
  return okStatus();
}

lz_status* lz_module_input_tokens(const lz_module* module, const int64_t** out_places,
                                  size_t* out_count) {
  return guarded("lz_module_input_tokens", [&]() -> Status {
    return givePlaces(module, &Program::tokenParams, out_places, out_count);
  });
}

lz_status* lz_module_output_tokens(const lz_module* module, const int64_t** out_places,
                                   size_t* out_count) {
  return guarded("lz_module_output_tokens", [&]() -> Status {
    return givePlaces(module, &Program::tokenResults, out_places, out_count);
  });
}

// Returns the inputs as results of the module's graph. Fails if their number or a type is not that
// of the module, or if one of them belongs to another context.
static StatusOr<std::vector<lazy::Result*>>
collectOperands(const lz_module& module, lz_tensor* const* inputs, size_t numInputs) {
  const std::vector<TensorType>& types = bodyOf(module).type.params;
  if (numInputs != types.size())
    return invalidArgument("the module has ", types.size(), " inputs, but ", numInputs,
                           " were given");
  LZ_RETURN_IF_ERROR(checkCount(inputs, numInputs, kMaxTensors, "inputs"));
  std::vector<lazy::Result*> operands;
  for (size_t i = 0; i < numInputs; ++i) {
    LZ_RETURN_IF_ERROR(check(inputs[i], "an input"));
    lazy::Result& result = resultOf(inputs[i]);
    if (result.owner->store != &module.function.graph())
      return invalidArgument("input ", i,
                             " belongs to another context than the module; copy it to a device of "
                             "the context of the module");
    if (result.type != types[i])
      return invalidArgument("input ", i, " is ", result.type.str(), ", but the module takes ",
                             types[i].str());
    operands.push_back(&result);
  }
  return operands;
}

static Status callModule(const lz_module& module, lz_tensor* const* inputs, size_t numInputs,
                         const lz_op_options& options, absl::Span<lz_tensor*> outs) {
  size_t numOutputs = bodyOf(module).type.results.size();
  if (outs.size() != numOutputs)
    return invalidArgument("the module has ", numOutputs, " outputs, but there is room for ",
                           outs.size());
  if (numOutputs == 0)
    return invalidArgument("the module has no outputs, so no read would start a run: use "
                           "lz_module_compile and lz_executable_run");
  LZ_ASSIGN_OR_RETURN(std::vector<lazy::Result*> operands,
                      collectOperands(module, inputs, numInputs));
  const lazy::Function* function = &module.function;
  LZ_ASSIGN_OR_RETURN(lazy::Node * node,
                      function->graph().record({Opcode::Call,
                                                operands,
                                                {},
                                                nullptr,
                                                {&function, 1},
                                                {options.file, options.line, options.name}}));
  for (uint32_t i = 0; i < outs.size(); ++i)
    outs[i] = tensorOf(node->result(i));
  countHandles(int64_t(outs.size()));
  return okStatus();
}

lz_status* lz_module_call(lz_module* module, lz_tensor* const* inputs, size_t num_inputs,
                          const lz_op_options* options, lz_tensor** outs, size_t num_outs) {
  return guarded("lz_module_call", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkCount(outs, num_outs, kMaxTensors, "outs"));
    std::fill_n(outs, num_outs, nullptr);
    LZ_RETURN_IF_ERROR(check(module, "module"));
    lz_op_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_op_options"));
    return callModule(*module, inputs, num_inputs, o, {outs, num_outs});
  });
}

void lz_module_retain(lz_module* module) {
  retain(module);
}
void lz_module_release(lz_module* module) {
  release(module);
}
