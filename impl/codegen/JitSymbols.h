// Names of kernels for profilers and debuggers. The readers are:
//
//   perf   /tmp/perf-<pid>.map, where `perf report` looks for names of generated code
//   gdb    GDB's JIT interface: `break loop_add_0` and names in backtraces; needs a liblazuli.so
//          with its own symbols
//
// "perf,gdb" for both. Costs a copy of each object in memory (gdb) or a line in a file (perf).
#pragma once

#include "base/Status.h"

#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"

namespace lz::codegen {

// Call it before objects are added to `layer`. Error: a reader that is neither.
Status announceSymbols(llvm::StringRef readers, llvm::orc::ExecutionSession& session,
                       llvm::orc::ObjectLinkingLayer& layer);

} // namespace lz::codegen
