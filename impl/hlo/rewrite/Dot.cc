#include "hlo/rewrite/Dot.h"

#include "base/DimSet.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {

bool mayReorder(DType dtype) {
  return dtype == DType::F32 || dtype == DType::F64 || dtype == DType::BF16 ||
         (isInteger(dtype) && bitWidth(dtype) >= 8);
}

Ints DotSide::free() const {
  Ints dims;
  int64_t rank = typeOf(value).rank();
  DimSet named(rank, {batching, contracting});
  for (int64_t d = 0; d < rank; ++d)
    if (!named.contains(d))
      dims.push_back(d);
  return dims;
}

Dot::Dot(mlir::Operation* op) : result(typeOf(op->getResult(0))) {
  AttrsOf<DotGeneralAttrs> attrs(op);
  auto list = [](absl::Span<const int64_t> dims) { return Ints(dims.begin(), dims.end()); };
  lhs = {op->getOperand(0), list(attrs.lhsBatchingDimensions()),
         list(attrs.lhsContractingDimensions())};
  rhs = {op->getOperand(1), list(attrs.rhsBatchingDimensions()),
         list(attrs.rhsContractingDimensions())};
}

mlir::Value Dot::make(OpMaker& maker) const {
  return maker.make(Opcode::DotGeneral, {lhs.value, rhs.value},
                    {{"lhs_batching_dimensions", lhs.batching},
                     {"rhs_batching_dimensions", rhs.batching},
                     {"lhs_contracting_dimensions", lhs.contracting},
                     {"rhs_contracting_dimensions", rhs.contracting}},
                    &result);
}

} // namespace lz::hlo
