// Elementwise ops on complex numbers as ops on their parts.
#pragma once

#include "hlo/rewrite/RealValue.h"
#include "spec/Enums.inc.h"

#include <optional>

namespace lz::hlo {

using Parts = Complex<RealValue>;

// What an op on parts gives: a complex number, or one value.
struct Expanded {
  mlir::Value re, im{};

  Expanded(Parts x) : re(x.re.value), im(x.im.value) {}
  Expanded(RealValue x) : re(x.value) {}
  Expanded(TruthValue x) : re(x.value) {}
};

// By the formula of the op's entry; none: it has no formula.
std::optional<Expanded> expandByFormula(Opcode opcode, llvm::ArrayRef<Parts> operands);

// Whether each part of the result follows from that part of the operands alone: the body adds, or
// chooses one of its arguments.
bool isByParts(mlir::Operation* op);

TruthValue compareParts(lz::ComparisonDirection direction, Parts x, Parts y);

} // namespace lz::hlo
