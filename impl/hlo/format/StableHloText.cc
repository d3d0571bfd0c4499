#include "hlo/format/StableHloText.h"

#include "hlo/build/Bridge.h"
#include "hlo/build/IdleContexts.h"
#include "hlo/format/ForeignCalls.h"
#include "hlo/format/ForeignConfigs.h"
#include "hlo/format/OpsWithoutEntry.h"
#include "hlo/format/OwnTypes.h"
#include "hlo/format/ParserText.h"
#include "hlo/format/TextLimits.h"
#include "hlo/format/xla/ImportHlo.h"
#include "hlo/replace/ClientOps.h"
#include "hlo/replace/FlatTypes.h"
#include "hlo/replace/Identities.h"
#include "hlo/replace/Quantized.h"
#include "hlo/replace/StaticShapes.h"
#include "hlo/xla/HloText.h"

#include "llvm/Support/SourceMgr.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

namespace lz {
namespace {

// The op that an error is about, where the text says it: "add" of "[add] operands ...",
// "custom op 'stablehlo.add' ..." and "'stablehlo.add' op ...".
llvm::StringRef opIn(llvm::StringRef message) {
  if (message.consume_front("["))
    return message.take_until([](char c) { return c == ']'; });
  if (!message.consume_front("custom op '") &&
      !(message.contains("' op ") && message.consume_front("'")))
    return "";
  message.consume_front("stablehlo.");
  return message.take_until([](char c) { return c == '\''; });
}

// Keeps the first error; later ones are usually its consequences.
class FirstError {
public:
  explicit FirstError(mlir::MLIRContext* context)
      : handler_(context, [this](mlir::Diagnostic& diagnostic) { return keep(diagnostic); }) {}

  Status status(absl::string_view otherwise) const {
    if (message_.empty())
      return invalidArgument(otherwise);
    llvm::StringRef message = message_;
    // The second is what the parser says of an op in the pretty form of a dialect that it does not
    // know.
    bool notSupported =
        message.contains(hlo::kNotSupported) || message.contains("not found for custom op");
    Status status = notSupported ? unimplemented(message_) : invalidArgument(message_);
    return withOp(withLocation(status, place_), op_);
  }

private:
  mlir::LogicalResult keep(mlir::Diagnostic& diagnostic) {
    if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error || !message_.empty())
      return mlir::success();
    place_ = hlo::locationFromIr(diagnostic.getLocation());
    op_ = opIn(diagnostic.str()).str();
    message_ = absl::StrCat(place_, place_.empty() ? "" : ": ", diagnostic.str());
    return mlir::success();
  }

  std::string message_, place_, op_;
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
      return invalidArgument(name,
                             ": the module has several public functions; call one of them main");
    only = function;
  }
  if (!only)
    return invalidArgument(name, ": the module has no public function");
  return only;
}

StatusOr<Program> parseIn(mlir::MLIRContext& context, const std::string& text,
                          const std::string& name) {
  FirstError error(&context);
  mlir::ParserConfig config(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module;
  if (xla::isHloText(text)) {
    LZ_ASSIGN_OR_RETURN(module, hlo::importHloText(context, text, name));
    if (failed(mlir::verify(*module)))
      return error.status(name);
  } else {
    module = mlir::parseSourceString<mlir::ModuleOp>(parserText(text), config, name);
  }
  if (!module)
    return error.status(absl::StrCat(name, ": not a module"));
  LZ_ASSIGN_OR_RETURN(mlir::func::FuncOp main, findMain(*module, name));
  if (main.isExternal())
    return invalidArgument(name, ": function ", main.getName().str(), " has no body");
  // Shapes come before what looks at them, and calls before shapes, which differ by call.
  if (failed(hlo::checkOrder(*module)) || failed(hlo::refuseTransfers(*module)))
    return error.status(name);
  bool isOther = hlo::flattenTypes(*module);
  LZ_RETURN_IF_ERROR(hlo::replaceCalls(main)); // compares the types that the text states
  isOther |= hlo::replaceIdentities(main);
  mlir::FailureOr<bool> wasOpen = hlo::makeShapesStatic(main);
  if (failed(wasOpen))
    return error.status(name);
  isOther |= *wasOpen;
  mlir::FailureOr<bool> wasQuantized = hlo::replaceQuantized(main);
  if (failed(wasQuantized))
    return error.status(name);
  isOther |= *wasQuantized;
  hlo::joinForeignConfigs(*module);
  hlo::replaceForeignCalls(*module);
  if (failed(hlo::replaceClientOps(main)))
    return error.status(name);
  hlo::replaceOpsWithoutEntry(*module);
  if (isOther && failed(mlir::verify(main))) // nobody verified these types
    return error.status(name);
  return hlo::exportProgram(main);
}

} // namespace

StatusOr<Program> parseStableHlo(const std::string& text, const std::string& name) {
  if (!xla::isHloText(text)) // its own parser has no such limits
    LZ_RETURN_IF_ERROR(checkTextLimits(text, name));
  std::shared_ptr<hlo::IdleContexts> contexts = hlo::idleContexts();
  hlo::UsedContext used = contexts->take();
  used.bytes += int64_t(text.size());
  StatusOr<Program> program = parseIn(*used.context, text, name);
  if (program.ok())
    contexts->give(std::move(used));
  return program;
}

std::string printStableHlo(const Program& program) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  std::string text;
  llvm::raw_string_ostream out(text);
  module->print(out);
  return withoutOwnTypes(std::move(text));
}

} // namespace lz
