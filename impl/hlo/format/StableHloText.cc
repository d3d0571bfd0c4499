#include "hlo/format/StableHloText.h"

#include "llvm/Support/SourceMgr.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include "hlo/build/Bridge.h"

namespace lz {
namespace {

// Keeps the first error; later ones are usually its consequences.
class FirstError {
public:
  explicit FirstError(mlir::MLIRContext* context)
      : handler_(context, [this](mlir::Diagnostic& diagnostic) { return keep(diagnostic); }) {}

  Status status(absl::string_view otherwise) const {
    if (message_.empty())
      return invalidArgument(otherwise);
    bool known = llvm::StringRef(message_).contains(hlo::kNotSupported);
    Status status = known ? unimplemented(message_) : invalidArgument(message_);
    return withLocation(status, place_);
  }

private:
  mlir::LogicalResult keep(mlir::Diagnostic& diagnostic) {
    if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error || !message_.empty())
      return mlir::success();
    place_ = hlo::locationFromIr(diagnostic.getLocation());
    std::string column;
    if (auto file = diagnostic.getLocation()->findInstanceOf<mlir::FileLineColLoc>())
      column = absl::StrCat(":", file.getColumn());
    message_ = absl::StrCat(place_, column, place_.empty() ? "" : ": ", diagnostic.str());
    return mlir::success();
  }

  std::string message_, place_;
  mlir::ScopedDiagnosticHandler handler_;
};

StatusOr<mlir::func::FuncOp> findMain(mlir::ModuleOp module, const std::string& name) {
  if (auto main = module.lookupSymbol<mlir::func::FuncOp>("main"))
    return main;
  mlir::func::FuncOp only;
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    if (function.isPrivate())
      continue;
    if (only)
      return invalidArgument(name, ": the module has several public functions; call one of them main");
    only = function;
  }
  if (!only)
    return invalidArgument(name, ": the module has no public function");
  return only;
}

} // namespace

StatusOr<Program> parseStableHlo(const std::string& text, const std::string& name) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  FirstError error(context.get());
  mlir::ParserConfig config(context.get());
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(text, config, name);
  if (!module)
    return error.status(absl::StrCat(name, ": not a module"));
  LZ_ASSIGN_OR_RETURN(mlir::func::FuncOp main, findMain(*module, name));
  if (main.isExternal())
    return invalidArgument(name, ": function ", main.getName().str(), " has no body");
  return hlo::exportProgram(main);
}

std::string printStableHlo(const Program& program) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  std::string text;
  llvm::raw_string_ostream out(text);
  module->print(out);
  out << '\n';
  return text;
}

} // namespace lz
