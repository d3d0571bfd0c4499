#include "hlo/format/bytecode/Module.h"

#include "hlo/format/bytecode/Ops.h"

namespace lz::hlo {

mlir::OwningOpRef<mlir::ModuleOp> readBytecodeModule(mlir::MLIRContext& context,
                                                     llvm::StringRef bytes, llvm::StringRef name) {
  BytecodeSource source{&context, name, bytes};
  const BytecodeContainer file = readContainer(source);
  if (source.failed)
    return {};
  Entries entries(source, file);
  // What the file has on its outermost level, which is one module.
  mlir::OwningOpRef<mlir::ModuleOp> outer = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  readOps(entries, outer->getBody());
  if (source.failed)
    return {};
  mlir::Block& block = *outer->getBody();
  auto module = block.empty() ? mlir::ModuleOp() : mlir::dyn_cast<mlir::ModuleOp>(block.front());
  if (!module || !llvm::hasSingleElement(block)) {
    Cursor(source, file.ir).fail("the file holds something else than one module");
    return {};
  }
  module->remove();
  return module;
}

} // namespace lz::hlo
