// lz-opt: reads IR as text or bytecode, runs the passes of the command line, and prints the IR.
// MLIR's usual options apply. --explain-fusion, --print-plans and --emit-kernels=TARGET run every
// pass of a compilation, and then region formation. --explain-fusion writes each decision of fusion
// and its reason to stderr. --print-plans writes the plan of each region, and --emit-kernels its
// code. --list-rules prints the rewrite rules instead. WholeProgram.h has the flags that compile a
// program.
#include "EmitKernels.h"
#include "ListRules.h"
#include "PrintPlans.h"
#include "ReadInput.h"
#include "WholeProgram.h"
#include "base/machine/CostTable.h"
#include "codegen/MicroKernels.h"
#include "fusion/FormRegions.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Passes.h"
#include "hlo/passes/Pipelines.h"

#include "llvm/Support/ToolOutputFile.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

static constexpr char kOverview[] =
    "Reads IR, runs the passes of the command line in their order, and prints the IR.\n\n"
    "  --explain-fusion - Run every pass of a compilation, and write each decision of fusion and "
    "its reason to stderr.\n"
    "  --print-plans - Run every pass of a compilation, and write the plan and the schedule of "
    "every region to stderr.\n"
    "  --emit-kernels=TARGET - Run every pass of a compilation, and print the kernels of all "
    "regions for x86-64-v2, avx2, avx512 or nvptx64, in the LLVM dialect.\n"
    "  --list-rules - Print the rewrite rules of the passes, one per line: pass, name, law.\n";

static std::vector<std::string> expand(llvm::ArrayRef<char*> arguments) {
  std::vector<std::string> result;
  for (llvm::StringRef argument : arguments) {
    bool explains = argument.ltrim('-') == "explain-fusion";
    llvm::StringRef emitted = argument.ltrim('-');
    bool emits = emitted.consume_front("emit-kernels=");
    if (!explains && !emits && argument.ltrim('-') != "print-plans") {
      result.push_back(argument.str());
      continue;
    }
    for (const std::string& pass : lz::hlo::pipelinePasses()) {
      const bool decides = pass == "lz-skip-masked" || pass == "lz-tile-tables";
      result.push_back("--" + pass + (explains && decides ? "=explain=true" : ""));
    }
    result.push_back(explains ? "--lz-form-regions=explain=true" : "--lz-form-regions");
    if (emits)
      result.push_back("--lz-emit-kernels=target=" + emitted.str());
    else if (!explains)
      result.push_back("--lz-print-plans");
  }
  return result;
}

int main(int argc, char** argv) {
  if (lz::listRules(llvm::ArrayRef(argv, argc)))
    return 0;
  if (std::optional<int> status = lz::runWholeProgram(llvm::ArrayRef(argv, argc)))
    return *status;
  std::vector<std::string> expanded = expand(llvm::ArrayRef(argv, argc));
  std::vector<char*> arguments;
  for (std::string& argument : expanded)
    arguments.push_back(argument.data());
  mlir::DialectRegistry registry;
  lz::hlo::registerDialects(registry);
  lz::hlo::registerPasses();
  // The passes decide for this CPU class and for kThreads threads, whatever this machine has.
  const lz::MachineClass cpu = lz::MachineClass::Avx2;
  lz::fusion::registerFormRegionsPass({cpu, lz::codegen::kernelSet(cpu), int(lz::kThreads)});
  lz::registerPrintPlansPass();
  lz::registerEmitKernelsPass();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      int(arguments.size()), arguments.data(), kOverview + lz::wholeProgramHelp(), registry);
  std::string problem;
  std::unique_ptr<llvm::MemoryBuffer> buffer = lz::readInput(input, problem);
  std::unique_ptr<llvm::ToolOutputFile> file =
      buffer ? mlir::openOutputFile(output, &problem) : nullptr;
  if (!file) {
    llvm::errs() << "lz-opt: " << problem << "\n";
    return 1;
  }
  mlir::LogicalResult result = mlir::MlirOptMain(file->os(), std::move(buffer), registry,
                                                 mlir::MlirOptMainConfig::createFromCLOptions());
  if (succeeded(result))
    file->keep();
  return mlir::asMainReturnCode(result);
}
