// Emits typed loads and stores through plain pointers. Registers hold values as in LaneBuilder.h.
// In memory a predicate is an i8 that is 0 or 1, and a 16-bit float is an i16 with its bits.
#pragma once

#include "emit/core/LaneBuilder.h"

namespace lz::emit {

class Memory {
public:
  using Value = mlir::Value;

  // `scratch` has 8-byte slots for accesses that are masked off. The first slots, one for each lane
  // of the kernel, hold zeros. Loads that are masked off read these zeros. Stores that are masked
  // off go to the last slot.
  Memory(LaneBuilder& b, Value scratch) : b_(b), scratch_(scratch) {}
  static Value makeScratch(LaneBuilder& b, mlir::Type pointer);

  Value elementAddress(Value base, DType dtype, Value index); // index: i64

  // A null mask is always true. Loads that are masked off return zeros. Accesses that are masked
  // off do not touch the buffer.
  Value loadScalar(DType dtype, Value base, Value index, Value mask);
  // `inside` is one scalar condition for all lanes.
  Value loadVector(DType dtype, Value base, Value index, int lanes, Value inside, Value mask);
  // loadShuffled reads the element index + offsets[l] for each lane l. It loads vectors of adjacent
  // elements and shuffles them:
  //   offsets 0 2 4 6: elements 0 1 2 3 and 3 4 5 6, of which 0 2 4 6 are picked
  // Without a mask, all elements from the first lane's to the last lane's can be read. With a mask,
  // only the elements of lanes in the mask are read. canShuffle returns whether loadShuffled is
  // possible and faster than a gather.
  static bool canShuffle(DType dtype, llvm::ArrayRef<int64_t> offsets, bool isMasked);
  Value loadShuffled(DType dtype, Value base, Value index, llvm::ArrayRef<int64_t> offsets,
                     Value inside, Value mask);
  Value gather(DType dtype, Value base, Value indices, Value mask); // indices: vector of i32 or i64
  void storeScalar(DType dtype, Value x, Value base, Value index, Value mask);
  void storeVector(DType dtype, Value x, Value base, Value index, Value mask);
  // Stores the first `count` lanes with streaming stores, which bypass the caches. The address must
  // be a multiple of `alignment` bytes. `alignment` and the size of `count` lanes must be multiples
  // of kStreamBytes. Other threads see the values after Target::fenceStreams.
  static constexpr int64_t kStreamBytes = 16;
  void streamVector(DType dtype, Value x, Value base, Value index, int count, unsigned alignment);
  // Stores lane l to the element `index` - l.
  void storeReversed(DType dtype, Value x, Value base, Value index, Value mask);
  // Stores lane l to the element indices[l]. If indices are equal, the last lane wins.
  void scatter(DType dtype, Value x, Value base, Value indices, Value mask);

private:
  mlir::Type memoryType(DType dtype);
  Value shuffle(Value x, Value y, llvm::ArrayRef<int64_t> lanes);
  Value maskOfPart(Value mask, llvm::ArrayRef<int64_t> offsets, int64_t first, int64_t width);
  Value loadRaw(mlir::VectorType type, DType dtype, Value address, Value mask);
  Value toMemory(DType dtype, Value x);
  Value toRegister(DType dtype, Value x);
  Value zeros() const { return scratch_; }
  Value sink(); // the address for stores that are masked off
  Value laneIndex(Value indices, int lane);

  LaneBuilder& b_;
  Value scratch_;
};

} // namespace lz::emit
