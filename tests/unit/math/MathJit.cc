#include "MathJit.h"

#include "gtest/gtest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace lz::emit {

namespace {

mlir::Type mlirType(mlir::MLIRContext& context, ElementKind element) {
  mlir::Builder b(&context);
  switch (element) {
  case ElementKind::F32:
    return b.getF32Type();
  case ElementKind::F64:
    return b.getF64Type();
  case ElementKind::I8:
    return b.getI8Type();
  case ElementKind::I16:
    return b.getI16Type();
  case ElementKind::I32:
    return b.getI32Type();
  case ElementKind::I64:
    return b.getI64Type();
  }
  return {};
}

// Builds func @name(x, y, out: !llvm.ptr, n: i64) with out[i] = body(x[i], y[i]), one value of
// `type` per step.
void buildLoop(mlir::ModuleOp module, const std::string& name, const Target& target,
               mlir::Type type, const Body& body) {
  mlir::OpBuilder b = mlir::OpBuilder::atBlockEnd(module.getBody());
  mlir::Location loc = b.getUnknownLoc();
  auto pointer = mlir::LLVM::LLVMPointerType::get(b.getContext());
  auto function = b.create<mlir::func::FuncOp>(
      loc, name, b.getFunctionType({pointer, pointer, pointer, b.getI64Type()}, {}));
  b.setInsertionPointToStart(function.addEntryBlock());
  auto vector = mlir::dyn_cast<mlir::VectorType>(type);
  auto index = [&](int64_t value) {
    return b.create<mlir::arith::ConstantIntOp>(loc, value, 64).getResult();
  };
  auto loop = b.create<mlir::scf::ForOp>(loc, index(0), function.getArgument(3),
                                         index(vector ? vector.getNumElements() : 1));
  b.setInsertionPointToStart(loop.getBody());
  auto address = [&](unsigned argument) -> mlir::Value {
    return b.create<mlir::LLVM::GEPOp>(loc, pointer, mlir::getElementTypeOrSelf(type),
                                       function.getArgument(argument),
                                       mlir::ValueRange{loop.getInductionVar()});
  };
  auto load = [&](unsigned argument) -> mlir::Value {
    return b.create<mlir::LLVM::LoadOp>(loc, type, address(argument), /*alignment=*/1);
  };
  mlir::Value x = load(0), y = load(1);
  LaneBuilder lanes(b, loc, target);
  b.create<mlir::LLVM::StoreOp>(loc, body(lanes, x, y), address(2), /*alignment=*/1);
  b.setInsertionPointToEnd(&function.getBody().front());
  b.create<mlir::func::ReturnOp>(loc);
}

} // namespace

MathJit::MathJit(MachineClass cpu, std::unique_ptr<Target> target)
    : target_(std::move(target)),
      compiler(*codegen::KernelCompiler::create(cpu, codegen::extraFeatures(cpu))) {
  const codegen::TargetInfo& info = codegen::targetInfo(cpu);
  if (!target_)
    target_ = std::make_unique<X86Target>(info.vector, info.features);
}

void* MathJit::compileFunction(const std::string& name,
                               llvm::function_ref<Status(mlir::ModuleOp)> emit) {
  auto load = [&]() -> StatusOr<void*> {
    LZ_ASSIGN_OR_RETURN(auto object, compiler->compile(name, {.verify = true}, emit));
    LZ_ASSIGN_OR_RETURN(auto linked, codegen::LinkedCode::create(""));
    code.push_back(std::move(linked));
    return code.back()->link(object, name, name);
  };
  StatusOr<void*> address = load();
  EXPECT_TRUE(address.ok()) << address.status();
  return address.ok() ? *address : nullptr;
}

ArrayFn MathJit::compile(ElementKind element, bool scalar, const Body& body) {
  auto emit = [&](mlir::ModuleOp module) {
    mlir::Type type = mlirType(*module.getContext(), element);
    if (!scalar)
      type = mlir::VectorType::get({target().f32Lanes * 32 / type.getIntOrFloatBitWidth()}, type);
    buildLoop(module, "f", target(), type, body);
    return okStatus();
  };
  return reinterpret_cast<ArrayFn>(compileFunction("f", emit));
}

} // namespace lz::emit
