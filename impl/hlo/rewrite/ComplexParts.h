// Expresses elementwise ops on complex numbers by ops on their real and imaginary parts.
#pragma once

#include "hlo/rewrite/RealValue.h"
#include "spec/Enums.inc.h"

#include <optional>

namespace lz::hlo {

using Parts = Complex<RealValue>;

// The result of an op on parts: a complex number, or one real value.
struct Expanded {
  mlir::Value re, im{};

  Expanded(Parts x) : re(x.re.value), im(x.im.value) {}
  Expanded(RealValue x) : re(x.value) {}
  Expanded(TruthValue x) : re(x.value) {}
};

// Expands an op by the formula of its entry. Returns nullopt if the entry has no formula.
std::optional<Expanded> expandByFormula(Opcode opcode, llvm::ArrayRef<Parts> operands);

// Returns whether each part of the result depends only on the same part of the operands. This is
// true if the body of the op adds its arguments, or returns one of them.
bool isByParts(mlir::Operation* op);

TruthValue compareParts(lz::ComparisonDirection direction, Parts x, Parts y);

} // namespace lz::hlo
