#include "MathJit.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

namespace lz::emit {

namespace {

constexpr TestClass kClasses[] = {
    {"v2", "x86-64-v2", {.f32Lanes = 4, .hasFma = false, .hasScalef = false, .hasF16C = false}},
    {"avx2", "haswell", {.f32Lanes = 8, .hasFma = true, .hasScalef = false, .hasF16C = true}},
    {"avx512",
     "skylake-avx512",
     {.f32Lanes = 16, .hasFma = true, .hasScalef = true, .hasF16C = true}}};

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

// func @name(x, y, out: !llvm.ptr, n: i64): out[i] = body(x[i], y[i]), one value of `type` a step.
void buildLoop(mlir::ModuleOp module, const std::string& name, const TestClass& cpu,
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
  LaneBuilder lanes(b, loc, cpu.target);
  b.create<mlir::LLVM::StoreOp>(loc, body(lanes, x, y), address(2), /*alignment=*/1);
  b.setInsertionPointToEnd(&function.getBody().front());
  b.create<mlir::func::ReturnOp>(loc);
}

mlir::LogicalResult lower(mlir::ModuleOp module) {
  mlir::PassManager pm(module.getContext());
  pm.addPass(mlir::createConvertSCFToCFPass());
  pm.addPass(mlir::createConvertVectorToLLVMPass());
  pm.addPass(mlir::createConvertMathToLLVMPass());
  pm.addPass(mlir::createArithToLLVMConversionPass());
  pm.addPass(mlir::createConvertControlFlowToLLVMPass());
  pm.addPass(mlir::createConvertFuncToLLVMPass());
  pm.addPass(mlir::createReconcileUnrealizedCastsPass());
  return pm.run(module);
}

void optimize(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::ModulePassManager pm;
  llvm::cantFail(builder.parsePassPipeline(
      pm, "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,"
          "loop-mssa(loop-rotate,licm),gvn,instcombine<no-verify-fixpoint>,simplifycfg)"));
  pm.run(module, modules);
}

} // namespace

llvm::ArrayRef<TestClass> testClasses() {
  llvm::ArrayRef<TestClass> all(kClasses);
  return __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? all
                                                                                  : all.drop_back();
}

struct MathJit::State {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::vector<std::unique_ptr<llvm::orc::LLJIT>> jits;
};

MathJit::MathJit() : state(std::make_unique<State>()) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  state->context.appendDialectRegistry(registry);
  state->context
      .loadDialect<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                   mlir::LLVM::LLVMDialect, mlir::math::MathDialect, mlir::scf::SCFDialect,
                   mlir::vector::VectorDialect>();
}

MathJit::~MathJit() = default;

mlir::MLIRContext& MathJit::context() {
  return state->context;
}

void* MathJit::compileModule(const TestClass& cpu, mlir::ModuleOp module, const std::string& name) {
  if (failed(lower(module)))
    return nullptr;
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  auto llvmModule = mlir::translateModuleToLLVMIR(module, *llvmContext);
  auto builder = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
  builder.setCPU(cpu.cpu);
  builder.getFeatures() = llvm::SubtargetFeatures();
  auto machine = llvm::cantFail(builder.createTargetMachine());
  llvmModule->setDataLayout(machine->createDataLayout());
  llvmModule->setTargetTriple(machine->getTargetTriple().str());
  for (llvm::Function& function : *llvmModule) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", cpu.cpu);
    function.addFnAttr("prefer-vector-width", "512");
    function.addFnAttr("min-legal-vector-width", "512");
  }
  optimize(*llvmModule, *machine);
  auto jit = llvm::cantFail(
      llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(builder)).create());
  llvm::cantFail(jit->addIRModule({std::move(llvmModule), std::move(llvmContext)}));
  auto address = jit->lookup(name);
  if (!address) {
    llvm::errs() << llvm::toString(address.takeError()) << "\n";
    return nullptr;
  }
  state->jits.push_back(std::move(jit));
  return address->toPtr<void*>();
}

ArrayFn MathJit::compile(const TestClass& cpu, ElementKind element, bool scalar, const Body& body) {
  mlir::Type type = mlirType(state->context, element);
  if (!scalar)
    type = mlir::VectorType::get({cpu.target.f32Lanes * 32 / type.getIntOrFloatBitWidth()}, type);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&state->context));
  buildLoop(*module, "f", cpu, type, body);
  return reinterpret_cast<ArrayFn>(compileModule(cpu, *module, "f"));
}

} // namespace lz::emit
