// Saves executables to files and loads them. exec/file has the parts that do not need the compiler.
#pragma once

#include "codegen/Jit.h"
#include "compiler/Compiler.h"

namespace lz::compiler {

// Like Compiler::save and Compiler::load.
StatusOr<std::string> saveExecutable(const exec::Executable& executable);
StatusOr<std::shared_ptr<const exec::Executable>> loadExecutable(std::string_view bytes,
                                                                 const CompileOptions& options);

// Checks that the executable does not change when it is written to a file and read back. Otherwise
// returns an Internal error. `library` is the code of the executable.
Status verifyFile(const exec::Executable& executable,
                  std::shared_ptr<const codegen::KernelLibrary> library,
                  const exec::HostCalls* hostCalls);

} // namespace lz::compiler
