// Questions about executables.
#include "Entry.h"
#include "Programs.h"
#include "Slots.h"

namespace lz::pjrt {

PJRT_Error* Executable_Destroy(PJRT_Executable_Destroy_Args& args) {
  delete args.executable;
  return nullptr;
}

PJRT_Error* Executable_Name(PJRT_Executable_Name_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  giveText(args.executable->program->name, &args.executable_name, &args.executable_name_size);
  return nullptr;
}

PJRT_Error* Executable_NumReplicas(PJRT_Executable_NumReplicas_Args& args) {
  args.num_replicas = 1;
  return nullptr;
}

PJRT_Error* Executable_NumPartitions(PJRT_Executable_NumPartitions_Args& args) {
  args.num_partitions = 1;
  return nullptr;
}

PJRT_Error* Executable_NumOutputs(PJRT_Executable_NumOutputs_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  args.num_outputs = args.executable->program->outputs.size();
  return nullptr;
}

PJRT_Error*
Executable_SizeOfGeneratedCodeInBytes(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  args.size_in_bytes = args.executable->program->memory.code_bytes;
  return nullptr;
}

PJRT_Error* Executable_GetCostAnalysis(PJRT_Executable_GetCostAnalysis_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  args.properties = args.executable->program->costs.data();
  args.num_properties = args.executable->program->costs.size();
  return nullptr;
}

PJRT_Error* Executable_GetCompiledMemoryStats(PJRT_Executable_GetCompiledMemoryStats_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  const lz_memory_statistics& memory = args.executable->program->memory;
  args.generated_code_size_in_bytes = memory.code_bytes;
  args.argument_size_in_bytes = memory.input_bytes;
  args.output_size_in_bytes = memory.output_bytes;
  args.alias_size_in_bytes = memory.donated_bytes;
  args.temp_size_in_bytes = memory.arena_bytes;
  args.peak_memory_in_bytes = memory.peak_bytes;
  args.total_size_in_bytes = memory.input_bytes + memory.output_bytes + memory.arena_bytes;
  args.total_allocation_bytes = memory.run_bytes;
  return nullptr;
}

PJRT_Error* Executable_OutputElementTypes(PJRT_Executable_OutputElementTypes_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  args.output_types = args.executable->program->outputTypes.data();
  args.num_output_types = args.executable->program->outputTypes.size();
  return nullptr;
}

PJRT_Error* Executable_OutputDimensions(PJRT_Executable_OutputDimensions_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  const Program& program = *args.executable->program;
  args.num_outputs = program.outputs.size();
  args.dims = program.outputDims.data();
  args.dim_sizes = program.outputRanks.data();
  return nullptr;
}

PJRT_Error* Executable_OutputMemoryKinds(PJRT_Executable_OutputMemoryKinds_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  const Program& program = *args.executable->program;
  args.num_outputs = program.outputs.size();
  args.memory_kinds = program.memoryKinds.data();
  args.memory_kind_sizes = program.memoryKindSizes.data();
  return nullptr;
}

PJRT_Error* Executable_ParameterMemoryKinds(PJRT_Executable_ParameterMemoryKinds_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  const Program& program = *args.executable->program;
  args.num_parameters = program.inputs.size();
  args.memory_kinds = program.memoryKinds.data();
  args.memory_kind_sizes = program.memoryKindSizes.data();
  return nullptr;
}

PJRT_Error* Executable_Fingerprint(PJRT_Executable_Fingerprint_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  giveText(args.executable->program->fingerprint, &args.executable_fingerprint,
           &args.executable_fingerprint_size);
  return nullptr;
}

// The program as StableHLO text, which is made when somebody asks. The first call of a client asks
// for the size, and the second one brings the memory.
PJRT_Error* Executable_OptimizedProgram(PJRT_Executable_OptimizedProgram_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  LZ_PJRT_TRY(checkGiven(args.program, "program"));
  Program& program = *args.executable->program;
  if (!program.module)
    return unimplemented("the program of an executable that was loaded");
  std::lock_guard lock(program.textMutex);
  if (program.text.empty()) {
    lz_string* text = nullptr;
    LZ_PJRT_TRY(toError(lz_module_print(program.module.get(), &text)));
    String owner(text);
    program.text.assign(lz_string_data(text), lz_string_size(text));
  }
  giveText("mlir", &args.program->format, &args.program->format_size);
  if (args.program->code && args.program->code_size < program.text.size())
    return invalidArgument("code_size is ", args.program->code_size, ", but the program has ",
                           program.text.size(), " bytes");
  args.program->code_size = program.text.size();
  if (args.program->code)
    std::memcpy(args.program->code, program.text.data(), program.text.size());
  return nullptr;
}

PJRT_Error* Executable_GetCompileOptions(PJRT_Executable_GetCompileOptions_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  giveText(args.executable->program->optionBytes, &args.serialized_bytes,
           &args.serialized_bytes_size);
  args.serialized_compile_options = nullptr; // the bytes belong to the executable
  args.serialized_compile_options_deleter = [](PJRT_SerializedCompileOptions*) {};
  return nullptr;
}

PJRT_Error* LoadedExecutable_Destroy(PJRT_LoadedExecutable_Destroy_Args& args) {
  delete args.executable;
  return nullptr;
}

PJRT_Error* LoadedExecutable_GetExecutable(PJRT_LoadedExecutable_GetExecutable_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.loaded_executable, "loaded_executable"));
  auto executable = std::make_unique<PJRT_Executable>();
  executable->program = args.loaded_executable->program;
  args.executable = executable.release();
  return nullptr;
}

PJRT_Error*
LoadedExecutable_AddressableDevices(PJRT_LoadedExecutable_AddressableDevices_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  args.addressable_devices = args.executable->program->devices.data();
  args.num_addressable_devices = args.executable->program->devices.size();
  return nullptr;
}

PJRT_Error* LoadedExecutable_AddressableDeviceLogicalIds(
    PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  args.addressable_device_logical_ids = args.executable->program->logicalIds.data();
  args.num_addressable_device_logical_ids = args.executable->program->logicalIds.size();
  return nullptr;
}

PJRT_Error*
LoadedExecutable_GetDeviceAssignment(PJRT_LoadedExecutable_GetDeviceAssignment_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  std::vector<int64_t> ids;
  for (const PJRT_Device* device : args.executable->program->devices)
    ids.push_back(device->description.id);
  auto bytes = std::make_unique<std::string>(writeDeviceAssignment(ids));
  giveText(*bytes, &args.serialized_bytes, &args.serialized_bytes_size);
  args.serialized_device_assignment =
      reinterpret_cast<PJRT_DeviceAssignmentSerialized*>(bytes.release());
  args.serialized_device_assignment_deleter = [](PJRT_DeviceAssignmentSerialized* serialized) {
    delete reinterpret_cast<std::string*>(serialized);
  };
  return nullptr;
}

PJRT_Error* LoadedExecutable_Delete(PJRT_LoadedExecutable_Delete_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  args.executable->isDeleted = true;
  return nullptr;
}

PJRT_Error* LoadedExecutable_IsDeleted(PJRT_LoadedExecutable_IsDeleted_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  args.is_deleted = args.executable->isDeleted;
  return nullptr;
}

PJRT_Error* LoadedExecutable_Fingerprint(PJRT_LoadedExecutable_Fingerprint_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  giveText(args.executable->program->fingerprint, &args.executable_fingerprint,
           &args.executable_fingerprint_size);
  return nullptr;
}

} // namespace lz::pjrt
