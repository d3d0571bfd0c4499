#include "hlo/format/bytecode/Bytecode.h"

#include "hlo/build/IdleContexts.h"
#include "hlo/format/ModuleProgram.h"
#include "hlo/format/bytecode/Module.h"

#include "mlir/IR/Verifier.h"

namespace lz {

static StatusOr<Program> parseIn(mlir::MLIRContext& context, const std::string& bytes,
                                 const std::string& name) {
  FirstError error(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::readBytecodeModule(context, bytes, name);
  if (!module || failed(mlir::verify(*module)))
    return error.status(absl::StrCat(name, ": not a module"));
  return programOf(*module, error, name);
}

StatusOr<Program> parseBytecode(const std::string& bytes, const std::string& name) {
  std::shared_ptr<hlo::IdleContexts> contexts = hlo::idleContexts();
  hlo::UsedContext used = contexts->take();
  constexpr int64_t kByte = 8; // of text
  used.bytes += kByte * int64_t(bytes.size());
  StatusOr<Program> program = parseIn(*used.context, bytes, name);
  if (program.ok())
    contexts->give(std::move(used));
  return program;
}

} // namespace lz
