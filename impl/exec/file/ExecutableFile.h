// Executables as files: 32 bytes, little-endian, and behind them the tables of Executable.fbs.
//
//    0  "LZEXEC\r\n"
//    8  version of the format, 4 bytes
//   12  version of the library, 4 bytes: 1002003 is 1.2.3
//   16  bytes behind the header
//   24  checksum of all but these 8 bytes
//
// A file is for the library version that wrote it: what it leaves out is worked out again, by the
// same rules. Damage is found before anything is believed, and what was read is verified
// (exec/verify/Verify.h). But a file holds machine code: who can write one that is loaded can run
// anything.
#pragma once

#include "base/machine/MachineCode.h"
#include "exec/Executable.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::exec {

inline constexpr uint32_t kFileVersion = 2;

// What a file only names, because this machine and this library have it: addresses.
class CodeSource {
public:
  struct Linked {
    std::vector<KernelFn> functions; // by object
    std::shared_ptr<const MachineCode> code;
  };

  virtual ~CodeSource() = default;
  virtual StatusOr<Linked> link(absl::Span<const MachineObject> objects) const = 0;
  // Of a compute type, F32, F64 or S32.
  virtual const MicroKernels& microKernels(DType dtype, CpuClass cpu) const = 0;
  virtual const MicroKernels* pairKernels(CpuClass cpu) const = 0; // nullptr: there are none
  // Error: the class, or instructions beyond it ("+avx512bf16"), do not run here.
  virtual Status checkRuns(CpuClass cpu, const std::string& features) const = 0;
};

// Errors: an executable whose kernels have no objects.
StatusOr<std::string> writeExecutable(const ExecutableSpec& spec);

// `hostCalls`: what the executable may call; nullptr: nothing. Errors: InvalidArgument for bytes
// that are no such file; DataLoss for one that is damaged; FailedPrecondition for another version,
// another machine and a host call that is not there; ResourceExhausted.
StatusOr<ExecutableSpec> readExecutable(std::string_view bytes, const CodeSource& source,
                                        const HostCalls* hostCalls);

} // namespace lz::exec
