// Executables as files: a header of 32 bytes, little-endian, followed by the tables of
// exec/tables/Executable.fbs.
//
//    0  "LZEXEC\r\n"
//    8  version of the format, 4 bytes
//   12  version of the library, 4 bytes: 1002003 is 1.2.3
//   16  number of bytes after the header
//   24  checksum of all but these 8 bytes
//
// Only the library version that wrote a file can read it, because the reader recomputes data that
// the file does not contain. The checksum detects damage. Afterwards the executable is verified
// (exec/verify/Verify.h). A file contains machine code, so an attacker who can change a file can
// run any code.
#pragma once

#include "exec/Executable.h"
#include "exec/HostCalls.h"
#include "exec/tables/CodeSource.h"

#include <string>
#include <string_view>

namespace lz::exec {

inline constexpr uint32_t kFileVersion = 6;

// Returns the bytes of the file. Fails if the kernels of the executable have no object code.
StatusOr<std::string> writeExecutable(const ExecutableSpec& spec);

// Reads an executable, which can call the functions in `hostCalls`. nullptr means no functions.
// Errors: InvalidArgument if the bytes are no executable file; DataLoss if the file is damaged;
// FailedPrecondition if the file is for another version or machine, or a host call is missing;
// ResourceExhausted.
StatusOr<ExecutableSpec> readExecutable(std::string_view bytes, const CodeSource& source,
                                        const HostCalls* hostCalls);

} // namespace lz::exec
