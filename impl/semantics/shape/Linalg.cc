// cholesky and triangular_solve. The last two dimensions are a matrix, and the dimensions before
// them are a batch.
#include "semantics/shape/Checks.h"
#include "spec/OpAttrs.inc.h"

namespace lz::shape {
namespace {

Status checkMatrices(const Call& call, size_t operand, std::string_view name) {
  const TensorType& type = call.operand(operand);
  if (type.rank() < 2)
    return call.errorAt(operand, named(name, type),
                        " is not a matrix; it needs two dimensions or "
                        "more: reshape it with reshape");
  if (!isFloat(type.dtype) && !isComplex(type.dtype))
    return call.errorAt(operand, "takes floats and complex numbers, but ", name, " is ", type.str(),
                        "; convert it with convert");
  return okStatus();
}

Status checkSquare(const Call& call, const TensorType& a) {
  const int64_t rows = a.dims[a.dims.size() - 2], columns = a.dims.back();
  if (rows != columns)
    return call.errorAt(0, "needs square matrices, but those of ", named("a", a), " are ", rows,
                        " by ", columns);
  return okStatus();
}

} // namespace

// Constraint C1 requires that the result has the type of a. Inference gives it this type.
Status inferCholesky(const Call& call, TypeList& results) {
  LZ_RETURN_IF_ERROR(checkMatrices(call, 0, "a"));        // constraint C2
  LZ_RETURN_IF_ERROR(checkSquare(call, call.operand(0))); // constraint C3
  results.push_back(call.operand(0));
  return okStatus();
}

// Constraint C4 requires that the result has the type of b. Inference gives it this type.
Status inferTriangularSolve(const Call& call, TypeList& results) {
  const TensorType &a = call.operand(0), &b = call.operand(1);
  LZ_RETURN_IF_ERROR(checkMatrices(call, 0, "a"));
  LZ_RETURN_IF_ERROR(checkMatrices(call, 1, "b"));
  if (a.dtype != b.dtype) // constraint C1
    return call.error("operands have different element types: ", both(a, b),
                      "; convert one of them with convert");
  if (a.rank() != b.rank()) // constraint C2
    return call.error("operands have different ranks: ", both(a, b),
                      "; broadcast one of them with broadcast_in_dim");
  LZ_RETURN_IF_ERROR(checkSquare(call, a)); // constraint C3
  const size_t batch = a.dims.size() - 2;
  for (size_t d = 0; d < batch; ++d)
    if (a.dims[d] != b.dims[d])
      return call.error("batch dimensions differ: dim ", int64_t(d), " of ", both(a, b),
                        "; broadcast one of them with broadcast_in_dim");
  const bool left = TriangularSolveAttrs(call.attrs()).leftSide();
  const int64_t size = b.dims[left ? batch : batch + 1];
  if (size != a.dims.back())
    return call.error("matrices do not fit: ", named("a", a), " is on the ",
                      left ? "left" : "right", " of x, so ", named("b", b), " must have ",
                      a.dims.back(), left ? " rows" : " columns", ", but has ", size);
  results.push_back(b);
  return okStatus();
}

} // namespace lz::shape
