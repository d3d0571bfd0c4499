#include "formats/xla/ParseHlo.h"

#include "formats/adopt/ModuleProgram.h"
#include "formats/xla/ExportHlo.h"
#include "formats/xla/ImportHlo.h"
#include "formats/xla/proto/HloProto.h"
#include "formats/xla/text/HloText.h"
#include "hlo/build/IdleContexts.h"

#include "mlir/IR/Verifier.h"

namespace lz::formats {
namespace {

Status checkEntry(const xla::Module& module, const std::string& name, const std::string& function) {
  const std::string& entry = module.computations[size_t(module.entryComputationId)].name;
  if (function.empty() || function == "main" || function == entry)
    return okStatus();
  return invalidArgument(name, ": there is no function \"", function,
                         "\"; the only function of an HLO module is its entry computation, ",
                         entry);
}

StatusOr<Program> programOf(mlir::MLIRContext& context, const xla::Module& module,
                            const std::string& name, const std::string& function) {
  LZ_RETURN_IF_ERROR(xla::verifyModule(module, name));
  LZ_RETURN_IF_ERROR(checkEntry(module, name, function));
  hlo::FirstError error(&context);
  LZ_ASSIGN_OR_RETURN(mlir::OwningOpRef<mlir::ModuleOp> imported, importHlo(context, module, name));
  if (failed(mlir::verify(*imported)))
    return error.status(name);
  return formats::programOf(*imported, error, name, "");
}

} // namespace

StatusOr<Program> parseHlo(const std::string& text, const std::string& name,
                           const std::string& function) {
  LZ_ASSIGN_OR_RETURN(xla::Module module, xla::parseHloText(text, name));
  return hlo::inIdleContext(int64_t(text.size()), [&](mlir::MLIRContext& context) {
    return programOf(context, module, name, function);
  });
}

StatusOr<Program> parseHloProto(const std::string& bytes, const std::string& name,
                                const std::string& function) {
  LZ_ASSIGN_OR_RETURN(xla::Module module, xla::parseHloProto(bytes, name));
  return hlo::inIdleContext(int64_t(bytes.size()), [&](mlir::MLIRContext& context) {
    return programOf(context, module, name, function);
  });
}

StatusOr<std::string> printHlo(const Program& program) {
  LZ_ASSIGN_OR_RETURN(xla::Module module, exportHlo(program));
  return xla::printHloText(module);
}

StatusOr<std::string> printHloProto(const Program& program) {
  LZ_ASSIGN_OR_RETURN(xla::Module module, exportHlo(program));
  return xla::printHloProto(module);
}

} // namespace lz::formats
