// What the plugin reads of a CompileOptionsProto.
#pragma once

#include "Errors.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lz::pjrt {

struct CompileOptions {
  int64_t replicas = 1;
  int64_t partitions = 1;
  std::vector<int64_t> devices; // ids in the order of the partitions; empty: the first ones
  bool isPortable = false;      // runs on any device
  lz_numerics numerics = LZ_NUMERICS_DEFAULT;
};

// Reads the bytes of the proto. Errors: INVALID_ARGUMENT for damaged bytes and for an unknown
// compiler option; UNIMPLEMENTED for tuples of arguments and several processes.
PJRT_Error* readCompileOptions(std::string_view bytes, CompileOptions& out);

// Writes a DeviceAssignmentProto of one replica.
std::string writeDeviceAssignment(const std::vector<int64_t>& devices);

} // namespace lz::pjrt
