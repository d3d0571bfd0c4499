// Executables as files: 32 bytes, little-endian, and behind them the tables of
// exec/tables/Executable.fbs.
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

#include "exec/Executable.h"
#include "exec/HostCalls.h"
#include "exec/tables/CodeSource.h"

#include <string>
#include <string_view>

namespace lz::exec {

inline constexpr uint32_t kFileVersion = 2;

// Errors: an executable whose kernels have no objects.
StatusOr<std::string> writeExecutable(const ExecutableSpec& spec);

// `hostCalls`: what the executable may call; nullptr: nothing. Errors: InvalidArgument for bytes
// that are no such file; DataLoss for one that is damaged; FailedPrecondition for another version,
// another machine and a host call that is not there; ResourceExhausted.
StatusOr<ExecutableSpec> readExecutable(std::string_view bytes, const CodeSource& source,
                                        const HostCalls* hostCalls);

} // namespace lz::exec
