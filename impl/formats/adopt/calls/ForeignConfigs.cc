#include "formats/adopt/calls/ForeignConfigs.h"

#include "hlo/ir/Dialect.h"
#include "linalg/spec/LapackConfig.h"
#include "linalg/spec/LapackTable.h"

#include "mlir/IR/Builders.h"

namespace lz::formats {
namespace {

// Returns whether the layout, from the fastest dimension to the slowest, lists the rows, the
// columns, and the batch dimensions from last to first.
bool isColumnMajor(mlir::Attribute layout) {
  auto order = mlir::dyn_cast<mlir::DenseIntElementsAttr>(layout);
  if (!order)
    return false;
  llvm::SmallVector<int64_t> dims;
  for (const llvm::APInt& dim : order.getValues<llvm::APInt>())
    dims.push_back(dim.getSExtValue());
  const auto rank = int64_t(dims.size());
  for (int64_t i = 0; i < rank; ++i)
    if (dims[size_t(i)] != (rank < 2 || i > 1 ? rank - 1 - i : rank - 2 + i))
      return false;
  return true;
}

// Returns whether the layout of the vectors of a batch is row-major.
bool isRowMajor(mlir::Attribute layout) {
  auto order = mlir::dyn_cast<mlir::DenseIntElementsAttr>(layout);
  int64_t next = order ? order.getNumElements() : 0;
  return order && llvm::all_of(order.getValues<llvm::APInt>(), [&](const llvm::APInt& dim) {
           return dim.getSExtValue() == --next;
         });
}

// Returns whether all matrices are column-major and all other tensors row-major, as JAX passes
// them. Types alone do not tell matrices from batches of vectors.
bool areAsInJax(mlir::ArrayAttr layouts, const std::vector<linalg::LapackTensor>& tensors) {
  if (!layouts)
    return false;
  for (auto [layout, tensor] : llvm::zip(layouts, tensors))
    if (!(tensor.isMatrix() ? isColumnMajor(layout) : isRowMajor(layout)))
      return false;
  return true;
}

// Returns whether the call names a LAPACK routine and passes it tensors with other layouts than
// those of JAX. Returns false for XLA's own calls, whose layouts have no meaning.
bool isElsewhere(hlo::CustomCallOp call) {
  const std::optional<linalg::LapackCall> lapack =
      linalg::lapackCall(call.getCallTargetName().str());
  if (!lapack || lapack->letter == 0)
    return false;
  const bool isComplex = lapack->letter == 'c' || lapack->letter == 'z';
  const linalg::LapackTensors tensors = lapackTensors(lapack->function, isComplex);
  return !areAsInJax(call.getOperandLayoutsAttr(), tensors.operands) ||
         !areAsInJax(call.getResultLayoutsAttr(), tensors.results);
}

void join(hlo::CustomCallOp call) {
  auto config = call->getAttrOfType<mlir::DictionaryAttr>("mhlo.backend_config");
  auto text = mlir::dyn_cast_or_null<mlir::StringAttr>(call.getBackendConfigAttr());
  if (!config || (call.getBackendConfigAttr() && !(text && text.empty())))
    return;
  mlir::NamedAttrList attrs(config);
  if (call->getNumOperands() > 0 && isElsewhere(call))
    attrs.set(llvm::StringRef(linalg::kRowMajor.data(), linalg::kRowMajor.size()),
              mlir::Builder(call.getContext()).getI64IntegerAttr(1));
  call.setBackendConfigAttr(attrs.getDictionary(call.getContext()));
}

} // namespace

void joinForeignConfigs(mlir::ModuleOp module) {
  module.walk([](hlo::CustomCallOp call) { join(call); });
}

} // namespace lz::formats
