// Writes every phase of a compilation to files, if LAZULI_DUMP or dump_dir of the context names a
// folder. Example for the folder dir:
//
//   dir/003_main/01_hlo.mlir 02_lz-cse.mlir ... 21_regions.mlir
//   kernels/loop_multiply_add_0.{plan,mlir,ll,s} 23_steps.txt 27_thunks.txt
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace lz::compiler {

class Dump {
public:
  // Makes a folder below `dir` for one compilation. If `dir` is empty, all calls do nothing.
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
