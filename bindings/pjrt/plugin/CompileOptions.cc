#include "CompileOptions.h"

#include "Wire.h"

#include <algorithm>

namespace lz::pjrt {

namespace {

// Options of XLA that choose how XLA compiles, and change no result here. They are accepted.
struct Ignored {
  std::string_view name;
  bool isBool = false;
};
constexpr Ignored kIgnored[] = {
    {"exec_time_optimization_effort"},
    {"memory_fitting_effort"},
    {"memory_fitting_level"},
    {"optimization_level"},
    {"xla_backend_optimization_level"},
    {"xla_cpu_enable_concurrency_optimized_scheduler", true},
    {"xla_cpu_enable_fast_math", true},
    {"xla_cpu_parallel_codegen_split_count"},
    {"xla_cpu_use_thunk_runtime", true},
    {"xla_dump_max_hlo_modules"},
    {"xla_dump_to"},
    {"xla_embed_ir_in_executable", true},
    {"xla_gpu_auto_spmd_partitioning_memory_budget_ratio"},
    {"xla_llvm_disable_expensive_passes", true},
};

PJRT_Error* checkIgnored(std::string_view name, std::string_view text) {
  const auto* found = std::find_if(std::begin(kIgnored), std::end(kIgnored),
                                   [&](const Ignored& option) { return option.name == name; });
  if (found == std::end(kIgnored))
    return invalidArgument("No such compile option: '", name, "'");
  static constexpr std::string_view kBools[] = {"", "0", "1", "False", "True", "false", "true"};
  if (found->isBool && std::find(std::begin(kBools), std::end(kBools), text) == std::end(kBools))
    return invalidArgument("the value of '", name, "', '", text, "', is not a valid bool value.");
  return nullptr;
}

PJRT_Error* damaged(const char* what) {
  return invalidArgument("the compile options are damaged: ", what);
}

// A list of numbers is packed into one field, or has a field for each.
PJRT_Error* readNumbers(const Field& field, std::vector<int64_t>& out) {
  if (!field.isBytes) {
    out.push_back(int64_t(field.value));
    return nullptr;
  }
  WireReader reader(field.bytes);
  uint64_t number = 0;
  while (reader.nextNumber(number))
    out.push_back(int64_t(number));
  return reader.isDamaged() ? damaged("a list of device ids") : nullptr;
}

// DeviceAssignmentProto: replica_count 1, computation_count 2, computation_devices 3, each of which
// has the ids of its replicas in field 1.
PJRT_Error* readAssignment(std::string_view bytes, CompileOptions& out) {
  WireReader reader(bytes);
  Field field;
  while (reader.next(field)) {
    if (field.number != 3)
      continue;
    WireReader computation(field.bytes);
    Field ids;
    while (computation.next(ids))
      if (ids.number == 1)
        LZ_PJRT_TRY(readNumbers(ids, out.devices));
    if (computation.isDamaged())
      return damaged("the device assignment");
  }
  return reader.isDamaged() ? damaged("the device assignment") : nullptr;
}

// ExecutableBuildOptionsProto.
PJRT_Error* readBuildOptions(std::string_view bytes, CompileOptions& out) {
  WireReader reader(bytes);
  Field field;
  while (reader.next(field)) {
    switch (field.number) {
    case 4:
      out.replicas = int64_t(field.value);
      break;
    case 5:
      out.partitions = int64_t(field.value);
      break;
    case 9:
      LZ_PJRT_TRY(readAssignment(field.bytes, out));
      break;
    case 23:
      if (field.value > 1)
        return unimplemented("programs of several processes: process_count is ", field.value);
      break;
    default:
      break;
    }
  }
  return reader.isDamaged() ? damaged("the build options") : nullptr;
}

PJRT_Error* setNumerics(std::string_view level, CompileOptions& out) {
  if (level == "strict")
    out.numerics = LZ_NUMERICS_STRICT;
  else if (level == "standard")
    out.numerics = LZ_NUMERICS_STANDARD;
  else
    return invalidArgument("the compiler option 'lazuli_numerics' is '", level,
                           "'; use strict or standard");
  return nullptr;
}

// An entry of the map env_option_overrides: the name in field 1, and in field 2 a message with a
// string in field 1, or with a number in another field.
PJRT_Error* readOverride(std::string_view bytes, CompileOptions& out) {
  WireReader reader(bytes);
  std::string_view name, text;
  Field field;
  while (reader.next(field)) {
    if (field.number == 1)
      name = field.bytes;
    if (field.number != 2)
      continue;
    WireReader value(field.bytes);
    Field part;
    while (value.next(part))
      if (part.number == 1)
        text = part.bytes;
  }
  if (reader.isDamaged())
    return damaged("a compiler option");
  if (name == "lazuli_numerics")
    return setNumerics(text, out);
  return checkIgnored(name, text);
}

void putNumber(std::string& out, uint64_t number) {
  for (; number >= 0x80; number >>= 7)
    out += char(number | 0x80);
  out += char(number);
}

} // namespace

PJRT_Error* readCompileOptions(std::string_view bytes, CompileOptions& out) {
  WireReader reader(bytes);
  Field field;
  while (reader.next(field)) {
    switch (field.number) {
    case 2:
      if (field.value)
        return unimplemented("arguments in a tuple (parameter_is_tupled_arguments)");
      break;
    case 3:
      LZ_PJRT_TRY(readBuildOptions(field.bytes, out));
      break;
    case 4:
      out.isPortable = field.value != 0;
      break;
    case 7:
      LZ_PJRT_TRY(readOverride(field.bytes, out));
      break;
    default:
      break;
    }
  }
  return reader.isDamaged() ? damaged("the outermost message") : nullptr;
}

std::string writeDeviceAssignment(const std::vector<int64_t>& devices) {
  std::string out;
  out += char(1 << 3); // replica_count
  putNumber(out, 1);
  out += char(2 << 3); // computation_count
  putNumber(out, devices.size());
  for (int64_t id : devices) {
    std::string numbers;
    putNumber(numbers, uint64_t(id));
    std::string computation = {char(1 << 3 | 2)}; // replica_device_ids, packed
    putNumber(computation, numbers.size());
    computation += numbers;
    out += char(3 << 3 | 2); // computation_devices
    putNumber(out, computation.size());
    out += computation;
  }
  return out;
}

} // namespace lz::pjrt
