// Publishes names of kernels for profilers and debuggers. The readers are:
//
//   perf   /tmp/perf-<pid>.map, where `perf report` looks for names of generated code
//   gdb    GDB's JIT interface: `break loop_add_0` and names in backtraces; needs a liblazuli.so
//          with its own symbols
//
// "perf,gdb" means both. For each object, gdb costs a copy in memory, and perf a line in a file.
#pragma once

#include "base/Status.h"

#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"

namespace lz::codegen {

// Must be called before objects are added to `layer`. Returns an error for an unknown reader.
Status announceSymbols(llvm::StringRef readers, llvm::orc::ExecutionSession& session,
                       llvm::orc::ObjectLinkingLayer& layer);

} // namespace lz::codegen
