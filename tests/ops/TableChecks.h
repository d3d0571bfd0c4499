// Helpers for the tests of tables of pairs. They make programs after the passes, and arguments in
// f64, and state how far results may be from the interpreter's.
#pragma once

#include "Harness.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Pipelines.h"

namespace lz::test {

inline StatusOr<Program> afterPasses(const Program& program, const hlo::PipelineOptions& options) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  LZ_RETURN_IF_ERROR(hlo::runPipeline(*module, options));
  return hlo::exportProgram(module->lookupSymbol<mlir::func::FuncOp>("main"));
}

// Returns the arguments with all floats as f64.
inline Arguments asF64(const Arguments& args) {
  Arguments wide;
  for (const Literal& arg : args) {
    if (!isFloat(arg.type().dtype)) {
      wide.push_back(arg);
      continue;
    }
    Literal& literal = wide.emplace_back(TensorType{DType::F64, arg.type().dims});
    for (int64_t i = 0; i < arg.type().numElements(); ++i)
      literal.mutableAs<double>()[i] = arg.toDouble(i);
  }
  return wide;
}

// Returns the error that is allowed in results of this type, relative to the largest element. Other
// types than floats must be equal.
inline double toleranceOf(DType dtype) {
  switch (dtype) {
  case DType::F64:
    return 1e-11;
  case DType::F32:
    return 2e-5;
  case DType::F16:
    return 1e-2;
  case DType::BF16:
    return 6e-2;
  default:
    return 0;
  }
}

} // namespace lz::test
