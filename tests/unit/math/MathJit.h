// Compiles one function of emit/math into a loop over arrays, for one CPU class, without the code
// generator.
#pragma once

#include "emit/LaneBuilder.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <memory>
#include <string>

namespace lz::emit {

enum class ElementKind { F32, F64, I8, I16, I32, I64 };

struct TestClass {
  const char* name;
  const char* cpu; // LLVM's name
  VectorTarget target;
};

// V2, AVX2 and, where this machine has it, AVX-512.
llvm::ArrayRef<TestClass> testClasses();

// out[i] = f(x[i], y[i]) for n a multiple of 64; y may be null for functions of one operand.
using ArrayFn = void (*)(const void* x, const void* y, void* out, int64_t n);
using Body = std::function<mlir::Value(LaneBuilder& b, mlir::Value x, mlir::Value y)>;

// Machine code that lives as long as this object. Symbols outside the module do not resolve, so a
// libm call fails the compilation.
class MathJit {
public:
  MathJit();
  ~MathJit();
  // Vectors of one register of `element`, or scalars.
  ArrayFn compile(const TestClass& cpu, ElementKind element, bool scalar, const Body& body);
  // Any module: lowers it and returns the address of @name.
  void* compileModule(const TestClass& cpu, mlir::ModuleOp module, const std::string& name);
  mlir::MLIRContext& context();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace lz::emit
