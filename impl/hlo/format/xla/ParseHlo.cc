#include "hlo/format/xla/ParseHlo.h"

#include "hlo/build/IdleContexts.h"
#include "hlo/format/ModuleProgram.h"
#include "hlo/format/xla/ExportHlo.h"
#include "hlo/format/xla/ImportHlo.h"
#include "hlo/xla/HloText.h"

#include "mlir/IR/Verifier.h"

namespace lz {
namespace {

StatusOr<Program> parseIn(mlir::MLIRContext& context, const std::string& text,
                          const std::string& name) {
  FirstError error(&context);
  LZ_ASSIGN_OR_RETURN(mlir::OwningOpRef<mlir::ModuleOp> module,
                      hlo::importHloText(context, text, name));
  if (failed(mlir::verify(*module)))
    return error.status(name);
  return programOf(*module, error, name);
}

} // namespace

StatusOr<Program> parseHlo(const std::string& text, const std::string& name) {
  return hlo::inIdleContext(int64_t(text.size()), [&](mlir::MLIRContext& context) {
    return parseIn(context, text, name);
  });
}

StatusOr<std::string> printHlo(const Program& program) {
  LZ_ASSIGN_OR_RETURN(xla::Module module, hlo::exportHlo(program));
  return xla::printHloText(module);
}

} // namespace lz
