// The emitters know formulas, and a Target knows the instructions of a machine. X86.h and Nvptx.h
// in emit/target implement it. docs/how-to-add-a-target.md says what another target needs.
//
// This class itself describes a machine of which only the fields of VectorTarget are known. A
// member that emits code is allowed to return null. The emitter then writes the same computation
// with plain operations. So a target overrides only what its instructions do better. A target that
// overrides nothing is correct on every machine:
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

// The name of the function int64_t lz_is_cancelled() of the process that runs the kernels.
inline constexpr char kIsCancelled[] = "lz_is_cancelled";

// Describes tables in registers: the number of entries, and the lanes of a vector that looks
// entries up. {0, 0} means that the target has no such tables.
struct RegisterTable {
  int entries = 0; // 16, or 8 of f32
  int lanes = 0;
};

// The function of a kernel: the block where code is inserted, and the arguments.
struct KernelFrame {
  mlir::Block* entry;
  mlir::Value buffers;     // !llvm.ptr to the addresses of the inputs and then of the outputs
  mlir::Value lo, hi;      // i64, the units of the grid to run: lo .. hi - 1
  bool hasOneUnit = false; // at most one unit is run: lo, if lo < hi
};

class Target : public schedule::VectorTarget {
public:
  using Value = mlir::Value;

  explicit Target(const schedule::VectorTarget& target) : schedule::VectorTarget(target) {}
  virtual ~Target() = default;

  // Makes the function of a kernel. By default this is func @name(buffers, lo, hi). Threads call
  // it, each time for a range of units.
  virtual KernelFrame beginKernel(mlir::ModuleOp module, const std::string& name) const;
  virtual void endKernel(mlir::OpBuilder& builder, mlir::Location loc) const;
  // Returns whether a kernel may call the function lz_is_cancelled of its process. If not, a run is
  // cancelled only between kernels.
  virtual bool callsHost() const { return false; }

  // Arithmetic on f32 and f64. Returns 1 / y for an f32 y that is normal, infinite or NaN, with a
  // relative error of at most 2^-14. Null: the emitter divides.
  virtual Value reciprocal(LaneBuilder& b, Value y) const { return {}; }
  // Returns whether scaleByPower takes numbers of this type.
  virtual bool scalesByPower(mlir::Type type) const { return false; }
  // Returns p * 2^n rounded once, for every integral n. For n = inf the result is inf for every p,
  // even NaN. Null: the emitter multiplies by two powers of 2, so n must be within twice the range
  // of exponents.
  virtual Value scaleByPower(LaneBuilder& b, Value p, Value n) const { return {}; }
  // Returns x, or `bound` with the sign of x if |x| > bound or x is NaN. `bound` is positive. Null:
  // the emitter uses a comparison and a select.
  virtual Value clampMagnitude(LaneBuilder& b, Value x, double bound) const { return {}; }

  // Return the greater and the lesser of two floats, with NaN and -0 as in LaneBuilder::maxf. Null:
  // LLVM lowers llvm.maximum, which is always correct but may be slow.
  virtual Value maximum(LaneBuilder& b, Value x, Value y) const { return {}; }
  virtual Value minimum(LaneBuilder& b, Value x, Value y) const { return {}; }

  // Returns what tables of f32 or f64 the target can look up. They have sixteen entries on machines
  // that scale by powers, and eight entries of f32 on others.
  virtual RegisterTable tableOf(mlir::Type element) const { return {}; }
  // Returns table[j mod entries] in each lane. The table has the size that tableOf returns, or
  // eight entries of i32. `j` is a vector of integers that are as wide as the entries.
  virtual Value lookUp(LaneBuilder& b, mlir::DenseElementsAttr table, Value j) const { return {}; }

  // Returns whether the target has instructions that convert between f16 and f32. If not, the
  // emitter writes integer code.
  virtual bool convertsF16() const { return false; }
  // Rounds f32 to the nearest bf16, ties to even, and returns its bits as i16. Denormals are kept.
  // Null: the emitter writes integer code.
  virtual Value roundToBf16(LaneBuilder& b, Value x) const { return {}; }
  // addPairs returns sum + x * y for pairs of bf16, each in 32 bits. x and y have the type of
  // `sum`, f32. Only micro-kernels use it, and only if hasPairs().
  virtual bool hasPairs() const { return false; }
  virtual Value addPairs(LaneBuilder& b, Value x, Value y, Value sum) const { return {}; }

  // Returns sum + x * y for pairs of i16, each in an i32. x * y is the sum of two products: that of
  // the low halves and that of the high halves. Null: the emitter uses shifts and products.
  virtual Value addIntegerPairs(LaneBuilder& b, Value x, Value y, Value sum) const { return {}; }

  // Packs the lanes of x whose bit of `mask` is set into the first lanes of the result, in order,
  // and fills the others with 0. x is a vector of i32. Null: the emitter stores lane by lane. A
  // target with 16 f32Lanes must implement it for 16 lanes.
  virtual Value compress(LaneBuilder& b, Value x, Value mask) const { return {}; }

  // Memory. Loads base[indices] as a vector of `type`. Lanes for which the mask is false become 0;
  // a null mask is always true. The indices are i32 or i64. Null: the emitter loads each lane
  // separately.
  virtual Value gather(LaneBuilder& b, mlir::VectorType type, Value base, Value indices,
                       Value mask) const {
    return {};
  }
  // Prefetches the cache line at `address`, which may be an invalid address. Does nothing by
  // default.
  virtual void prefetch(LaneBuilder& b, Value address, bool toWrite) const {}
  // Emits the fence that must follow streaming stores before other threads may read the values.
  // Does nothing by default, because without special instructions they are ordinary stores.
  virtual void fenceStreams(mlir::OpBuilder& builder, mlir::Location loc) const {}
};

} // namespace lz::emit
