#include "emit/target/Nvptx.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace lz::emit {

using mlir::Value;
namespace LLVM = mlir::LLVM;
namespace arith = mlir::arith;

// This target has no vectors, because on a GPU, threads do the work of lanes. Plans are chosen by
// the cost table of a CPU, because Lazuli has no table for GPUs.
NvptxTarget::NvptxTarget(bool strict)
    : Target({.f32Lanes = 1, .vectorRegisters = 32, .tiles = false, .strict = strict}) {}

// Returns a special register, such as the index of the thread, as i64.
static Value special(mlir::OpBuilder& b, mlir::Location loc, const char* name) {
  mlir::StringAttr attr = b.getStringAttr(name);
  auto read =
      b.create<LLVM::CallIntrinsicOp>(loc, mlir::Type(b.getI32Type()), attr, mlir::ValueRange());
  return b.create<arith::ExtUIOp>(loc, b.getI64Type(), read->getResult(0));
}

KernelFrame NvptxTarget::beginKernel(mlir::ModuleOp module, const std::string& name) const {
  mlir::OpBuilder b = mlir::OpBuilder::atBlockEnd(module.getBody());
  mlir::Location loc = b.getUnknownLoc();
  mlir::Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(b.getContext()),
                                          {pointer, b.getI64Type()});
  auto function = b.create<LLVM::LLVMFuncOp>(loc, name, type);
  function.setCConv(LLVM::cconv::CConv::PTX_Kernel);
  mlir::Block* entry = function.addEntryBlock(b);
  b.setInsertionPointToStart(entry);
  Value block = special(b, loc, "llvm.nvvm.read.ptx.sreg.ctaid.x");
  Value threads = special(b, loc, "llvm.nvvm.read.ptx.sreg.ntid.x");
  Value thread = special(b, loc, "llvm.nvvm.read.ptx.sreg.tid.x");
  Value unit = b.create<arith::AddIOp>(loc, b.create<arith::MulIOp>(loc, block, threads), thread);
  Value next =
      b.create<arith::AddIOp>(loc, unit, b.create<arith::ConstantIntOp>(loc, int64_t(1), 64));
  Value units = entry->getArgument(1);
  Value end = b.create<arith::MinSIOp>(loc, next, units);
  return {entry, entry->getArgument(0), unit, end, /*hasOneUnit=*/true};
}

void NvptxTarget::endKernel(mlir::OpBuilder& builder, mlir::Location loc) const {
  builder.create<LLVM::ReturnOp>(loc, mlir::ValueRange());
}

} // namespace lz::emit
