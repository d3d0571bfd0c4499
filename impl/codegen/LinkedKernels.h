// Kernels whose objects are linked in this process.
#pragma once

#include "codegen/Jit.h"
#include "codegen/KeptObjects.h"
#include "codegen/Linker.h"

namespace lz::codegen {

class LinkedKernels final : public KernelLibrary {
public:
  // `readers` names the tools that read kernel names (JitSymbols.h). `generated` is the number of
  // objects whose code was generated now.
  static StatusOr<std::shared_ptr<LinkedKernels>>
  link(std::vector<ObjectRef> objects, const std::string& readers, size_t generated);

  // Adds the function of object number `object` as the next kernel.
  void add(size_t object);

  const CompiledKernel& kernel(size_t index) const override { return kernels_[index]; }
  KernelFn function(size_t object) const override { return functions_[object]; }
  size_t generated() const override { return generated_; }
  int64_t bytes() const override;
  std::vector<MachineObject> objects() const override;

private:
  std::vector<ObjectRef> objects_;
  std::unique_ptr<LinkedCode> code_;
  std::vector<KernelFn> functions_; // by object
  std::vector<CompiledKernel> kernels_;
  size_t generated_ = 0;
};

} // namespace lz::codegen
