// Writes the result of every phase of a compilation to files, if LAZULI_DUMP or dump_dir of the
// context names a folder. For example, these are files in the folder `dir`:
//
//   dir/003_main/01_hlo.mlir 02_lz-cse.mlir ... 21_regions.mlir
//   kernels/loop_multiply_add_0.{plan,mlir,ll,s} 23_steps.txt 27_thunks.txt
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace lz::compiler {

class Dump {
public:
  // Makes a folder in `dir` for one compilation. If `dir` is "", no call of this object does
  // anything.
  Dump(const std::string& dir, const std::string& name);

  bool enabled() const { return !folder_.empty(); }
  void stage(const std::string& name, mlir::ModuleOp module);
  void text(const std::string& name, const std::string& content);
  std::string kernelFolder() const; // "" if there is no dump

private:
  std::string folder_;
  int next_ = 1;
};

} // namespace lz::compiler
