// Emits typed loads and stores through plain pointers. Registers hold values as in LaneBuilder.h.
// In memory a predicate is an i8 of 0 or 1, and a 16-bit float is its bits.
#pragma once

#include "emit/core/LaneBuilder.h"

namespace lz::emit {

class Memory {
public:
  using Value = mlir::Value;

  // `scratch` has 8-byte slots for accesses that are masked off. Masked loads read the first slots,
  // one per lane of the kernel, which hold zeros. Masked stores go to the last slot.
  Memory(LaneBuilder& b, Value scratch) : b_(b), scratch_(scratch) {}
  static Value makeScratch(LaneBuilder& b, mlir::Type pointer);

  Value elementAddress(Value base, DType dtype, Value index); // index: i64

  // A null mask is always true. Loads that are masked off return zeros, and no masked access
  // touches memory.
  Value loadScalar(DType dtype, Value base, Value index, Value mask);
  // `inside` is a mask for all lanes.
  Value loadVector(DType dtype, Value base, Value index, int lanes, Value inside, Value mask);
  // Reads the element index + offsets[l] for each lane l, by loading neighbouring elements and
  // shuffling them:
  //   offsets 0 2 4 6: elements 0 1 2 3 and 3 4 5 6, of which 0 2 4 6 are picked
  // Without a mask, elements between those of the lanes are read, too, but none before the first or
  // after the last one. With a mask, only elements of its lanes are read. canShuffle says whether
  // this is possible and faster than a gather.
  static bool canShuffle(DType dtype, llvm::ArrayRef<int64_t> offsets, bool isMasked);
  Value loadShuffled(DType dtype, Value base, Value index, llvm::ArrayRef<int64_t> offsets,
                     Value inside, Value mask);
  Value gather(DType dtype, Value base, Value indices, Value mask); // indices: vector of i32 or i64
  void storeScalar(DType dtype, Value x, Value base, Value index, Value mask);
  void storeVector(DType dtype, Value x, Value base, Value index, Value mask);
  // Stores the first `count` lanes past the caches. The address is a multiple of `alignment` bytes;
  // if that is less than a vector, shorter stores are used. The bytes of `count` lanes and
  // `alignment` are multiples of kStreamBytes. Other threads see the values after
  // Target::fenceStreams.
  static constexpr int64_t kStreamBytes = 16;
  void streamVector(DType dtype, Value x, Value base, Value index, int count, unsigned alignment);
  // Stores lane l at `index` - l.
  void storeReversed(DType dtype, Value x, Value base, Value index, Value mask);
  void scatter(DType dtype, Value x, Value base, Value indices, Value mask); // later lanes win

private:
  mlir::Type memoryType(DType dtype);
  Value shuffle(Value x, Value y, llvm::ArrayRef<int64_t> lanes);
  Value maskOfPart(Value mask, llvm::ArrayRef<int64_t> offsets, int64_t first, int64_t width);
  Value loadRaw(mlir::VectorType type, DType dtype, Value address, Value mask);
  Value toMemory(DType dtype, Value x);
  Value toRegister(DType dtype, Value x);
  Value zeros() const { return scratch_; }
  Value sink(); // for stores
  Value laneIndex(Value indices, int lane);

  LaneBuilder& b_;
  Value scratch_;
};

} // namespace lz::emit
