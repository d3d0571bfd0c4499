// Executables as files: what exec/file asks of the compile tower.
#pragma once

#include "codegen/Jit.h"
#include "compiler/Compiler.h"

namespace lz {

// As Compiler::save and Compiler::load.
StatusOr<std::string> saveExecutable(const exec::Executable& executable);
StatusOr<std::shared_ptr<const exec::Executable>> loadExecutable(std::string_view bytes,
                                                                 const CompileOptions& options);

// Whether the executable, whose code is `library`, is read from its file as it is. Internal error:
// it is not.
Status verifyFile(const exec::Executable& executable,
                  std::shared_ptr<const codegen::KernelLibrary> library,
                  const exec::HostCalls* hostCalls);

} // namespace lz
