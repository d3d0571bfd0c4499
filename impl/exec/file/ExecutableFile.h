// Executables as files: a header of 32 bytes, little-endian, followed by the tables of
// exec/tables/Executable.fbs.
//
//    0  "LZEXEC\r\n"
//    8  version of the format, 4 bytes
//   12  version of the library, 4 bytes: 1002003 is 1.2.3
//   16  number of bytes after the header
//   24  checksum of all but these 8 bytes
//
// Only the library version that wrote a file can read it, since it recomputes by the same rules
// what the file leaves out. The checksum detects damage before anything else is read, and the
// result is verified (exec/verify/Verify.h). But a file holds machine code: an attacker who can
// write a file that is loaded can run any code.
#pragma once

#include "exec/Executable.h"
#include "exec/HostCalls.h"
#include "exec/tables/CodeSource.h"

#include <string>
#include <string_view>

namespace lz::exec {

inline constexpr uint32_t kFileVersion = 2;

// Returns the bytes of the file. Fails for an executable whose kernels have no object code.
StatusOr<std::string> writeExecutable(const ExecutableSpec& spec);

// Reads an executable that may call the functions in `hostCalls`, or none if that is nullptr.
// Errors: InvalidArgument for bytes that are not such a file; DataLoss for a damaged file;
// FailedPrecondition for another version, another machine or a missing host call;
// ResourceExhausted.
StatusOr<ExecutableSpec> readExecutable(std::string_view bytes, const CodeSource& source,
                                        const HostCalls* hostCalls);

} // namespace lz::exec
