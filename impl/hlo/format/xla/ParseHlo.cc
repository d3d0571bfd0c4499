#include "hlo/format/xla/ParseHlo.h"

#include "hlo/build/IdleContexts.h"
#include "hlo/format/ModuleProgram.h"
#include "hlo/format/xla/ImportHlo.h"

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
  std::shared_ptr<hlo::IdleContexts> contexts = hlo::idleContexts();
  hlo::UsedContext used = contexts->take();
  used.bytes += int64_t(text.size());
  StatusOr<Program> program = parseIn(*used.context, text, name);
  if (program.ok())
    contexts->give(std::move(used));
  return program;
}

} // namespace lz
