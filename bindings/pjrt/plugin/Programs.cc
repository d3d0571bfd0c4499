#include "Programs.h"

#include <algorithm>
#include <cstring>

namespace lz::pjrt {

namespace {

PJRT_Error* readTypes(const lz_executable* executable, std::vector<ValueType>& out, auto* count,
                      auto* type) {
  size_t size = 0;
  LZ_PJRT_TRY(toError(count(executable, &size)));
  for (size_t i = 0; i < size; ++i) {
    lz_dtype dtype = LZ_DTYPE_INVALID;
    const int64_t* dims = nullptr;
    size_t rank = 0;
    LZ_PJRT_TRY(toError(type(executable, i, &dtype, &dims, &rank)));
    out.push_back({dtype, Dims(dims, dims + rank)});
  }
  return nullptr;
}

// Inserts the tokens, whose places are in ascending order. Errors: DATA_LOSS for a wrong place.
PJRT_Error* addTokens(const std::vector<int64_t>& places, std::vector<ValueType>& types) {
  for (int64_t place : places) {
    if (place < 0 || size_t(place) > types.size())
      return refuse(PJRT_Error_Code_DATA_LOSS, "a token has the place ", place);
    types.insert(types.begin() + place, ValueType{LZ_DTYPE_INVALID, {}});
  }
  return nullptr;
}

PJRT_NamedValue floatOf(const char* name, double value) {
  PJRT_NamedValue named{};
  named.struct_size = PJRT_NamedValue_STRUCT_SIZE;
  named.name = name;
  named.name_size = std::strlen(name);
  named.type = PJRT_NamedValue_kFloat;
  named.float_value = float(value);
  named.value_size = 1;
  return named;
}

PJRT_Error* readCosts(Program& program) {
  const lz_executable* executable = program.executable.get();
  program.memory.struct_size = sizeof program.memory;
  LZ_PJRT_TRY(toError(lz_executable_get_memory(executable, &program.memory)));
  program.cost.struct_size = sizeof program.cost;
  LZ_PJRT_TRY(toError(lz_executable_get_cost(executable, &program.cost)));
  program.costs = {floatOf("flops", program.cost.flops),
                   floatOf("bytes accessed", double(program.cost.bytes_accessed)),
                   floatOf("optimal_seconds", program.cost.nanoseconds * 1e-9)};
  return nullptr;
}

} // namespace

PJRT_Error* describe(Program& program) {
  const lz_executable* executable = program.executable.get();
  LZ_PJRT_TRY(
      readTypes(executable, program.inputs, lz_executable_num_inputs, lz_executable_input_type));
  LZ_PJRT_TRY(
      readTypes(executable, program.outputs, lz_executable_num_outputs, lz_executable_output_type));
  LZ_PJRT_TRY(addTokens(program.inputTokens, program.inputs));
  LZ_PJRT_TRY(addTokens(program.outputTokens, program.outputs));
  size_t next = 0; // the place among the executable's inputs
  for (const ValueType& input : program.inputs) {
    int32_t offered = 0;
    if (!input.isToken())
      LZ_PJRT_TRY(toError(lz_executable_input_donation(executable, next++, &offered)));
    program.offered.push_back(offered != 0);
  }
  for (const ValueType& output : program.outputs) {
    program.outputTypes.push_back(output.isToken() ? PJRT_Buffer_Type_TOKEN : toPjrt(output.dtype));
    program.outputRanks.push_back(output.dims.size());
    program.outputDims.insert(program.outputDims.end(), output.dims.begin(), output.dims.end());
  }
  const size_t most = std::max(program.inputs.size(), program.outputs.size());
  program.memoryKinds.assign(most, kMemoryKinds[0]);
  program.memoryKindSizes.assign(most, std::strlen(kMemoryKinds[0]));
  lz_string* fingerprint = nullptr;
  LZ_PJRT_TRY(toError(lz_executable_fingerprint(executable, &fingerprint)));
  String owner(fingerprint);
  program.fingerprint.assign(lz_string_data(fingerprint), lz_string_size(fingerprint));
  return readCosts(program);
}

PJRT_Error* chooseDevices(Program& program) {
  const CompileOptions& options = program.options;
  if (options.replicas < 1 || options.partitions < 1)
    return invalidArgument("the program has ", options.replicas, " replicas and ",
                           options.partitions, " partitions");
  if (options.replicas != 1 || options.partitions != 1)
    return unimplemented("programs for several devices: ", options.replicas, " replicas and ",
                         options.partitions, " partitions");
  std::vector<int64_t> ids = options.devices;
  if (ids.empty())
    ids = {0};
  if (ids.size() != 1)
    return invalidArgument("the program has one partition, but its assignment has ", ids.size(),
                           " devices");
  PJRT_Device* device = nullptr;
  LZ_PJRT_TRY(findDevice(*program.client, ids[0], &device));
  program.devices = {device};
  program.logicalIds = {{0, 0}};
  return nullptr;
}

} // namespace lz::pjrt
