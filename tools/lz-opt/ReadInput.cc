#include "ReadInput.h"

#include "formats/ModuleFormat.h"
#include "formats/bytecode/Module.h"
#include "hlo/build/Bridge.h"
#include "hlo/build/FirstError.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Support/FileUtilities.h"

namespace lz {

// Returns the text of the bytecode, or nullptr after an error.
static std::unique_ptr<llvm::MemoryBuffer> textOf(const llvm::MemoryBuffer& bytecode,
                                                  std::string& problem) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  hlo::FirstError error(context.get());
  llvm::StringRef name = bytecode.getBufferIdentifier();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      formats::readBytecodeModule(*context, bytecode.getBuffer(), name);
  if (!module || failed(mlir::verify(*module))) {
    problem = std::string(error.status(name.str()).message());
    return nullptr;
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  module->print(out, mlir::OpPrintingFlags().enableDebugInfo());
  return llvm::MemoryBuffer::getMemBufferCopy(text, name);
}

std::unique_ptr<llvm::MemoryBuffer> readInput(const std::string& file, std::string& problem) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = mlir::openInputFile(file, &problem);
  const bool isBytecode =
      buffer && formats::describeFormat(std::string_view(buffer->getBuffer())) ==
                    formats::ModuleFormat::Bytecode;
  return isBytecode ? textOf(*buffer, problem) : std::move(buffer);
}

} // namespace lz
