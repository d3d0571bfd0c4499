#include "BytecodeText.h"

#include "formats/bytecode/Module.h"
#include "formats/stablehlo/ParserText.h"
#include "hlo/build/Bridge.h"
#include "hlo/build/FirstError.h"

#include "llvm/Support/SourceMgr.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <regex>

namespace lz::conformance {
namespace {

// Returns true for an attribute with its default value, which one module may state and the other
// omit.
bool isDefault(mlir::NamedAttribute attr) {
  if (auto accuracy = mlir::dyn_cast<hlo::ResultAccuracyAttr>(attr.getValue()))
    return accuracy.getMode().getValue() == hlo::ResultAccuracyMode::DEFAULT;
  auto list = mlir::dyn_cast<mlir::ArrayAttr>(attr.getValue());
  return list && list.empty();
}

// Removes bounds of dynamic dimensions from the text, and replaces axes of meshes, because the
// parser refuses both. Bytecode may have them.
std::string withoutForeign(const std::string& text) {
  static const std::regex bounds(", #stablehlo.(type_extensions|bounds)<[^>]*>");
  static const std::regex axes("#stablehlo.replica_group_mesh_axes<[^}]*\n    >");
  return std::regex_replace(std::regex_replace(text, bounds, ""), axes, "#sdy.axes");
}

mlir::Type withoutBounds(mlir::Type type) {
  if (auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type))
    return mlir::RankedTensorType::get(tensor.getShape(), tensor.getElementType());
  return type;
}

std::vector<mlir::Type> typesOf(mlir::Operation* op) {
  std::vector<mlir::Type> types;
  for (mlir::Type type : op->getOperandTypes())
    types.push_back(withoutBounds(type));
  for (mlir::Type type : op->getResultTypes())
    types.push_back(withoutBounds(type));
  for (mlir::Region& region : op->getRegions())
    for (mlir::Type type : region.getArgumentTypes())
      types.push_back(withoutBounds(type));
  return types;
}

// Returns what `op` has and `other` does not have, or "" if there is nothing.
std::string differenceOf(mlir::Operation* op, mlir::Operation* other) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (op->getName() != other->getName())
    out << op->getName() << " is " << other->getName();
  if (typesOf(op) != typesOf(other))
    out << op->getName() << " has other types";
  for (mlir::NamedAttribute attr : op->getAttrDictionary()) {
    mlir::Attribute found = other->getAttrDictionary().get(attr.getName());
    const bool isCompared = attr.getName() == "function_type" || // by its parts
                            mlir::isa<mlir::OpaqueAttr>(attr.getValue());
    if (found != attr.getValue() && !isCompared && !(isDefault(attr) && !found))
      out << op->getName() << ": " << attr.getName() << " = " << attr.getValue() << " is " << found;
  }
  return text;
}

std::vector<mlir::Operation*> opsOf(mlir::Operation* root) {
  std::vector<mlir::Operation*> ops;
  root->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation* op) { ops.push_back(op); });
  return ops;
}

// Returns true if the op is valid. Some functions have invalid ops in both modules.
bool isValid(mlir::Operation* op) {
  return !mlir::isa<mlir::func::FuncOp>(op) || succeeded(mlir::verify(op));
}

} // namespace

Status compareWithText(const std::string& bytes, const std::string& text, const std::string& name) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  hlo::FirstError error(context.get());
  mlir::OwningOpRef<mlir::ModuleOp> module = formats::readBytecodeModule(*context, bytes, name);
  if (!module)
    return error.status(absl::StrCat(name, ": not a module"));
  mlir::ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  auto expected = mlir::parseSourceString<mlir::ModuleOp>(formats::parserText(withoutForeign(text)),
                                                          config, "text of " + name);
  if (!expected)
    return error.status(absl::StrCat(name, ": its text is no module"));
  std::vector<mlir::Operation*> ops = opsOf(*module), wanted = opsOf(*expected);
  if (ops.size() != wanted.size())
    return failedPrecondition(name, ": ", ops.size(), " ops; the text has ", wanted.size());
  for (size_t i = 0; i < ops.size(); ++i) {
    if (std::string difference = differenceOf(wanted[i], ops[i]); !difference.empty())
      return failedPrecondition(name, ": op ", i, ": ", difference);
    if (isValid(ops[i]) != isValid(wanted[i]))
      return failedPrecondition(name, ": op ", i, ": only one of bytecode and text is valid");
  }
  return okStatus();
}

} // namespace lz::conformance
