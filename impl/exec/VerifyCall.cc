#include "exec/VerifyCall.h"

#include "absl/algorithm/container.h"
#include "base/Checked.h"
#include "exec/Linalg.h"
#include "fft/Plan.h"
#include "linalg/MatrixShape.h"
#include "linalg/spec/LapackCheck.h"

namespace lz::exec {
namespace {

// Numbers are those of CallAttr's alternatives.
enum AttrKind : size_t { Int = 0, Text = 2, Ints = 3, Texts = 4 };

struct AttrRule {
  std::string_view function, name;
  AttrKind kind;
};
constexpr AttrRule kAttrs[] = {
    {"cholesky", "lower", Int},
    {"concatenate", "dimension", Int},
    {"fft", "fft_length", Ints},
    {"fft", "fft_type", Int},
    {"lapack", "routine", Text},
    {"rng_bit_generator", "rng_algorithm", Int},
    {"sort", "descending", Ints},
    {"sort", "dimension", Int},
    {"sort", "equal", Text},
    {"sort", "keys", Ints},
    {"sort", "orders", Texts},
    {"top_k", "k", Int},
    {"triangular_solve", "left_side", Int},
    {"triangular_solve", "lower", Int},
    {"triangular_solve", "transpose_a", Int},
    {"triangular_solve", "unit_diagonal", Int},
};

// An option of a routine of LAPACK is a number.
bool hasKinds(std::string_view function, const CallAttrs& attrs) {
  return absl::c_all_of(attrs, [&](const auto& attr) {
    for (const AttrRule& rule : kAttrs)
      if (rule.function == function && rule.name == attr.first)
        return attr.second.index() == rule.kind;
    return function != "lapack" || attr.second.index() == Int;
  });
}

// Needs and plans multiply numbers of elements by what an element takes; no array has as many. Some
// multiply only some of the extents: those that are not 0 count.
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
// Elements that are read one by one as a type of C++.
bool isPlain(const TensorType& type) {
  return isValid(type.dtype) && !isSmall(type.dtype) && !isComplex(type.dtype);
}
bool isBatchOf(const TensorType& type, int64_t rows, int64_t columns) {
  return type.rank() >= 2 && rowsOf(type) == rows && columnsOf(type) == columns;
}

bool isConcatenate(const CallSignature& s) {
  if (s.operands.empty() || s.results.size() != 1)
    return false;
  const TensorType& result = s.results[0];
  const int64_t dimension = s.attr<int64_t>("dimension");
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
  const int64_t dimension = s.attr<int64_t>("dimension"), count = int64_t(s.operands.size());
  const auto& keys = s.attr<std::vector<int64_t>>("keys");
  return dimension >= 0 && dimension < s.operands[0].rank() &&
         absl::c_all_of(
             s.operands,
             [&](const TensorType& type) {
               return !isSubByte(type.dtype) && type.dims == s.operands[0].dims;
             }) &&
         absl::c_all_of(
             keys,
             [&](int64_t key) {
               return key >= 0 && key < count && isPlain(s.operands[size_t(key)]);
             }) &&
         s.attr<std::vector<std::string>>("orders").size() == keys.size() &&
         s.attr<std::vector<int64_t>>("descending").size() == keys.size();
}

bool isTopK(const CallSignature& s) {
  if (!hasCounts(s, 1, 2) || s.operands[0].rank() < 1 || !isPlain(s.operands[0]))
    return false;
  TensorType values = s.operands[0];
  const int64_t k = s.attr<int64_t>("k");
  if (k < 0 || k > values.dims.back() || values.dims.back() > std::numeric_limits<int32_t>::max())
    return false;
  values.dims.back() = k;
  return s.results[0] == values && s.results[1] == TensorType{DType::S32, values.dims};
}

bool isCholesky(const CallSignature& s) {
  return hasCounts(s, 1, 1) && isReal(s.operands[0]) && s.operands[0] == s.results[0] &&
         s.operands[0].rank() >= 2 && rowsOf(s.operands[0]) == columnsOf(s.operands[0]);
}

bool isTriangularSolve(const CallSignature& s) {
  if (!hasCounts(s, 2, 1) || !isReal(s.operands[0]) || s.operands[1] != s.results[0] ||
      s.operands[0].dtype != s.operands[1].dtype || s.operands[0].rank() < 2 ||
      s.operands[1].rank() != s.operands[0].rank())
    return false;
  const bool isLeft = s.attr<int64_t>("left_side") != 0;
  const int64_t n = isLeft ? rowsOf(s.operands[1]) : columnsOf(s.operands[1]);
  return isBatchOf(s.operands[0], n, n) && numMatrices(s.operands[0]) == numMatrices(s.operands[1]);
}

// Of what a program may call, and is given nothing else.
bool isLapack(const CallSignature& s) {
  const std::optional<LapackFunction> function = lapackFunction(s.attr<std::string>("routine"));
  if (!function || !hasLapack(*function))
    return false;
  const auto options = lapackOptions(*function);
  const bool hasKnown = absl::c_all_of(s.attrs, [&](const auto& attr) {
    return attr.first == "routine" || absl::c_any_of(options, [&](const LapackOption& option) {
             return option.name == attr.first;
           });
  });
  return hasKnown && fitsLapack(*function, s.operands, s.results, lapackOptionsOf(s));
}

// The side that has all elements, which is the result's of the inverse of a real one.
bool isFft(const CallSignature& s) {
  const int64_t kind = s.attr<int64_t>("fft_type");
  const auto& lengths = s.attr<std::vector<int64_t>>("fft_length");
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
  const bool isKnown = rule != std::end(kTypes) && hasKinds(function, signature.attrs);
  const bool hasTypes = absl::c_all_of(signature.operands, isPossible) &&
                        absl::c_all_of(signature.results, isPossible);
  if (signature.threads < 1 || signature.threads > kMostThreads || !isKnown || !hasTypes ||
      !rule->holds(signature))
    return internalError("[", absl::string_view(function.data(), function.size()),
                         "] types or attributes are not those of a call");
  return okStatus();
}

// A sort without keys compares an element of each operand with another one of it.
std::optional<std::vector<TensorType>> bodyParamsOf(std::string_view function,
                                                    const CallSignature& signature) {
  if (function != "sort" || !signature.attr<std::vector<int64_t>>("keys").empty())
    return std::nullopt;
  std::vector<TensorType> params;
  for (const TensorType& operand : signature.operands)
    params.insert(params.end(), 2, TensorType{operand.dtype, {}});
  return params;
}

} // namespace lz::exec
