#include "hlo/build/FirstError.h"

#include "hlo/build/Bridge.h"

namespace lz::hlo {
namespace {

// Returns the op that a message names, or "". It is "add" in "[add] operands ...", in "custom op
// 'stablehlo.add' ..." and in "'stablehlo.add' op ...".
llvm::StringRef opIn(llvm::StringRef message) {
  if (message.consume_front("["))
    return message.take_until([](char c) { return c == ']'; });
  if (!message.consume_front("custom op '") &&
      !(message.contains("' op ") && message.consume_front("'")))
    return "";
  message.consume_front("stablehlo.");
  return message.take_until([](char c) { return c == '\''; });
}

// Rewords the parser's error for an op of an unknown dialect in pretty form: "Dialect `arith' not
// found for custom op 'arith.addf'".
std::string inOurWords(llvm::StringRef message) {
  if (!message.contains("not found for custom op") || !message.consume_front("Dialect `"))
    return message.str();
  const llvm::StringRef dialect = message.take_until([](char c) { return c == '\''; });
  return absl::StrCat("an op of the dialect ", dialect.str(), " is not supported by Lazuli");
}

} // namespace

FirstError::FirstError(mlir::MLIRContext* context)
    : handler_(context, [this](mlir::Diagnostic& diagnostic) { return keep(diagnostic); }) {}

Status FirstError::status(absl::string_view otherwise) const {
  if (message_.empty())
    return invalidArgument(otherwise);
  const bool notSupported = llvm::StringRef(message_).contains(hlo::kNotSupported);
  Status status = notSupported ? unimplemented(message_) : invalidArgument(message_);
  return withOp(withLocation(status, place_), op_);
}

mlir::LogicalResult FirstError::keep(mlir::Diagnostic& diagnostic) {
  if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error || !message_.empty())
    return mlir::success();
  place_ = hlo::locationFromIr(diagnostic.getLocation());
  op_ = opIn(diagnostic.str()).str();
  message_ = absl::StrCat(place_, place_.empty() ? "" : ": ", inOurWords(diagnostic.str()));
  return mlir::success();
}

} // namespace lz::hlo
