// The emitters know formulas, and a Target knows the instructions of a machine. X86.h and Nvptx.h
// in emit/target implement this interface. docs/how-to-add-a-target.md says what another target
// needs.
//
// A member that emits code can return null. Then the emitter writes the same computation with plain
// operations, which are correct on every machine. So a target overrides only the members for which
// it has better instructions:
//
//   2^n * p, 16 lanes of f32:    AVX-512: one vscalefps     others: 2^(n/2), twice
//   in[i] at 16 indices i:       AVX-512: one gather        others: 16 loads
//   sixteen powers of two:       AVX-512: a permute         AVX2: eight of them, others: no table
//
// Values are scalars or vectors of any number of lanes, as in LaneBuilder.h. For equal types, a
// target always emits the same instructions, so that equal computations give equal bits.
#pragma once

#include "schedule/VectorTarget.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

#include <string>

namespace lz::emit {

class LaneBuilder;

// The name of a function that kernels call: int64_t lz_is_cancelled(). The process that runs the
// kernels has this function.
inline constexpr char kIsCancelled[] = "lz_is_cancelled";

// Describes a table that fits into registers: the number of its entries, and the number of lanes
// that look up entries at once. {0, 0} means that the target has no such tables.
struct RegisterTable {
  int entries = 0; // 16; or 8, if they are f32
  int lanes = 0;
};

// The function of a kernel: the block where code is inserted, and the arguments.
struct KernelFrame {
  mlir::Block* entry;
  mlir::Value buffers;     // !llvm.ptr to the addresses of the inputs and then of the outputs
  mlir::Value lo, hi;      // i64; the kernel runs the units lo .. hi - 1
  bool hasOneUnit = false; // if set, the kernel runs only the unit lo, if lo < hi
};

class Target : public schedule::VectorTarget {
public:
  using Value = mlir::Value;

  explicit Target(const schedule::VectorTarget& target) : schedule::VectorTarget(target) {}
  virtual ~Target() = default;

  // Makes the function of a kernel. By default this is func @name(buffers, lo, hi), which threads
  // call for ranges of units.
  virtual KernelFrame beginKernel(mlir::ModuleOp module, const std::string& name) const;
  virtual void endKernel(mlir::OpBuilder& builder, mlir::Location loc) const;
  // Returns whether a kernel can call the function lz_is_cancelled of its process. If not, a run is
  // cancelled only between kernels.
  virtual bool callsHost() const { return false; }

  // Arithmetic on f32 and f64. Returns 1 / y with a relative error of at most 2^-14. y is an f32
  // that is normal, infinite or NaN. Null: the emitter divides.
  virtual Value reciprocal(LaneBuilder& b, Value y) const { return {}; }
  // Returns whether scaleByPower takes numbers of this type.
  virtual bool scalesByPower(mlir::Type type) const { return false; }
  // Returns p * 2^n rounded once, for every integral n. If n is inf, the result is inf, even if p
  // is NaN. If the result is null, the emitter multiplies by two powers of 2. In this case n must
  // be within twice the range of exponents.
  virtual Value scaleByPower(LaneBuilder& b, Value p, Value n) const { return {}; }
  // Returns x if |x| <= bound, else `bound` with the sign of x (also if x is NaN). `bound` is
  // positive. Null: the emitter uses a comparison and a select.
  virtual Value clampMagnitude(LaneBuilder& b, Value x, double bound) const { return {}; }

  // Return the greater and the lesser of two floats, with NaN and -0 as in LaneBuilder::maxf. Null:
  // LLVM lowers llvm.maximum, which can be slow.
  virtual Value maximum(LaneBuilder& b, Value x, Value y) const { return {}; }
  virtual Value minimum(LaneBuilder& b, Value x, Value y) const { return {}; }

  // Returns the size of the tables of f32 or f64 that the target can look up. Machines that scale
  // by powers have tables of sixteen entries. Others have tables of eight f32.
  virtual RegisterTable tableOf(mlir::Type element) const { return {}; }
  // Returns table[j mod entries] in each lane. The table has the size that tableOf returns, or
  // eight entries of i32. Each lane of `j` is an integer that is as wide as an entry.
  virtual Value lookUp(LaneBuilder& b, mlir::DenseElementsAttr table, Value j) const { return {}; }

  // Returns whether the target has instructions that convert between f16 and f32. If not, the
  // emitter writes integer code.
  virtual bool convertsF16() const { return false; }
  // Rounds f32 to the nearest bf16, ties to even, and returns the bits of the bf16 as i16.
  // Denormals are kept. Null: the emitter writes integer code.
  virtual Value roundToBf16(LaneBuilder& b, Value x) const { return {}; }
  // addPairs returns sum + x * y for pairs of bf16, each in 32 bits. x and y have the type of
  // `sum`, f32. Micro-kernels use addPairs if hasPairs().
  virtual bool hasPairs() const { return false; }
  virtual Value addPairs(LaneBuilder& b, Value x, Value y, Value sum) const { return {}; }

  // Returns sum + x * y for pairs of i16, each in an i32. x * y is the sum of two products: that of
  // the low halves and that of the high halves. Null: the emitter uses shifts and products.
  virtual Value addIntegerPairs(LaneBuilder& b, Value x, Value y, Value sum) const { return {}; }

  // Moves the lanes of x that are set in `mask` to the first lanes of the result, in order. The
  // other lanes become 0. x is a vector of i32. Null: the emitter stores lane by lane. If
  // `f32Lanes` is 16, the target must implement `compress` for 16 lanes.
  virtual Value compress(LaneBuilder& b, Value x, Value mask) const { return {}; }

  // Memory. Loads base[indices] as a vector of `type`. Lanes for which the mask is false become 0.
  // A null mask is always true. The indices are i32 or i64. Null: the emitter loads each lane
  // separately.
  virtual Value gather(LaneBuilder& b, mlir::VectorType type, Value base, Value indices,
                       Value mask) const {
    return {};
  }
  // Prefetches the cache line at `address`. The address can be invalid. Does nothing by default.
  virtual void prefetch(LaneBuilder& b, Value address, bool toWrite) const {}
  // Emits the fence that must follow streaming stores, so that other threads can read the values.
  // Does nothing by default.
  virtual void fenceStreams(mlir::OpBuilder& builder, mlir::Location loc) const {}
};

} // namespace lz::emit
