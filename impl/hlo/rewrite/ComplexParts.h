// Elementwise ops on complex numbers as ops on their parts.
#pragma once

#include "hlo/rewrite/RealValue.h"
#include "spec/Enums.inc.h"

#include <optional>

namespace lz::hlo {

using Parts = Complex<RealValue>;

// The result of an op on parts: a complex number, or one value.
struct Expanded {
  mlir::Value re, im{};

  Expanded(Parts x) : re(x.re.value), im(x.im.value) {}
  Expanded(RealValue x) : re(x.value) {}
  Expanded(TruthValue x) : re(x.value) {}
};

// Expands by the formula of the op's entry; nullopt: it has no formula.
std::optional<Expanded> expandByFormula(Opcode opcode, llvm::ArrayRef<Parts> operands);

// Whether each part of the result depends only on that part of the operands: the body adds, or
// chooses one of its arguments.
bool isByParts(mlir::Operation* op);

TruthValue compareParts(lz::ComparisonDirection direction, Parts x, Parts y);

} // namespace lz::hlo
