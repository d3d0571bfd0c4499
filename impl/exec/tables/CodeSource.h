// Provides the code of an executable that is read from a file: the linked objects of the file, and
// the micro-kernels of the library.
#pragma once

#include "absl/types/span.h"
#include "base/DType.h"
#include "base/KernelTable.h"
#include "base/Status.h"
#include "base/machine/MachineClass.h"
#include "base/machine/MachineCode.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::exec {

using KernelFn = void (*)(void* const* buffers, int64_t lo, int64_t hi);

class CodeSource {
public:
  struct Linked {
    std::vector<KernelFn> functions; // index: number of the object
    std::shared_ptr<const MachineCode> code;
  };

  virtual ~CodeSource() = default;
  virtual StatusOr<Linked> link(absl::Span<const MachineObject> objects) const = 0;
  // Returns the micro-kernels that compute in this type: F32, F64 or S32.
  virtual const KernelTable& microKernels(DType dtype, MachineClass cpu) const = 0;
  virtual const KernelTable* pairKernels(MachineClass cpu) const = 0; // nullptr if there are none
  // Fails if this machine cannot run code for the CPU class with the additional instructions
  // `features` ("+avx512bf16").
  virtual Status checkRuns(MachineClass cpu, const std::string& features) const = 0;
};

} // namespace lz::exec
