#include "emit/Memory.h"

#include "emit/HalfFloat.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <bit>
#include <numeric>

namespace lz::emit {

using mlir::Type;
using mlir::Value;
namespace LLVM = mlir::LLVM;

Type Memory::memoryType(DType dtype) {
  mlir::OpBuilder& builder = b_.builder();
  if (dtype == DType::F32 || dtype == DType::F64)
    return b_.registerType(dtype);
  return builder.getIntegerType(unsigned(8 * byteSize(dtype)));
}

Value Memory::toMemory(DType dtype, Value x) {
  switch (dtype) {
  case DType::Pred:
    return b_.extui(x, b_.builder().getI8Type());
  case DType::BF16:
    return f32ToBf16(b_, x);
  case DType::F16:
    return f32ToF16(b_, x);
  default:
    return x;
  }
}

Value Memory::toRegister(DType dtype, Value x) {
  switch (dtype) {
  case DType::Pred:
    return b_.cmpi(LaneBuilder::ICmp::ne, x, b_.zeroLike(x));
  case DType::BF16:
    return bf16ToF32(b_, x);
  case DType::F16:
    return f16ToF32(b_, x);
  default:
    return x;
  }
}

static unsigned alignmentOf(DType dtype) {
  return unsigned(byteSize(dtype));
}

Value Memory::elementAddress(Value base, DType dtype, Value index) {
  return b_.builder().create<LLVM::GEPOp>(b_.loc(), base.getType(), memoryType(dtype), base,
                                          mlir::ValueRange{index});
}

Value Memory::makeScratch(LaneBuilder& b, Type pointer) {
  mlir::OpBuilder& builder = b.builder();
  constexpr unsigned kAlignment = 8;
  Value scratch = builder.create<LLVM::AllocaOp>(b.loc(), pointer, builder.getI64Type(),
                                                 b.intConstant(64, b.lanes() + 1), kAlignment);
  Value zeros = b.splat(b.intConstant(64, 0), b.lanes());
  builder.create<LLVM::StoreOp>(b.loc(), zeros, scratch, kAlignment);
  return scratch;
}

Value Memory::sink() {
  return b_.builder().create<LLVM::GEPOp>(b_.loc(), scratch_.getType(), b_.builder().getI64Type(),
                                          scratch_, llvm::ArrayRef<LLVM::GEPArg>{b_.lanes()});
}

// A masked scalar access goes to a slot of its own instead of branching.
Value Memory::loadScalar(DType dtype, Value base, Value index, Value mask) {
  Value address = elementAddress(base, dtype, index);
  if (mask)
    address = b_.select(mask, address, zeros());
  Value x =
      b_.builder().create<LLVM::LoadOp>(b_.loc(), memoryType(dtype), address, alignmentOf(dtype));
  return toRegister(dtype, x);
}

void Memory::storeScalar(DType dtype, Value x, Value base, Value index, Value mask) {
  Value address = elementAddress(base, dtype, index);
  if (mask)
    address = b_.select(mask, address, sink());
  b_.builder().create<LLVM::StoreOp>(b_.loc(), toMemory(dtype, x), address, alignmentOf(dtype));
}

Value Memory::loadVector(DType dtype, Value base, Value index, int lanes, Value inside,
                         Value mask) {
  mlir::OpBuilder& builder = b_.builder();
  Type type = mlir::VectorType::get({lanes}, memoryType(dtype));
  Value address = elementAddress(base, dtype, index);
  if (inside)
    address = b_.select(inside, address, zeros());
  if (!mask)
    return toRegister(dtype,
                      builder.create<LLVM::LoadOp>(b_.loc(), type, address, alignmentOf(dtype)));
  Value x = builder.create<LLVM::MaskedLoadOp>(b_.loc(), type, address, mask,
                                               mlir::ValueRange{b_.zeroOf(type)},
                                               builder.getI32IntegerAttr(int(alignmentOf(dtype))));
  return toRegister(dtype, x);
}

void Memory::storeVector(DType dtype, Value x, Value base, Value index, Value mask) {
  mlir::OpBuilder& builder = b_.builder();
  Value address = elementAddress(base, dtype, index);
  if (!mask) {
    builder.create<LLVM::StoreOp>(b_.loc(), toMemory(dtype, x), address, alignmentOf(dtype));
    return;
  }
  builder.create<LLVM::MaskedStoreOp>(b_.loc(), toMemory(dtype, x), address, mask,
                                      builder.getI32IntegerAttr(int(alignmentOf(dtype))));
}

// 12 lanes of 16 are 8 and 4.
void Memory::streamVector(DType dtype, Value x, Value base, Value index, int count,
                          unsigned alignment) {
  Value raw = toMemory(dtype, x);
  auto store = [&](Value lanes, Value at, unsigned alignment) {
    b_.builder().create<LLVM::StoreOp>(b_.loc(), lanes, elementAddress(base, dtype, at), alignment,
                                       /*isVolatile=*/false, /*isNonTemporal=*/true);
  };
  if (count == LaneBuilder::lanesOf(raw))
    return store(raw, index, alignment);
  for (int first = 0, lanes; first < count; first += lanes) {
    lanes = int(std::bit_floor(unsigned(count - first)));
    llvm::SmallVector<int64_t> picked(size_t(lanes), 0);
    std::iota(picked.begin(), picked.end(), first);
    Value part = b_.builder().create<mlir::vector::ShuffleOp>(b_.loc(), raw, raw, picked);
    store(part, b_.addi(index, b_.intLike(index, first)),
          std::gcd(alignment, unsigned(first * byteSize(dtype))));
  }
}

Value Memory::laneIndex(Value indices, int lane) {
  return b_.resizeSigned(b_.extract(indices, lane), 64);
}

// The instruction that gathers a whole register by 32-bit indices, or nullptr.
static const char* gatherOf(mlir::VectorType type, Value indices) {
  if (!mlir::getElementTypeOrSelf(indices).isInteger(32))
    return nullptr;
  bool isFloat = mlir::isa<mlir::FloatType>(type.getElementType());
  switch (type.getNumElements() * 100 + type.getElementTypeBitWidth()) {
  case 1632:
    return isFloat ? "llvm.x86.avx512.mask.gather.dps.512" : "llvm.x86.avx512.mask.gather.dpi.512";
  case 864:
    return isFloat ? "llvm.x86.avx512.mask.gather.dpd.512" : "llvm.x86.avx512.mask.gather.dpq.512";
  default:
    return nullptr;
  }
}

// Only AVX-512 has gathers worth using, and only of 4 and 8 bytes; LLVM would branch on each bit of
// the mask. Given lane by lane, addresses become vectors of 64 bits, which take two instructions.
Value Memory::gatherWide(DType dtype, mlir::VectorType type, Value base, Value indices,
                         Value mask) {
  mlir::OpBuilder& builder = b_.builder();
  unsigned lanes = unsigned(type.getNumElements());
  if (!mask)
    mask = b_.intLike(b_.zeroOf(mlir::VectorType::get({lanes}, builder.getI1Type())), -1);
  if (const char* name = gatherOf(type, indices)) {
    Value scale =
        builder.create<LLVM::ConstantOp>(b_.loc(), builder.getI32Type(), int32_t(byteSize(dtype)));
    return builder
        .create<LLVM::CallIntrinsicOp>(
            b_.loc(), type, builder.getStringAttr(name),
            mlir::ValueRange{b_.zeroOf(type), base, indices, mask, scale})
        ->getResult(0);
  }
  Value addresses =
      builder.create<LLVM::GEPOp>(b_.loc(), LLVM::getFixedVectorType(base.getType(), lanes),
                                  memoryType(dtype), base, mlir::ValueRange{indices});
  return builder.create<LLVM::masked_gather>(b_.loc(), type, addresses, mask,
                                             mlir::ValueRange{b_.zeroOf(type)},
                                             builder.getI32IntegerAttr(int(alignmentOf(dtype))));
}

Value Memory::gather(DType dtype, Value base, Value indices, Value mask) {
  mlir::OpBuilder& builder = b_.builder();
  int lanes = LaneBuilder::lanesOf(indices);
  auto type = mlir::VectorType::get({lanes}, memoryType(dtype));
  if (b_.target().hasScalef && byteSize(dtype) >= 4)
    return toRegister(dtype, gatherWide(dtype, type, base, indices, mask));
  Value result = b_.zeroOf(type);
  for (int lane = 0; lane < lanes; ++lane) {
    Value address = elementAddress(base, dtype, laneIndex(indices, lane));
    if (mask)
      address = b_.select(b_.extract(mask, lane), address, zeros());
    Value x =
        builder.create<LLVM::LoadOp>(b_.loc(), memoryType(dtype), address, alignmentOf(dtype));
    result = builder.create<mlir::vector::InsertOp>(b_.loc(), x, result, int64_t(lane));
  }
  return toRegister(dtype, result);
}

void Memory::scatter(DType dtype, Value x, Value base, Value indices, Value mask) {
  mlir::OpBuilder& builder = b_.builder();
  Value raw = toMemory(dtype, x);
  for (int lane = 0; lane < LaneBuilder::lanesOf(indices); ++lane) {
    Value address = elementAddress(base, dtype, laneIndex(indices, lane));
    if (mask)
      address = b_.select(b_.extract(mask, lane), address, sink());
    builder.create<LLVM::StoreOp>(b_.loc(), b_.extract(raw, lane), address, alignmentOf(dtype));
  }
}

void fenceStreams(mlir::OpBuilder& builder, mlir::Location loc) {
  builder.create<LLVM::CallIntrinsicOp>(
      loc, mlir::TypeRange(), builder.getStringAttr("llvm.x86.sse.sfence"), mlir::ValueRange());
}

} // namespace lz::emit
