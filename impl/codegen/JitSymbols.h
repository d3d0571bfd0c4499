// Names of kernels for profilers and debuggers, by LAZULI_SYMBOLS:
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

// Does anybody read the names that objects give their functions?
bool symbolsAreRead();

// Error: a word of LAZULI_SYMBOLS that is neither. Before objects are added to `layer`.
Status announceSymbols(llvm::orc::ExecutionSession& session, llvm::orc::ObjectLinkingLayer& layer);

} // namespace lz::codegen
