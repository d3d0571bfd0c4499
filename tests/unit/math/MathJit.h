// Compiles one function of emit/math into a loop over arrays, for one CPU class.
#pragma once

#include "codegen/KernelCompiler.h"
#include "codegen/Linker.h"
#include "emit/core/LaneBuilder.h"
#include "emit/target/X86.h"

#include <functional>

namespace lz::emit {

enum class ElementKind { F32, F64, I8, I16, I32, I64 };

// Computes out[i] = f(x[i], y[i]); n must be a multiple of 64. y may be nullptr for functions of
// one operand.
using ArrayFn = void (*)(const void* x, const void* y, void* out, int64_t n);
using Body = std::function<mlir::Value(LaneBuilder& b, mlir::Value x, mlir::Value y)>;

// Machine code that lives as long as this object.
class MathJit {
public:
  // `target` chooses the instructions; nullptr means the target of the CPU class.
  explicit MathJit(MachineClass cpu, std::unique_ptr<Target> target = nullptr);
  // Compiles for vectors of one register of `element`, or for scalars. If this fails, the test
  // fails and the result is nullptr.
  ArrayFn compile(ElementKind element, bool scalar, const Body& body);
  // Compiles the function @name that `emit` adds to a module.
  void* compileFunction(const std::string& name, llvm::function_ref<Status(mlir::ModuleOp)> emit);
  const Target& target() const { return *target_; }

private:
  std::unique_ptr<Target> target_;
  std::unique_ptr<codegen::KernelCompiler> compiler;
  std::vector<std::unique_ptr<codegen::LinkedCode>> code;
};

} // namespace lz::emit
