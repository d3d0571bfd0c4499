// Custom calls of LAPACK (linalg/spec/LapackTable.h). LU and QR are computed in the operand's type.
// All other routines compute in a wider type (Decompositions.h).
#include "linalg/spec/LapackCheck.h"
#include "semantics/eval/OpCall.h"
#include "semantics/eval/ops/Decompositions.h"
#include "semantics/eval/ops/Factors.h"
#include "spec/OpAttrs.inc.h"

#include <cstring>
#include <numeric>

namespace lz::eval {
namespace {

// A call, and the results that the routine fills.
struct Lapack {
  const OpCall& call;
  Literals results;

  template <typename T> Matrix<const T> operand(size_t i, int64_t index) const {
    return matrixOf<T>(call.operands[i], index);
  }
  template <typename T> Matrix<T> result(size_t i, int64_t index) {
    return mutableMatrixOf<T>(results[i], index);
  }
  template <typename T> T* resultVector(size_t i, int64_t index) {
    return results[i].template mutableAs<T>() + index * results[i].type().dims.back();
  }
  void setInfo(size_t i, int64_t index, int64_t info) {
    results[i].mutableAs<int32_t>()[index] = int32_t(info);
  }
};

template <typename T> void getrf(Lapack& x, int64_t i) {
  x.setInfo(2, i, factorLu(x.result<T>(0, i), x.resultVector<int32_t>(1, i)));
}

// Row r of l u is row rows[r] of the operand.
template <typename T> void lu(Lapack& x, int64_t i) {
  int32_t* pivots = x.resultVector<int32_t>(1, i);
  int32_t* rows = x.resultVector<int32_t>(2, i);
  factorLu(x.result<T>(0, i), pivots);
  std::iota(rows, rows + x.results[2].type().dims.back(), 0);
  for (int64_t step = 0; step < x.results[1].type().dims.back(); ++step) {
    --pivots[step];
    std::swap(rows[step], rows[pivots[step]]);
  }
}

template <typename T> void geqrf(Lapack& x, int64_t i) {
  factorQr(x.result<T>(0, i), x.resultVector<T>(1, i));
}

template <typename T> void orgqr(Lapack& x, int64_t i) {
  const int64_t count = x.call.operandType(1).dims.back();
  formQ(x.operand<T>(0, i), x.call.operands[1].as<T>() + i * count, count, x.result<T>(0, i));
}

using RoutineFn = void (*)(Lapack& x, int64_t index);
struct Routine {
  linalg::LapackFunction function;
  RoutineFn of[4]; // one for each type: s, d, c, z
};
#define LZ_ROUTINE(function, name)                                                                 \
  {                                                                                                \
    linalg::LapackFunction::function, {                                                            \
      name<float>, name<double>, name<Complex<float>>, name<Complex<double>>                       \
    }                                                                                              \
  }
constexpr Routine kRoutines[] = {LZ_ROUTINE(Geqrf, geqrf), LZ_ROUTINE(Getrf, getrf),
                                 LZ_ROUTINE(Lu, lu), LZ_ROUTINE(Orgqr, orgqr)};

const Routine* findRoutine(linalg::LapackFunction function) {
  for (const Routine& routine : kRoutines)
    if (routine.function == function)
      return &routine;
  return nullptr;
}

size_t indexOf(DType dtype) {
  return dtype == DType::F32 ? 0 : dtype == DType::F64 ? 1 : dtype == DType::C64 ? 2 : 3;
}

std::vector<TensorType> typesOf(absl::Span<const Literal> literals) {
  std::vector<TensorType> types;
  for (const Literal& literal : literals)
    types.push_back(literal.type());
  return types;
}

} // namespace

bool hasFactors(linalg::LapackFunction function) {
  return findRoutine(function) != nullptr;
}

StatusOr<Literals> evalLapack(const OpCall& call) {
  const CustomCallAttrs attrs(call.attrs);
  const std::string target(attrs.callTargetName());
  LZ_RETURN_IF_ERROR(linalg::checkLapackCall(target, attrs.backendConfig(), typesOf(call.operands),
                                             call.resultTypes));
  const linalg::LapackFunction function = linalg::lapackCall(target)->function;
  Lapack x{call, {}};
  for (const TensorType& type : call.resultTypes)
    x.results.push_back(Literal(type));
  if (const Decomposition* decomposition = findDecomposition(function)) {
    LZ_RETURN_IF_ERROR(runDecomposition(*decomposition, call,
                                        linalg::LapackConfig(attrs.backendConfig()),
                                        absl::MakeSpan(x.results)));
    return std::move(x.results);
  }
  const Routine* routine = findRoutine(function);
  if (!routine)
    return unimplemented("[custom_call] target \"", target, "\" is not known to the interpreter");
  // If the first result has the type of the first operand, the result starts as a copy of the
  // operand, because some routines leave parts of the operand unchanged.
  if (call.resultTypes[0] == call.operandType(0))
    std::memcpy(x.results[0].mutableAs<std::byte>(), call.operands[0].data(),
                size_t(call.resultTypes[0].numBytes()));
  for (int64_t i = 0; i < linalg::numMatrices(call.operandType(0)); ++i)
    routine->of[indexOf(call.operandType(0).dtype)](x, i);
  return std::move(x.results);
}

} // namespace lz::eval
