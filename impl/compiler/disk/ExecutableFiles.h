// Saves executables to files and loads them. The parts of this code that do not need the compiler
// are in the folder exec/file.
#pragma once

#include "codegen/Jit.h"
#include "compiler/Compiler.h"

namespace lz::compiler {

// Like Compiler::save and Compiler::load.
StatusOr<std::string> saveExecutable(const exec::Executable& executable);
StatusOr<std::shared_ptr<const exec::Executable>> loadExecutable(std::string_view bytes,
                                                                 const CompileOptions& options);

// Writes the executable to the bytes of a file and reads it back. Returns an Internal error if the
// result differs from the executable. `library` is the code of the executable.
Status verifyFile(const exec::Executable& executable,
                  std::shared_ptr<const codegen::KernelLibrary> library,
                  const exec::HostCalls* hostCalls);

} // namespace lz::compiler
