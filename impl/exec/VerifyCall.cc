#include "exec/VerifyCall.h"

#include "absl/algorithm/container.h"
#include "base/Checked.h"
#include "exec/Linalg.h"
#include "fft/Plan.h"
#include "linalg/MatrixShape.h"
#include "linalg/spec/LapackCheck.h"

namespace lz::exec {
namespace {

// Returns whether the array is so small that `needs` and `plan` of any function can multiply its
// extents without overflow. Extents of 0 count as 1, because a function may multiply only the other
// extents.
bool isPossible(const TensorType& type) {
  constexpr int64_t kMostElements = int64_t(1) << 48;
  int64_t elements = 1;
  for (int64_t extent : type.dims)
    elements = productUpTo(elements, std::max<int64_t>(extent, 1), kMostElements + 1);
  return checkType(type).ok() && elements <= kMostElements;
}

bool hasCounts(const CallSignature& s, size_t operands, size_t results) {
  return s.operands.size() == operands && s.results.size() == results;
}
bool isReal(const TensorType& type) {
  return type.dtype == DType::F32 || type.dtype == DType::F64;
}
// Returns whether a single element can be read as a C++ type.
bool isPlain(const TensorType& type) {
  return isValid(type.dtype) && !isSmall(type.dtype) && !isComplex(type.dtype);
}
bool isBatchOf(const TensorType& type, int64_t rows, int64_t columns) {
  return type.rank() >= 2 && linalg::rowsOf(type) == rows && linalg::columnsOf(type) == columns;
}

bool isConcatenate(const CallSignature& s) {
  if (s.operands.empty() || s.results.size() != 1)
    return false;
  const TensorType& result = s.results[0];
  const int64_t dimension = s.attrsOf<ConcatenateCallAttrs>().dimension;
  if (dimension < 0 || dimension >= result.rank())
    return false;
  CheckedInt extent = 0;
  for (TensorType operand : s.operands) {
    if (operand.rank() != result.rank())
      return false;
    extent = checkedAdd(extent, operand.dims[size_t(dimension)]);
    operand.dims[size_t(dimension)] = result.dims[size_t(dimension)];
    if (operand != result)
      return false;
  }
  return extent == result.dims[size_t(dimension)];
}

bool isSort(const CallSignature& s) {
  if (s.operands.empty() || s.operands != s.results)
    return false;
  const auto& attrs = s.attrsOf<SortCallAttrs>();
  const auto count = int64_t(s.operands.size());
  return attrs.dimension >= 0 && attrs.dimension < s.operands[0].rank() &&
         absl::c_all_of(
             s.operands,
             [&](const TensorType& type) {
               return !isSubByte(type.dtype) && type.dims == s.operands[0].dims;
             }) &&
         absl::c_all_of(
             attrs.keys,
             [&](int64_t key) {
               return key >= 0 && key < count && isPlain(s.operands[size_t(key)]);
             }) &&
         attrs.orders.size() == attrs.keys.size() && attrs.descending.size() == attrs.keys.size();
}

bool isTopK(const CallSignature& s) {
  if (!hasCounts(s, 1, 2) || s.operands[0].rank() < 1 || !isPlain(s.operands[0]))
    return false;
  TensorType values = s.operands[0];
  const int64_t k = s.attrsOf<TopKCallAttrs>().k;
  if (k < 0 || k > values.dims.back() || values.dims.back() > std::numeric_limits<int32_t>::max())
    return false;
  values.dims.back() = k;
  return s.results[0] == values && s.results[1] == TensorType{DType::S32, values.dims};
}

bool isCholesky(const CallSignature& s) {
  return hasCounts(s, 1, 1) && isReal(s.operands[0]) && s.operands[0] == s.results[0] &&
         s.operands[0].rank() >= 2 &&
         linalg::rowsOf(s.operands[0]) == linalg::columnsOf(s.operands[0]);
}

bool isTriangularSolve(const CallSignature& s) {
  if (!hasCounts(s, 2, 1) || !isReal(s.operands[0]) || s.operands[1] != s.results[0] ||
      s.operands[0].dtype != s.operands[1].dtype || s.operands[0].rank() < 2 ||
      s.operands[1].rank() != s.operands[0].rank())
    return false;
  const bool isLeft = s.attrsOf<TriangularSolveCallAttrs>().leftSide != 0;
  const int64_t n = isLeft ? linalg::rowsOf(s.operands[1]) : linalg::columnsOf(s.operands[1]);
  return isBatchOf(s.operands[0], n, n) &&
         linalg::numMatrices(s.operands[0]) == linalg::numMatrices(s.operands[1]);
}

// Returns whether programs may call the routine, and whether the types of operands and results fit.
bool isLapack(const CallSignature& s) {
  const auto& attrs = s.attrsOf<LapackCallAttrs>();
  const std::optional<linalg::LapackFunction> function = linalg::lapackFunction(attrs.routine);
  if (!function || !hasLapack(*function))
    return false;
  const auto known = lapackOptions(*function);
  const bool isKnown =
      std::equal(attrs.options.begin(), attrs.options.end(), known.begin(), known.end(),
                 [](const auto& option, const linalg::LapackOption& other) {
                   return option.name == other.name;
                 });
  return isKnown && fitsLapack(*function, s.operands, s.results, lapackOptionsOf(s));
}

// Compares fft_length with the operand. For an inverse real transform, compares it with the result
// instead, because the operand has only half of the elements.
bool isFft(const CallSignature& s) {
  const int64_t kind = s.attrsOf<FftCallAttrs>().fftType;
  const std::vector<int64_t>& lengths = s.attrsOf<FftCallAttrs>().fftLength;
  if (!hasCounts(s, 1, 1) || kind < 0 || kind > int64_t(fft::Kind::Irfft) || lengths.empty())
    return false;
  const TensorType& whole = fft::Kind(kind) == fft::Kind::Irfft ? s.results[0] : s.operands[0];
  const DType part = partType(whole.dtype);
  if ((part != DType::F32 && part != DType::F64) || lengths.size() > whole.dims.size())
    return false;
  return std::equal(lengths.rbegin(), lengths.rend(), whole.dims.rbegin()) &&
         s.operands[0].rank() == s.results[0].rank();
}

bool isRandomBits(const CallSignature& s) {
  if (!hasCounts(s, 1, 2) || s.operands[0] != s.results[0] || !isPlain(s.results[1]))
    return false;
  const Dims& state = s.operands[0].dims;
  return s.operands[0].dtype == DType::U64 && state.size() == 1 && (state[0] == 2 || state[0] == 3);
}

struct TypeRule {
  std::string_view function;
  bool (*holds)(const CallSignature& signature);
};
constexpr TypeRule kTypes[] = {
    {"cholesky", isCholesky}, {"concatenate", isConcatenate},          {"fft", isFft},
    {"lapack", isLapack},     {"rng_bit_generator", isRandomBits},     {"sort", isSort},
    {"top_k", isTopK},        {"triangular_solve", isTriangularSolve},
};

} // namespace

Status verifySignature(std::string_view function, const CallSignature& signature) {
  constexpr int kMostThreads = 1 << 16;
  const auto* rule =
      absl::c_find_if(kTypes, [&](const TypeRule& r) { return r.function == function; });
  const bool isKnown = rule != std::end(kTypes) && isOf(function, signature.attrs);
  const bool hasTypes = absl::c_all_of(signature.operands, isPossible) &&
                        absl::c_all_of(signature.results, isPossible);
  if (signature.threads < 1 || signature.threads > kMostThreads || !isKnown || !hasTypes ||
      !rule->holds(signature))
    return internalError("[", absl::string_view(function.data(), function.size()),
                         "] the call has types or attributes that the function does not take");
  return okStatus();
}

// The body of a sort without keys has two elements of each operand as parameters.
std::optional<std::vector<TensorType>> bodyParamsOf(std::string_view function,
                                                    const CallSignature& signature) {
  if (function != "sort" || !signature.attrsOf<SortCallAttrs>().keys.empty())
    return std::nullopt;
  std::vector<TensorType> params;
  for (const TensorType& operand : signature.operands)
    params.insert(params.end(), 2, TensorType{operand.dtype, {}});
  return params;
}

} // namespace lz::exec
