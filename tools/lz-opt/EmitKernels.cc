#include "EmitKernels.h"

#include "PrintPlans.h"
#include "base/machine/MachineClass.h"
#include "codegen/LowerToLlvm.h"
#include "emit/EmitKernel.h"
#include "emit/target/Nvptx.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/TypeBridge.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"

namespace lz {
namespace {

constexpr char kNvptx[] = "nvptx64";

StatusOr<std::unique_ptr<emit::Target>> targetNamed(const std::string& name) {
  if (name == kNvptx)
    return std::make_unique<emit::NvptxTarget>();
  StatusOr<MachineClass> cpu = parseMachineClass(name);
  if (!cpu.ok())
    return invalidArgument("there is no target '", name,
                           "'; use one of: x86-64-v2, avx2, avx512, nvptx64");
  const codegen::TargetInfo& info = codegen::targetInfo(*cpu);
  return std::make_unique<emit::X86Target>(info.vector, info.features);
}

struct EmitKernels : mlir::PassWrapper<EmitKernels, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EmitKernels)

  EmitKernels() = default;
  EmitKernels(const EmitKernels& other) : PassWrapper(other) {}

  llvm::StringRef getArgument() const final { return "lz-emit-kernels"; }
  llvm::StringRef getDescription() const final {
    return "Put the kernels of all regions in place of the program.";
  }
  void getDependentDialects(mlir::DialectRegistry& registry) const final {
    codegen::insertKernelDialects(registry);
  }

  void runOnOperation() final {
    Status status = replaceProgram();
    if (status.ok())
      return;
    getOperation().emitError(std::string(status.message()));
    signalPassFailure();
  }

private:
  Status replaceProgram() {
    LZ_ASSIGN_OR_RETURN(std::unique_ptr<emit::Target> machine, targetNamed(target));
    mlir::OwningOpRef<mlir::ModuleOp> kernels = mlir::ModuleOp::create(getOperation().getLoc());
    Status status = okStatus();
    int count = 0;
    getOperation().walk([&](ir::RegionOp region) {
      if (status.ok())
        status = emit(region, *machine, *kernels, count++);
    });
    LZ_RETURN_IF_ERROR(status);
    LZ_RETURN_IF_ERROR(codegen::LlvmLowering(getContext()).run(*kernels));
    getOperation().getBodyRegion().takeBody(kernels->getBodyRegion());
    getOperation()->setAttrs(attributes());
    return okStatus();
  }

  // Kernels can only compute in C++ types. A compilation widens other types before it makes the
  // module.
  static Status checkTypes(ir::RegionOp region) {
    mlir::SmallVector<mlir::Type> types(region->getOperandTypes());
    llvm::append_range(types, region->getResultTypes());
    for (mlir::Type type : types)
      if (const TensorType tensor = hlo::fromIr(type); isSmall(tensor.dtype))
        return unimplemented("a region at ", hlo::locationFromIr(region.getLoc()), " has ",
                             tensor.str(),
                             ", but kernels do not compute in types of 8 bits or less: ",
                             "run the program with LAZULI_DUMP=DIR, which writes the kernels after "
                             "these types were widened");
    return okStatus();
  }

  static Status emit(ir::RegionOp region, const emit::Target& target, mlir::ModuleOp kernels,
                     int number) {
    LZ_RETURN_IF_ERROR(checkTypes(region));
    LZ_ASSIGN_OR_RETURN(schedule::ChosenPlan chosen, planOf(region));
    schedule::Schedule schedule(chosen.plan, chosen.choice, target);
    std::string name = familyOf(chosen.plan, chosen.choice) + std::to_string(number);
    return emitKernel(kernels, schedule, target, name);
  }

  // Returns the attributes that LLVM needs for a machine that is not the host.
  mlir::DictionaryAttr attributes() {
    using Dialect = mlir::LLVM::LLVMDialect;
    mlir::Builder b(&getContext());
    mlir::NamedAttrList list;
    if (target == kNvptx) {
      list.append(Dialect::getTargetTripleAttrName(), b.getStringAttr(emit::NvptxTarget::kTriple));
      list.append(Dialect::getDataLayoutAttrName(),
                  b.getStringAttr(emit::NvptxTarget::kDataLayout));
    }
    return list.getDictionary(&getContext());
  }

  Option<std::string> target{*this, "target", llvm::cl::desc("what the kernels are for"),
                             llvm::cl::init(kNvptx)};
};

} // namespace

void registerEmitKernelsPass() {
  mlir::PassRegistration<EmitKernels>();
}

} // namespace lz
