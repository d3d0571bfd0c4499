#include "formats/bytecode/Bytecode.h"

#include "base/elements/SmallTypes.h"
#include "formats/adopt/ModuleProgram.h"
#include "formats/bytecode/Module.h"
#include "formats/bytecode/entries/Dialects.h"
#include "formats/vhlo/Writer.h"
#include "hlo/build/Bridge.h"
#include "hlo/build/IdleContexts.h"
#include "hlo/ir/SmallFloatType.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"

#include <deque>

namespace lz::formats {
namespace {

StatusOr<Program> readIn(mlir::MLIRContext& context, const std::string& bytes,
                         const std::string& name, const std::string& function) {
  hlo::FirstError error(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module = readBytecodeModule(context, bytes, name);
  if (!module || failed(mlir::verify(*module)))
    return error.status(absl::StrCat(name, ": not a module"));
  return programOf(*module, error, name, function);
}

constexpr llvm::StringLiteral kBuiltin = "builtin";
constexpr uint64_t kDense = 18; // MLIR's code for dense constants

// The dialect that encodes an attribute or type by its own codes.
using Group = std::optional<llvm::StringRef>;

mlir::LogicalResult writeSmallFloat(mlir::Type type, Group& group,
                                    mlir::DialectBytecodeWriter& writer) {
  auto small = mlir::dyn_cast<hlo::SmallFloatType>(type);
  if (!small)
    return mlir::failure();
  group = kBuiltin;
  writer.writeVarInt(builtinCodeOf(small.dtype()));
  return mlir::success();
}

// In the IR, constants of small floats are resources (TypeBridge.h). In a file they have one byte
// per element, like other constants. `held` keeps these bytes until the file is written.
mlir::LogicalResult writeSmallConstant(mlir::Attribute attr, Group& group,
                                       mlir::DialectBytecodeWriter& writer,
                                       std::deque<std::string>& held) {
  auto resource = mlir::dyn_cast<mlir::DenseResourceElementsAttr>(attr);
  if (!resource || !mlir::isa<hlo::SmallFloatType>(resource.getElementType()))
    return mlir::failure();
  StatusOr<Literal> literal = hlo::literalFromIr(resource);
  if (!literal.ok())
    return mlir::failure();
  std::string& codes = held.emplace_back();
  const int64_t count = literal->isSplat() ? 1 : literal->type().numElements();
  for (int64_t i = 0; i < count; ++i)
    codes.push_back(char(loadCode(literal->type().dtype, literal->data(), i)));
  group = kBuiltin;
  writer.writeVarInt(kDense);
  writer.writeType(resource.getType());
  writer.writeOwnedBlob({codes.data(), codes.size()});
  return mlir::success();
}

} // namespace

StatusOr<Program> parseBytecode(const std::string& bytes, const std::string& name,
                                const std::string& function) {
  constexpr int64_t kByte = 8; // a byte of bytecode counts as this many bytes of text
  return hlo::inIdleContext(kByte * int64_t(bytes.size()), [&](mlir::MLIRContext& context) {
    return readIn(context, bytes, name, function);
  });
}

std::string printBytecode(const Program& program) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  std::deque<std::string> held;
  mlir::BytecodeWriterConfig config("Lazuli");
  config.attachTypeCallback(
      mlir::AttrTypeBytecodeWriter<mlir::Type>::fromCallable(writeSmallFloat));
  config.attachAttributeCallback(mlir::AttrTypeBytecodeWriter<mlir::Attribute>::fromCallable(
      [&](mlir::Attribute attr, Group& group, mlir::DialectBytecodeWriter& writer) {
        return writeSmallConstant(attr, group, writer, held);
      }));
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  // This can fail only for older versions of the bytecode.
  (void)mlir::writeBytecodeToFile(*module, out, config);
  return bytes;
}

StatusOr<std::string> printPortable(const Program& program) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  return writePortable(*module);
}

} // namespace lz::formats
