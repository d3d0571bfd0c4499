// The target x86-64. Within emit/, only this folder uses the intrinsics of a target
// (scripts/check_targets.py checks this).
#pragma once

#include "emit/core/Target.h"

namespace lz::emit {

// Instruction sets that VectorTarget does not describe.
struct X86Features {
  bool hasAvx512 = true; // F, BW, DQ and VL: vscalef, vrange, vpermi2, vfpclass, gathers
  bool hasF16C = true;
  bool hasBf16 = false; // AVX512_BF16
  bool hasVnni = false; // AVX512_VNNI
};

class X86Target final : public Target {
public:
  X86Target(const schedule::VectorTarget& target, X86Features features)
      : Target(target), features_(features) {}

  bool callsHost() const override { return true; }
  Value reciprocal(LaneBuilder& b, Value y) const override;
  bool scalesByPower(mlir::Type type) const override;
  Value scaleByPower(LaneBuilder& b, Value p, Value n) const override;
  Value clampMagnitude(LaneBuilder& b, Value x, double bound) const override;
  Value maximum(LaneBuilder& b, Value x, Value y) const override;
  Value minimum(LaneBuilder& b, Value x, Value y) const override;
  RegisterTable tableOf(mlir::Type element) const override;
  Value lookUp(LaneBuilder& b, mlir::DenseElementsAttr table, Value j) const override;
  bool convertsF16() const override { return features_.hasF16C; }
  Value roundToBf16(LaneBuilder& b, Value x) const override;
  bool hasPairs() const override { return features_.hasBf16; }
  Value addPairs(LaneBuilder& b, Value x, Value y, Value sum) const override;
  Value addIntegerPairs(LaneBuilder& b, Value x, Value y, Value sum) const override;
  Value compress(LaneBuilder& b, Value x, Value mask) const override;
  Value gather(LaneBuilder& b, mlir::VectorType type, Value base, Value indices,
               Value mask) const override;
  void prefetch(LaneBuilder& b, Value address, bool toWrite) const override;
  void fenceStreams(mlir::OpBuilder& builder, mlir::Location loc) const override;

private:
  // Returns whether the type fills a register of AVX-512. Then the 512-bit intrinsics can be used.
  bool isFullRegister(mlir::Type type) const;
  // Returns for each bit the value that the bit has in at least two of the three vectors. Returns
  // null if the target has no single instruction for this.
  Value majority(LaneBuilder& b, Value x, Value y, Value z) const;

  const X86Features features_;
};

} // namespace lz::emit
