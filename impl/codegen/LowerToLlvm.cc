#include "codegen/LowerToLlvm.h"

#include "absl/strings/str_cat.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/DialectConversion.h"

namespace lz::codegen {
namespace {

// Collects the messages that MLIR would print.
class Diagnostics {
public:
  explicit Diagnostics(mlir::MLIRContext* context)
      : handler_(context, [this](mlir::Diagnostic& d) { absl::StrAppend(&text_, d.str(), "; "); }) {
  }
  Status error(const char* stage) { return internalError("[codegen] ", stage, ": ", text_); }

private:
  std::string text_;
  mlir::ScopedDiagnosticHandler handler_;
};

mlir::RewritePatternSet loopPatterns(mlir::MLIRContext& context) {
  mlir::RewritePatternSet patterns(&context);
  mlir::populateSCFToControlFlowConversionPatterns(patterns);
  return patterns;
}

mlir::RewritePatternSet otherPatterns(mlir::LLVMTypeConverter& types) {
  mlir::RewritePatternSet patterns(&types.getContext());
  mlir::vector::populateVectorBroadcastLoweringPatterns(patterns);
  mlir::populateVectorToLLVMConversionPatterns(types, patterns, /*reassociateFPReductions=*/false,
                                               /*force32BitVectorIndices=*/true);
  mlir::arith::populateArithToLLVMConversionPatterns(types, patterns);
  mlir::populateMathToLLVMConversionPatterns(types, patterns);
  mlir::cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
  mlir::populateFuncToLLVMConversionPatterns(types, patterns);
  return patterns;
}

} // namespace

void insertKernelDialects(mlir::DialectRegistry& registry) {
  registry.insert<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                  mlir::LLVM::LLVMDialect, mlir::math::MathDialect, mlir::scf::SCFDialect,
                  mlir::vector::VectorDialect>();
}

std::unique_ptr<mlir::MLIRContext> createKernelContext() {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  insertKernelDialects(registry);
  auto context =
      std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

LlvmLowering::LlvmLowering(mlir::MLIRContext& context)
    : types_(&context), loops_(loopPatterns(context)), rest_(otherPatterns(types_)) {}

Status LlvmLowering::run(mlir::ModuleOp module) const {
  mlir::MLIRContext& context = *module.getContext();
  Diagnostics diagnostics(&context);
  mlir::ConversionTarget noLoops(context);
  noLoops.addIllegalDialect<mlir::scf::SCFDialect>();
  noLoops.markUnknownOpDynamicallyLegal([](mlir::Operation*) { return true; });
  if (failed(mlir::applyPartialConversion(module, noLoops, loops_)))
    return diagnostics.error("loops cannot be lowered");
  mlir::LLVMConversionTarget llvmOnly(context);
  llvmOnly.addLegalOp<mlir::ModuleOp>();
  if (failed(mlir::applyFullConversion(module, llvmOnly, rest_)))
    return diagnostics.error("a kernel cannot be lowered to LLVM");
  return okStatus();
}

StatusOr<std::unique_ptr<llvm::Module>>
translateToLlvmIr(mlir::ModuleOp module, llvm::LLVMContext& context, llvm::TargetMachine& machine,
                  MachineClass cpu, llvm::StringRef features) {
  Diagnostics diagnostics(module.getContext());
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(module, context, "lazuli", /*disableVerification=*/true);
  if (!result)
    return diagnostics.error("a kernel cannot be translated to LLVM IR");
  result->setDataLayout(machine.createDataLayout());
  result->setTargetTriple(machine.getTargetTriple().str());
  std::string width = absl::StrCat(targetInfo(cpu).vectorBits);
  for (llvm::Function& function : *result) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", targetInfo(cpu).llvmCpu);
    function.addFnAttr("target-features", features);
    function.addFnAttr("prefer-vector-width", width);
    function.addFnAttr("min-legal-vector-width", width);
    function.addFnAttr("no-trapping-math", "true");
    function.addFnAttr(llvm::Attribute::NoUnwind);
    function.addFnAttr(llvm::Attribute::WillReturn);
  }
  return result;
}

} // namespace lz::codegen
