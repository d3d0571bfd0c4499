// Custom calls of LAPACK (hlo/shape/LapackCalls.h), by plain algorithms: what is unique is as LAPACK
// has it.
#include "hlo/eval/OpCall.h"
#include "hlo/eval/ops/Factors.h"
#include "hlo/shape/LapackCalls.h"
#include "spec/OpAttrs.inc.h"

namespace lz::eval {
namespace {

// The call with results that are to be filled.
struct Lapack {
  const OpCall& call;
  LapackConfig config;
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
  bool has(std::string_view name, char letter) const { return config.letter(name) == letter; }
};

template <typename T> void potrf(Lapack& x, int64_t i) {
  const Matrix<T> to = x.result<T>(0, i);
  std::vector<T> copy(to.data, to.data + to.rows * to.columns);
  const bool upper = x.has("uplo", 'U');
  const int64_t info = factorCholesky<T>(upper ? to.transposed() : to, upper ? to.transposed() : to);
  if (info != 0)
    std::copy(copy.begin(), copy.end(), to.data);
  x.setInfo(1, i, info);
}

template <typename T> void trsm(Lapack& x, int64_t i) {
  const Matrix<const T> from = x.operand<T>(1, i);
  std::copy_n(from.data, from.rows * from.columns, x.result<T>(0, i).data);
  solveTriangle(x.operand<T>(0, i), x.result<T>(0, i),
                Side{!x.has("side", 'R'), !x.has("uplo", 'U'),
                     x.has("trans_x", 'T') || x.has("trans_x", 'C'), x.has("diag", 'U')});
}

template <typename T> void getrf(Lapack& x, int64_t i) {
  x.setInfo(2, i, factorLu(x.result<T>(0, i), x.resultVector<int32_t>(1, i)));
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
  std::string_view name;
  RoutineFn narrow, wide;
};
constexpr Routine kRoutines[] = {
    {"geqrf", geqrf<float>, geqrf<double>}, {"getrf", getrf<float>, getrf<double>},
    {"orgqr", orgqr<float>, orgqr<double>}, {"potrf", potrf<float>, potrf<double>},
    {"trsm", trsm<float>, trsm<double>},
};

std::vector<TensorType> typesOf(absl::Span<const Literal> literals) {
  std::vector<TensorType> types;
  for (const Literal& literal : literals)
    types.push_back(literal.type());
  return types;
}

} // namespace

StatusOr<Literals> evalLapack(const OpCall& call) {
  const CustomCallAttrs attrs(call.attrs);
  const std::string target(attrs.callTargetName());
  LZ_RETURN_IF_ERROR(
      checkLapackCall(target, attrs.backendConfig(), typesOf(call.operands), call.resultTypes));
  const LapackCall routine = *lapackCall(target);
  const auto found = std::find_if(std::begin(kRoutines), std::end(kRoutines),
                                  [&](const Routine& r) { return r.name == routine.routine; });
  if (found == std::end(kRoutines))
    return unimplemented("[custom_call] target \"", target, "\" is not known to the interpreter");
  Lapack x{call, LapackConfig(attrs.backendConfig()), {}};
  for (const TensorType& type : call.resultTypes)
    x.results.push_back(Literal(type));
  // What a routine leaves is as its operand has it.
  if (call.resultTypes[0] == call.operandType(0))
    x.results[0] = call.operands[0];
  for (int64_t i = 0; i < numMatrices(call.operandType(0)); ++i)
    (routine.letter == 's' ? found->narrow : found->wide)(x, i);
  return std::move(x.results);
}

} // namespace lz::eval
