#include "compiler/lower/LowerViews.h"

#include "base/DType.h"
#include "compiler/report/Provenance.h"
#include "fusion/attach/SlicesInPlace.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"

#include "mlir/IR/Matchers.h"

#include <algorithm>

namespace lz::compiler {
namespace {

// Returns the bytes from the first to the last element of an array with these strides.
int64_t spanOf(const TensorType& type, const Dims& strides) {
  int64_t last = 0;
  for (size_t d = 0; d < strides.size(); ++d)
    last += (type.dims[d] - 1) * strides[d];
  return (last + 1) * int64_t(byteSize(type.dtype));
}

} // namespace

void lowerView(mlir::Operation* op, LoweredProgram& program, StepValues& values,
               std::vector<Step>& out) {
  const mlir::Value source = op->getOperand(0), result = op->getResult(0);
  const TensorType type = hlo::fromIr(result.getType()), whole = hlo::fromIr(source.getType());
  const Dims strides = fusion::stridesOf(result);
  Step step{StepKind::View, "view", {values.of(source)}};
  ViewPlace place;
  auto startAt = [&](size_t d, int64_t start) {
    place.offset += start * strides[d] * int64_t(byteSize(type.dtype));
  };
  if (auto slice = mlir::dyn_cast<hlo::SliceOp>(op)) {
    for (auto [d, start] : llvm::enumerate(slice.getStartIndices()))
      startAt(d, start);
  } else {
    for (auto [d, start] : llvm::enumerate(op->getOperands().drop_front())) {
      const int64_t most = whole.dims[d] - type.dims[d];
      mlir::DenseIntElementsAttr constant;
      if (most == 0)
        continue;
      if (mlir::matchPattern(start, mlir::m_Constant(&constant))) {
        startAt(d, std::clamp<int64_t>((*constant.begin()).getSExtValue(), 0, most));
        continue;
      }
      place.starts.push_back({most, strides[d] * int64_t(byteSize(type.dtype))});
      step.operands.push_back(values.of(start));
    }
  }
  StepValue made{ValueKind::View, spanOf(type, strides)};
  made.content = type.numBytes();
  made.viewOf = step.operands[0];
  const ValueId id = values.add(std::move(made));
  describe(values.at(id), result);
  values.name(result, id);
  step.results = {id};
  std::vector<std::string> starts;
  for (size_t i = 1; i < step.operands.size(); ++i)
    starts.push_back(absl::StrCat("operand ", i));
  step.attrs = print(place, starts);
  step.payload = int32_t(program.views.size());
  program.views.push_back(std::move(place));
  out.push_back(std::move(step));
}

} // namespace lz::compiler
