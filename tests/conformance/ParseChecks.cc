#include "ParseChecks.h"

#include "OpenShapes.h"
#include "RewriteChecks.h"
#include "RunParallel.h"
#include "formats/adopt/ModuleProgram.h"
#include "formats/stablehlo/ParserText.h"
#include "formats/stablehlo/TextLimits.h"
#include "hlo/build/Bridge.h"

#include "mlir/Parser/Parser.h"

namespace lz::conformance {

StatusOr<Program> parseChecks(const std::string& text, const std::string& name) {
  const std::string rewritten = rewriteChecks(text);
  LZ_RETURN_IF_ERROR(formats::checkTextLimits(rewritten, name));
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  hlo::FirstError error(context.get());
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceString<mlir::ModuleOp>(
      formats::parserText(rewritten), mlir::ParserConfig(context.get()), name);
  if (!module)
    return error.status(absl::StrCat(name, ": not a module"));
  LZ_RETURN_IF_ERROR(runParallel(*module));
  LZ_RETURN_IF_ERROR(closeShapes(*module));
  return formats::programOf(*module, error, name, "");
}

} // namespace lz::conformance
