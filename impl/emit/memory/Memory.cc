#include "emit/memory/Memory.h"

#include "emit/core/HalfFloat.h"
#include "schedule/Choose.h"

#include "llvm/ADT/STLExtras.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <algorithm>
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
  return builder.getIntegerType(storageBits(dtype));
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

// A scalar access that is masked off goes to a scratch slot, so no branch is needed.
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

Value Memory::loadRaw(mlir::VectorType type, DType dtype, Value address, Value mask) {
  mlir::OpBuilder& builder = b_.builder();
  if (!mask)
    return builder.create<LLVM::LoadOp>(b_.loc(), type, address, alignmentOf(dtype));
  return builder.create<LLVM::MaskedLoadOp>(b_.loc(), type, address, mask,
                                            mlir::ValueRange{b_.zeroOf(type)},
                                            builder.getI32IntegerAttr(int(alignmentOf(dtype))));
}

Value Memory::loadVector(DType dtype, Value base, Value index, int lanes, Value inside,
                         Value mask) {
  Value address = elementAddress(base, dtype, index);
  if (inside)
    address = b_.select(inside, address, zeros());
  auto type = mlir::VectorType::get({lanes}, memoryType(dtype));
  return toRegister(dtype, loadRaw(type, dtype, address, mask));
}

// Elements below 32 bits are not shuffled under a mask, because some targets have no masked loads
// for them. LLVM would branch on each bit of the mask.
bool Memory::canShuffle(DType dtype, llvm::ArrayRef<int64_t> offsets, bool isMasked) {
  constexpr int64_t kMostVectors = 4;
  auto [least, most] = std::minmax_element(offsets.begin(), offsets.end());
  int64_t span = *most - *least + 1, lanes = int64_t(offsets.size());
  if (span > kMostVectors * lanes)
    return false;
  llvm::SmallVector<int64_t> sorted(offsets);
  llvm::sort(sorted);
  bool areDifferent = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  return !isMasked || (areDifferent && storageBits(dtype) >= 32);
}

Value Memory::loadShuffled(DType dtype, Value base, Value index, llvm::ArrayRef<int64_t> offsets,
                           Value inside, Value mask) {
  auto [least, most] = std::minmax_element(offsets.begin(), offsets.end());
  const int64_t lanes = int64_t(offsets.size()), span = *most - *least + 1,
                width = std::min(lanes, span), parts = (span + width - 1) / width;
  auto type = mlir::VectorType::get({width}, memoryType(dtype));
  // Returns the first element of a part. The last part begins earlier, so that it ends with the
  // last element.
  auto firstOf = [&](int64_t part) { return std::min(part * width, span - width); };
  auto load = [&](int64_t part) {
    Value address =
        elementAddress(base, dtype, b_.addi(index, b_.intLike(index, *least + firstOf(part))));
    if (inside)
      address = b_.select(inside, address, zeros());
    return loadRaw(type, dtype, address,
                   mask ? maskOfPart(mask, offsets, *least + firstOf(part), width) : Value());
  };
  // Each shuffle merges two vectors: `result`, which has the elements that are picked so far, and
  // the next part.
  Value result = load(0);
  // For each lane, the place of its element in `result`. It has no meaning yet if the element is in
  // a later part.
  llvm::SmallVector<int64_t> places;
  for (int64_t offset : offsets)
    places.push_back(std::min(offset - *least, width - 1));
  if (parts == 1)
    return toRegister(dtype, shuffle(result, result, places));
  for (int64_t part = 1; part < parts; ++part) {
    for (int64_t lane = 0; lane < lanes; ++lane) {
      int64_t place = offsets[size_t(lane)] - *least;
      if (part > 1) // keeps the element that was picked
        places[size_t(lane)] = lane;
      if (place >= part * width)
        places[size_t(lane)] = width + std::min(place - firstOf(part), width - 1);
    }
    result = shuffle(result, load(part), places);
  }
  return toRegister(dtype, result);
}

// Returns a mask for `width` elements, beginning with element `first`. The bit of an element is
// that of the lane that reads it, or 0 if no lane reads it.
Value Memory::maskOfPart(Value mask, llvm::ArrayRef<int64_t> offsets, int64_t first,
                         int64_t width) {
  // Elements that no lane reads keep the number offsets.size(), which selects a zero.
  llvm::SmallVector<int64_t> lanes(size_t(width), int64_t(offsets.size()));
  for (size_t lane = 0; lane < offsets.size(); ++lane)
    if (int64_t place = offsets[lane] - first; place >= 0 && place < width)
      lanes[size_t(place)] = int64_t(lane);
  return shuffle(mask, b_.zeroOf(mask.getType()), lanes);
}

Value Memory::shuffle(Value x, Value y, llvm::ArrayRef<int64_t> lanes) {
  return b_.builder().create<mlir::vector::ShuffleOp>(b_.loc(), x, y, lanes);
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

void Memory::storeReversed(DType dtype, Value x, Value base, Value index, Value mask) {
  int lanes = LaneBuilder::lanesOf(x);
  llvm::SmallVector<int64_t> turned;
  for (int lane = lanes; lane-- > 0;)
    turned.push_back(lane);
  storeVector(dtype, shuffle(x, x, turned), base, b_.subi(index, b_.intLike(index, lanes - 1)),
              mask ? shuffle(mask, mask, turned) : Value());
}

// Splits the lanes into powers of two. For example, the first 12 of 16 lanes are stored as a vector
// of 8 lanes and a vector of 4 lanes.
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
    store(shuffle(raw, raw, picked), b_.addi(index, b_.intLike(index, first)),
          std::gcd(alignment, unsigned(first * byteSize(dtype))));
  }
}

Value Memory::laneIndex(Value indices, int lane) {
  return b_.resizeSigned(b_.extract(indices, lane), 64);
}

Value Memory::gather(DType dtype, Value base, Value indices, Value mask) {
  mlir::OpBuilder& builder = b_.builder();
  int lanes = LaneBuilder::lanesOf(indices);
  auto type = mlir::VectorType::get({lanes}, memoryType(dtype));
  if (Value wide = b_.target().gather(b_, type, base, indices, mask))
    return toRegister(dtype, wide);
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

} // namespace lz::emit
