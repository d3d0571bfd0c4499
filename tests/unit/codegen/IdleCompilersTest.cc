#include "codegen/IdleCompilers.h"

#include "gtest/gtest.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::codegen {
namespace {

// A function void @name() that does nothing.
llvm::SmallVector<char, 0> compileNothing(KernelCompiler& compiler, const std::string& name) {
  auto object = compiler.compile(name, {.verify = true}, [&](mlir::ModuleOp module) {
    mlir::OpBuilder b = mlir::OpBuilder::atBlockEnd(module.getBody());
    auto function = b.create<mlir::func::FuncOp>(module.getLoc(), name, b.getFunctionType({}, {}));
    b.setInsertionPointToStart(function.addEntryBlock());
    b.create<mlir::func::ReturnOp>(module.getLoc());
    return okStatus();
  });
  EXPECT_TRUE(object.ok()) << object.status();
  return object.ok() ? *object : llvm::SmallVector<char, 0>();
}

std::unique_ptr<KernelCompiler> take(IdleCompilers& idle, MachineClass cpu) {
  return *idle.take(cpu, /*features=*/"");
}

TEST(IdleCompilers, GivesBackThatOfTheSameClass) {
  IdleCompilers idle;
  auto v2 = take(idle, MachineClass::X86V2), avx2 = take(idle, MachineClass::Avx2);
  KernelCompiler *first = v2.get(), *second = avx2.get();
  idle.give(std::move(v2));
  idle.give(std::move(avx2));
  EXPECT_EQ(take(idle, MachineClass::Avx2).get(), second);
  EXPECT_EQ(take(idle, MachineClass::X86V2).get(), first);
  EXPECT_EQ(take(idle, MachineClass::X86V2)->kernels(),
            0); // a new compiler, because the first one was not given back
}

// The earlier programs of a compiler do not influence the code of its next program.
TEST(IdleCompilers, UsedOnesCompileToTheSameBytes) {
  IdleCompilers idle;
  auto fresh = compileNothing(*take(idle, MachineClass::Avx2), "second");
  auto compiler = take(idle, MachineClass::Avx2);
  EXPECT_NE(compileNothing(*compiler, "first"), fresh);
  EXPECT_EQ(compileNothing(*compiler, "second"), fresh);
  EXPECT_EQ(compileNothing(*compiler, "second"), fresh);
}

// A context never frees the types and attributes that it has uniqued, so a context must not live
// for ever.
TEST(IdleCompilers, WornOnesAreDropped) {
  IdleCompilers idle;
  auto compiler = take(idle, MachineClass::X86V2);
  for (int i = 0; i < 1000 && compiler->kernels() == i; ++i) {
    compileNothing(*compiler, "kernel");
    idle.give(std::move(compiler));
    compiler = take(idle, MachineClass::X86V2);
  }
  EXPECT_EQ(compiler->kernels(), 0);
}

} // namespace
} // namespace lz::codegen
