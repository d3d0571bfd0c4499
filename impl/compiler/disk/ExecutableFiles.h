// Executables as files: the part of exec/file that needs the compiler.
#pragma once

#include "codegen/Jit.h"
#include "compiler/Compiler.h"

namespace lz::compiler {

// Like Compiler::save and Compiler::load.
StatusOr<std::string> saveExecutable(const exec::Executable& executable);
StatusOr<std::shared_ptr<const exec::Executable>> loadExecutable(std::string_view bytes,
                                                                 const CompileOptions& options);

// Checks that the executable, whose code is `library`, does not change when it is written to a file
// and read back. Fails with an Internal error if it does.
Status verifyFile(const exec::Executable& executable,
                  std::shared_ptr<const codegen::KernelLibrary> library,
                  const exec::HostCalls* hostCalls);

} // namespace lz::compiler
