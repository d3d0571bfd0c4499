// The emitters know formulas; a Target knows the instructions of a machine. X86.h and Nvptx.h in
// emit/target implement it; docs/how-to-add-a-target.md says what another target needs.
//
// This class is a machine of which only VectorTarget is known. A member that returns a value
// returns null to decline, and the emitter then writes the same with plain operations. So a target
// overrides what it does better, and one that overrides nothing is correct everywhere:
//
//   2^n * p, 16 lanes of f32:    AVX-512: one vscalefps     others: 2^(n/2), twice
//   in[i] at 16 indices i:       AVX-512: one gather        others: 16 loads
//   sixteen powers of two:       AVX-512: a permute         AVX2: eight of them, others: no table
//
// Values are scalars or vectors of any number of lanes, as in LaneBuilder.h. A target gives the
// same answer for equal types, so that equal code has equal bits.
#pragma once

#include "schedule/VectorTarget.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

#include <string>

namespace lz::emit {

class LaneBuilder;

// int64_t lz_is_cancelled(), of the process that kernels run in.
inline constexpr char kIsCancelled[] = "lz_is_cancelled";

// A table in registers with this many numbers, looked up in vectors of this many lanes. {0, 0}:
// there is none.
struct RegisterTable {
  int entries = 0; // 16, or 8 of f32
  int lanes = 0;
};

// The function around the code of a kernel: the place for the code, and its arguments.
struct KernelFrame {
  mlir::Block* entry;
  mlir::Value buffers;     // !llvm.ptr: to the addresses of the inputs, then of the outputs
  mlir::Value lo, hi;      // i64, the units of the grid to run: lo .. hi - 1
  bool hasOneUnit = false; // at most: lo, if that is less than hi
};

class Target : public schedule::VectorTarget {
public:
  using Value = mlir::Value;

  explicit Target(const schedule::VectorTarget& target) : schedule::VectorTarget(target) {}
  virtual ~Target() = default;

  // Kernels. Here: func @name(buffers, lo, hi), which threads call for ranges of units.
  virtual KernelFrame beginKernel(mlir::ModuleOp module, const std::string& name) const;
  virtual void endKernel(mlir::OpBuilder& builder, mlir::Location loc) const;
  // Whether a kernel may call functions of its process, that is lz_is_cancelled. If not, a run is
  // cancelled only between kernels.
  virtual bool callsHost() const { return false; }

  // Arithmetic on f32 and f64.
  // 1 / y within 2^-14 of itself for f32 that is normal, infinite or NaN; or null: then x / y.
  virtual Value reciprocal(LaneBuilder& b, Value y) const { return {}; }
  // Whether scaleByPower takes numbers of this type.
  virtual bool scalesByPower(mlir::Type type) const { return false; }
  // p * 2^n rounded once, for every integral n; for n = inf it is inf for every p, also NaN. Null:
  // the emitter multiplies with two powers, for n within twice the range of exponents.
  virtual Value scaleByPower(LaneBuilder& b, Value p, Value n) const { return {}; }
  // x, or `bound` with the sign of x if |x| is greater or x is NaN, for bound > 0. Null: the
  // emitter compares and selects.
  virtual Value clampMagnitude(LaneBuilder& b, Value x, double bound) const { return {}; }

  // The greater and the lesser of two values, as in LaneBuilder. Null: LLVM lowers llvm.maximum,
  // which is one instruction, or is correct but slow.
  virtual Value maximum(LaneBuilder& b, Value x, Value y) const { return {}; }
  virtual Value minimum(LaneBuilder& b, Value x, Value y) const { return {}; }

  // Tables of f32 and f64, by the element type. Sixteen entries are for machines that scale by
  // powers, eight for f32 on others.
  virtual RegisterTable tableOf(mlir::Type element) const { return {}; }
  // table[j mod entries] in each lane, for such a table of numbers or, of eight entries, of i32.
  // `j` is a vector of integers as wide.
  virtual Value lookUp(LaneBuilder& b, mlir::DenseElementsAttr table, Value j) const { return {}; }

  // 16-bit floats: whether conversions between f16 and f32 are instructions. If not, integer code
  // does them.
  virtual bool convertsF16() const { return false; }
  // f32 to the bits (i16) of the nearest bf16, ties to even, denormals kept. Null: integer code
  // does it.
  virtual Value roundToBf16(LaneBuilder& b, Value x) const { return {}; }
  // sum + x * y for pairs of bf16 in 32 bits, which x and y hold in the type of `sum`, f32. Only
  // micro-kernels use it, and only if the target has pairs.
  virtual bool hasPairs() const { return false; }
  virtual Value addPairs(LaneBuilder& b, Value x, Value y, Value sum) const { return {}; }

  // sum + x * y for pairs of i16 in i32, where the product of two pairs is the sum of the products
  // of their halves. Null: the emitter uses shifts and products.
  virtual Value addIntegerPairs(LaneBuilder& b, Value x, Value y, Value sum) const { return {}; }

  // The lanes of a vector of i32 whose bit of `mask` is set, in order from lane 0, followed by 0.
  // Null: the emitter stores lane by lane. For 16 lanes it exists if f32Lanes is 16.
  virtual Value compress(LaneBuilder& b, Value x, Value mask) const { return {}; }

  // Memory.
  // The elements base[indices], where the mask (null: everywhere) holds, else 0: a vector of
  // `type`, indices of i32 or i64; or null: then one load a lane.
  virtual Value gather(LaneBuilder& b, mlir::VectorType type, Value base, Value indices,
                       Value mask) const {
    return {};
  }
  // Fetches the cache line at `address`, where there need not be memory. By default it does
  // nothing.
  virtual void prefetch(LaneBuilder& b, Value address, bool toWrite) const {}
  // Comes after the last store past the caches, so that other threads see the values. By default
  // these are ordinary stores.
  virtual void fenceStreams(mlir::OpBuilder& builder, mlir::Location loc) const {}
};

} // namespace lz::emit
