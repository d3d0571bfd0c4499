// The emitters know formulas, and a Target knows the instructions of a machine. X86.h and Nvptx.h
// in emit/target implement it. docs/how-to-add-a-target.md says what another target needs.
//
// This class itself describes a machine of which only VectorTarget is known. A member that returns
// a value may return null. The emitter then writes the same with plain operations. So a target
// overrides only what it can do better, and one that overrides nothing is correct on every machine:
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

// The function that contains the code of a kernel: the place where code is inserted, and the
// arguments.
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

  // Makes the function of a kernel. By default it is func @name(buffers, lo, hi), which threads
  // call for ranges of units.
  virtual KernelFrame beginKernel(mlir::ModuleOp module, const std::string& name) const;
  virtual void endKernel(mlir::OpBuilder& builder, mlir::Location loc) const;
  // Returns whether a kernel may call lz_is_cancelled of its process. If not, a run is cancelled
  // only between kernels.
  virtual bool callsHost() const { return false; }

  // Arithmetic on f32 and f64. Returns 1 / y with a relative error of 2^-14 for an f32 that is
  // normal, infinite or NaN. Null: the emitter divides.
  virtual Value reciprocal(LaneBuilder& b, Value y) const { return {}; }
  // Returns whether scaleByPower takes numbers of this type.
  virtual bool scalesByPower(mlir::Type type) const { return false; }
  // Returns p * 2^n rounded once, for every integral n. For n = inf the result is inf for every p,
  // even NaN. Null: the emitter multiplies with two powers, which requires n within twice the range
  // of exponents.
  virtual Value scaleByPower(LaneBuilder& b, Value p, Value n) const { return {}; }
  // Returns x, or `bound` with the sign of x if |x| > bound or x is NaN. `bound` is positive. Null:
  // the emitter compares and selects.
  virtual Value clampMagnitude(LaneBuilder& b, Value x, double bound) const { return {}; }

  // Return the greater and the lesser of two values, as LaneBuilder::maxf does. Null: LLVM lowers
  // llvm.maximum, which is always correct but may be slow.
  virtual Value maximum(LaneBuilder& b, Value x, Value y) const { return {}; }
  virtual Value minimum(LaneBuilder& b, Value x, Value y) const { return {}; }

  // Returns the tables for elements of f32 or f64. They have sixteen entries on machines that scale
  // by powers, and eight entries of f32 on others.
  virtual RegisterTable tableOf(mlir::Type element) const { return {}; }
  // Returns table[j mod entries] in each lane. The table is one that tableOf allows, or has eight
  // entries of i32. `j` is a vector of integers of the same width.
  virtual Value lookUp(LaneBuilder& b, mlir::DenseElementsAttr table, Value j) const { return {}; }

  // Returns whether conversions between f16 and f32 are instructions. If not, the emitter writes
  // integer code.
  virtual bool convertsF16() const { return false; }
  // Rounds f32 to the bits (i16) of the nearest bf16, ties to even, and keeps denormals. Null: the
  // emitter writes integer code.
  virtual Value roundToBf16(LaneBuilder& b, Value x) const { return {}; }
  // Returns sum + x * y for pairs of bf16 in 32 bits. All three have the type of `sum`, f32. Only
  // micro-kernels use it, and only if the target has pairs.
  virtual bool hasPairs() const { return false; }
  virtual Value addPairs(LaneBuilder& b, Value x, Value y, Value sum) const { return {}; }

  // Returns sum + x * y for pairs of i16 in i32. The product of two pairs is the sum of the
  // products of their halves. Null: the emitter uses shifts and products.
  virtual Value addIntegerPairs(LaneBuilder& b, Value x, Value y, Value sum) const { return {}; }

  // Moves the lanes of x, a vector of i32, whose bit of `mask` is set to the first lanes, in order,
  // and fills the others with 0. Null: the emitter stores lane by lane. A target with 16 f32Lanes
  // must implement it for 16 lanes.
  virtual Value compress(LaneBuilder& b, Value x, Value mask) const { return {}; }

  // Memory. Loads base[indices] as a vector of `type`. Lanes for which the mask is false become 0;
  // a null mask is always true. The indices are i32 or i64. Null: the emitter loads each lane by
  // itself.
  virtual Value gather(LaneBuilder& b, mlir::VectorType type, Value base, Value indices,
                       Value mask) const {
    return {};
  }
  // Prefetches the cache line at `address`, which need not be valid memory. Does nothing by
  // default.
  virtual void prefetch(LaneBuilder& b, Value address, bool toWrite) const {}
  // Emits a fence after the last store past the caches, so that other threads see the values. Does
  // nothing by default, since such stores are then ordinary stores.
  virtual void fenceStreams(mlir::OpBuilder& builder, mlir::Location loc) const {}
};

} // namespace lz::emit
