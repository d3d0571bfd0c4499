// Compiled programs, and what is known about them.
#pragma once

#include "Client.h"
#include "CompileOptions.h"
#include "Types.h"

#include <atomic>
#include <mutex>

namespace lz::pjrt {

struct ValueType {
  lz_dtype dtype; // LZ_DTYPE_INVALID: a token
  Dims dims;

  bool isToken() const { return dtype == LZ_DTYPE_INVALID; }
};

// A program. Several handles share it, and all lists that they give live as long as it.
struct Program {
  PJRT_Client* client = nullptr;
  Executable executable;
  Module module; // NULL for a program that was loaded
  CompileOptions options;
  std::string optionBytes; // the CompileOptionsProto
  std::string name;
  std::vector<PJRT_Device*> devices;
  std::vector<PJRT_LogicalDeviceIds> logicalIds;
  // Tokens are values of PJRT's interface only. The executable has no inputs or outputs for them.
  std::vector<int64_t> inputTokens, outputTokens; // their places
  std::vector<ValueType> inputs, outputs;
  std::vector<bool> offered; // for each input, whether a result may take over its memory

  // The same facts as arrays of C.
  std::vector<PJRT_Buffer_Type> outputTypes;
  std::vector<int64_t> outputDims;
  std::vector<size_t> outputRanks;
  std::vector<const char*> memoryKinds; // as many as the longer of inputs and outputs needs
  std::vector<size_t> memoryKindSizes;
  std::string fingerprint;
  lz_memory_statistics memory{};
  lz_cost_statistics cost{};
  std::vector<PJRT_NamedValue> costs;

  std::mutex textMutex; // guards text
  std::string text;     // StableHLO text; empty until it is asked for
};

// Fills the fields that follow from the executable.
PJRT_Error* describe(Program& program);

// Chooses the devices that the options name. Errors: INVALID_ARGUMENT for unknown devices,
// UNIMPLEMENTED for more than one.
PJRT_Error* chooseDevices(Program& program);

} // namespace lz::pjrt

struct PJRT_Executable {
  std::shared_ptr<lz::pjrt::Program> program;

  // Lists that the extension for layouts has given; empty until somebody asks.
  std::mutex layoutMutex; // guards all that follows
  std::vector<std::shared_ptr<PJRT_Layouts_MemoryLayout>> layouts;
  std::vector<PJRT_Layouts_MemoryLayout*> inputLayouts, outputLayouts;
};

struct PJRT_LoadedExecutable {
  std::shared_ptr<lz::pjrt::Program> program;
  std::atomic<bool> isDeleted = false;
};
