// Modules in MLIR bytecode and portable artifacts.
#include "hlo/format/bytecode/Bytecode.h"

#include "hlo/build/Bridge.h"
#include "hlo/format/FirstError.h"
#include "hlo/format/ParserText.h"
#include "hlo/format/ReadModule.h"
#include "hlo/format/bytecode/Module.h"

#include "llvm/Support/SourceMgr.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <sstream>

namespace lz {
namespace {

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

std::filesystem::path conformanceFolder() {
  const char* given = std::getenv("LAZULI_CONFORMANCE_DIR");
  return given ? given : LAZULI_CONFORMANCE_DEFAULT;
}

// Attributes that one module states and the other leaves at what they are anyway.
bool isDefault(mlir::NamedAttribute attr) {
  if (auto accuracy = mlir::dyn_cast<hlo::ResultAccuracyAttr>(attr.getValue()))
    return accuracy.getMode().getValue() == hlo::ResultAccuracyMode::DEFAULT;
  auto list = mlir::dyn_cast<mlir::ArrayAttr>(attr.getValue());
  return list && list.empty();
}

// Text with bounds of dynamic dimensions or axes of a mesh is refused, bytecode carries them.
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

// What `op` has and `other` does not, "" if nothing.
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

class VhloFile : public testing::TestWithParam<std::string> {};

// The text beside the file says what is in it.
TEST_P(VhloFile, HoldsWhatItsTextSays) {
  const std::filesystem::path path = conformanceFolder() / "vhlo" / GetParam();
  if (!std::filesystem::exists(path))
    GTEST_SKIP() << "NO CONFORMANCE FILES: set LAZULI_CONFORMANCE_DIR (looked for " << path << ")";
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  FirstError error(context.get());
  mlir::OwningOpRef<mlir::ModuleOp> module =
      hlo::readBytecodeModule(*context, contentOf(path), "file.bc");
  ASSERT_TRUE(module) << error.status("");
  mlir::ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  std::filesystem::path textPath = path;
  std::string text = contentOf(textPath.replace_extension());
  auto expected = mlir::parseSourceString<mlir::ModuleOp>(parserText(withoutForeign(text)), config,
                                                          "file.mlir");
  ASSERT_TRUE(expected) << error.status("");
  std::vector<mlir::Operation*> ops = opsOf(*module), wanted = opsOf(*expected);
  ASSERT_EQ(ops.size(), wanted.size());
  for (size_t i = 0; i < ops.size(); ++i) {
    EXPECT_EQ(differenceOf(wanted[i], ops[i]), "") << "op " << i;
    if (mlir::isa<mlir::func::FuncOp>(ops[i])) { // some have ops that are wrong
      EXPECT_EQ(succeeded(mlir::verify(ops[i])), succeeded(mlir::verify(wanted[i])))
          << mlir::cast<mlir::func::FuncOp>(ops[i]).getName().str();
    }
  }
}

std::vector<std::string> vhloFiles() {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(conformanceFolder() / "vhlo", error))
    if (entry.path().extension() == ".bc")
      files.push_back(entry.path().filename());
  std::sort(files.begin(), files.end());
  if (files.empty())
    files.push_back("none.mlir.bc");
  return files;
}
INSTANTIATE_TEST_SUITE_P(Released, VhloFile, testing::ValuesIn(vhloFiles()), [](const auto& info) {
  std::string name = info.param;
  std::replace_if(name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
});

} // namespace
} // namespace lz
