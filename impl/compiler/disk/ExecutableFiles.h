// Executables as files: what exec/file asks of the compile tower. Compiler.h has saveExecutable and
// loadExecutable.
#pragma once

#include "codegen/Jit.h"
#include "compiler/Compiler.h"

namespace lz {

// Whether the executable, whose code is `library`, is read from its file as it is. Internal error:
// it is not.
Status verifyFile(const exec::Executable& executable,
                  std::shared_ptr<const codegen::KernelLibrary> library,
                  const exec::HostCalls* hostCalls);

} // namespace lz
