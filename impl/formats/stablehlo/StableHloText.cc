#include "formats/stablehlo/StableHloText.h"

#include "formats/adopt/ModuleProgram.h"
#include "formats/stablehlo/OwnTypes.h"
#include "formats/stablehlo/ParserText.h"
#include "formats/stablehlo/TextLimits.h"
#include "hlo/build/Bridge.h"
#include "hlo/build/IdleContexts.h"

#include "llvm/Support/SourceMgr.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"

namespace lz::formats {
namespace {

StatusOr<Program> parseIn(mlir::MLIRContext& context, const std::string& text,
                          const std::string& name, const std::string& function) {
  hlo::FirstError error(&context);
  mlir::ParserConfig config(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(parserText(text), config, name);
  if (!module)
    return error.status(absl::StrCat(name, ": not a module"));
  return programOf(*module, error, name, function);
}

std::string print(const Program& program, mlir::OpPrintingFlags flags) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  std::string text;
  llvm::raw_string_ostream out(text);
  module->print(out, flags);
  return withoutOwnTypes(std::move(text));
}

} // namespace

StatusOr<Program> parseStableHlo(const std::string& text, const std::string& name,
                                 const std::string& function) {
  LZ_RETURN_IF_ERROR(checkTextLimits(text, name));
  return hlo::inIdleContext(int64_t(text.size()), [&](mlir::MLIRContext& context) {
    return parseIn(context, text, name, function);
  });
}

std::string printStableHlo(const Program& program) {
  return print(program, {});
}

std::string printGenericStableHlo(const Program& program) {
  return print(program, mlir::OpPrintingFlags().printGenericOpForm());
}

} // namespace lz::formats
