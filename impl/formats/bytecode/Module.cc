#include "formats/bytecode/Module.h"

#include "formats/bytecode/Ops.h"
#include "formats/bytecode/entries/Dialects.h"
#include "formats/vhlo/Codes.h"

namespace lz::formats {
namespace {

constexpr DialectCodes kDialects[] = {
    {"builtin", readBuiltinAttribute, readBuiltinType},
    {"chlo", readChloAttribute, noType},
    {"quant", noAttribute, readQuantType},
    {"stablehlo", readStableHloAttribute, readStableHloType},
    {"vhlo", readVhloAttribute, readVhloType},
};

} // namespace

mlir::OwningOpRef<mlir::ModuleOp> readBytecodeModule(mlir::MLIRContext& context,
                                                     llvm::StringRef bytes, llvm::StringRef name) {
  BytecodeSource source{&context, name, bytes};
  const BytecodeContainer file = readContainer(source);
  if (source.failed)
    return {};
  Entries entries(source, file, kDialects);
  // Stands for the outermost level of the file, which must contain exactly one module.
  mlir::OwningOpRef<mlir::ModuleOp> outer = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  readOps(entries, outer->getBody());
  if (source.failed)
    return {};
  mlir::Block& block = *outer->getBody();
  auto module = block.empty() ? mlir::ModuleOp() : mlir::dyn_cast<mlir::ModuleOp>(block.front());
  if (!module || !llvm::hasSingleElement(block)) {
    Cursor(source, file.ir).fail("the file must hold one module and nothing else");
    return {};
  }
  module->remove();
  return module;
}

} // namespace lz::formats
