// The target for NVIDIA GPUs. LLVM's back end for nvptx64 turns the code into PTX text, which
// Lazuli does not run. A unit of the grid is one point or one row, and each unit is run by a GPU
// thread of its own:
//
//   x * y + 1, f32[64, 256]           16384 units: element `unit` is loaded, computed and stored
//   sums of the rows of f32[4, 1000]  4 units: a loop over the row's 1000 columns, in four chains
//
// A kernel is launched in one dimension: .entry @name(buffers, units) with at least `units` threads
// in blocks of any size. Threads beyond the last unit do nothing.
#pragma once

#include "emit/core/Target.h"

namespace lz::emit {

class NvptxTarget final : public Target {
public:
  static constexpr char kTriple[] = "nvptx64-nvidia-cuda";
  static constexpr char kDataLayout[] = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64";

  explicit NvptxTarget(bool strict = false);

  KernelFrame beginKernel(mlir::ModuleOp module, const std::string& name) const override;
  void endKernel(mlir::OpBuilder& builder, mlir::Location loc) const override;
  bool convertsF16() const override { return true; }
};

} // namespace lz::emit
