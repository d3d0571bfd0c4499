// Modules in MLIR bytecode and portable artifacts.
#include "hlo/build/Bridge.h"
#include "hlo/format/FirstError.h"
#include "hlo/format/ParserText.h"
#include "hlo/format/ReadModule.h"
#include "hlo/format/bytecode/Bytecode.h"
#include "hlo/format/bytecode/Module.h"

#include "llvm/Support/SourceMgr.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
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
  llvm::StringRef name = attr.getName();
  auto flag = mlir::dyn_cast<mlir::BoolAttr>(attr.getValue());
  return flag && !flag.getValue() && name != "lower";
}

// What `op` has and `other` does not, "" if nothing.
std::string differenceOf(mlir::Operation* op, mlir::Operation* other) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (op->getName() != other->getName())
    out << op->getName() << " is " << other->getName();
  if (op->getOperandTypes() != other->getOperandTypes() ||
      op->getResultTypes() != other->getResultTypes())
    out << op->getName() << " has other types";
  for (mlir::NamedAttribute attr : op->getAttrDictionary()) {
    mlir::Attribute found = other->getAttrDictionary().get(attr.getName());
    if (found != attr.getValue() && !(isDefault(attr) && !found))
      out << op->getName() << ": " << attr.getName() << " = " << attr.getValue() << " is "
          << found;
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
  ASSERT_TRUE(succeeded(mlir::verify(*module))) << error.status("");
  mlir::ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  std::filesystem::path textPath = path;
  std::string text = contentOf(textPath.replace_extension());
  auto expected =
      mlir::parseSourceString<mlir::ModuleOp>(parserText(std::move(text)), config, "file.mlir");
  ASSERT_TRUE(expected) << error.status("");
  std::vector<mlir::Operation*> ops = opsOf(*module), wanted = opsOf(*expected);
  ASSERT_EQ(ops.size(), wanted.size());
  for (size_t i = 0; i < ops.size(); ++i)
    ASSERT_EQ(differenceOf(wanted[i], ops[i]), "") << "op " << i;
}

std::vector<std::string> vhloFiles() {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(conformanceFolder() / "vhlo", error))
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
