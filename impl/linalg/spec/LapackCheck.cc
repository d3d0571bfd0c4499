#include "linalg/spec/LapackCheck.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "base/StatusDetails.h"
#include "linalg/spec/LapackConfig.h"

#include <algorithm>
#include <array>

namespace lz::linalg {
namespace {

using enum LapackFunction;

absl::string_view piece(std::string_view text) {
  return {text.data(), text.size()};
}

// The values of letters. The first tensor that has a letter sets the value of this letter.
class Letters {
public:
  Letters() { values_.fill(-1); }

  bool fits(char letter, int64_t size) {
    if (letter == 'k')
      return size == least();
    if (letter == 'h')
      return size == std::max<int64_t>(0, of('n') - 1);
    int64_t& value = values_[size_t(letter - 'a')];
    if (value < 0)
      value = size;
    return value == size;
  }
  int64_t of(char letter) const { return values_[size_t(letter - 'a')]; }
  int64_t least() const { return std::min(of('m'), of('n')); }

private:
  std::array<int64_t, 26> values_;
};

// A condition on sizes and options, in addition to the types.
struct Demand {
  LapackFunction function;
  bool (*holds)(const Letters& of, LapackOptions option);
  std::string_view text;
};
constexpr Demand kDemands[] = {
    {Eigh, [](const Letters&, LapackOptions option) { return option("uplo") != 0; },
     "reads one triangle: its configuration begins with \"1,\" (the lower one) or \"0,\" (the "
     "upper one)"},
    {Gees, [](const Letters&, LapackOptions option) { return option("sort") != 'S'; },
     "cannot sort eigenvalues, so sort must not be 83"},
    {Gehrd,
     [](const Letters& of, LapackOptions option) {
       return option("low") == 1 && option("high") == of.of('n');
     },
     "reduces all rows, low = 1 to high = n"},
    {Gesdd,
     [](const Letters& of, LapackOptions option) {
       const bool isThin = of.of('u') == of.least() && of.of('v') == of.least();
       const bool isSquare = of.of('u') == of.of('m') && of.of('v') == of.of('n');
       const int64_t mode = option("mode");
       return mode == 'S' ? isThin : mode == 'A' ? isSquare : isThin || isSquare;
     },
     "returns square matrices u and v with mode = 65, as many vectors as there are singular values "
     "with mode = 83, and zeros of either size with mode = 78"},
    {Orgqr,
     [](const Letters& of, LapackOptions) {
       return of.of('t') <= of.of('n') && of.of('n') <= of.of('m');
     },
     "returns n columns of m rows from t reflectors, where t <= n <= m"},
    {Ormqr,
     [](const Letters& of, LapackOptions option) {
       return of.of('a') == of.of(option("left") ? 'm' : 'n') && of.of('t') <= of.of('a');
     },
     "takes reflectors as long as a column of the matrix, with left = true, or as a row of it"},
    {Trsm,
     [](const Letters& of, LapackOptions option) {
       return of.of('a') == of.of(option("side") == 'R' ? 'n' : 'm');
     },
     "takes a triangle with as many rows as there are rows of b, with side = 76 (left), or columns "
     "of b, with side = 82 (right)"},
};

class Check {
public:
  Check(LapackFunction function, DType dtype)
      : function_(function), dtype_(dtype), tensors_(lapackTensors(function, isComplex(dtype))) {}

  bool fits(absl::Span<const TensorType> operands, absl::Span<const TensorType> results) {
    return fitAll(tensors_.operands, operands) && fitAll(tensors_.results, results);
  }
  // Returns the first condition that is not met, or nullptr.
  const Demand* unmet(LapackOptions option) const {
    for (const Demand& demand : kDemands)
      if (demand.function == function_ && !demand.holds(letters_, option))
        return &demand;
    return nullptr;
  }
  const LapackOption* unknown(LapackOptions option) const {
    for (const LapackOption& known : lapackOptions(function_))
      if (const int64_t number = option(known.name);
          !known.values.empty() && !absl::c_linear_search(known.values, number))
        return &known;
    return nullptr;
  }

private:
  bool fitAll(const std::vector<LapackTensor>& tensors, absl::Span<const TensorType> types) {
    if (tensors.size() != types.size())
      return false;
    for (size_t i = 0; i < types.size(); ++i)
      if (!fitOne(tensors[i], types[i]))
        return false;
    return true;
  }

  bool fitOne(const LapackTensor& tensor, const TensorType& type) {
    const std::string_view sizes = tensor.sizes;
    if (type.dtype != tensor.dtype(dtype_) || type.dims.size() < sizes.size())
      return false;
    const size_t rank = type.dims.size() - sizes.size();
    const Dims batch(type.dims.begin(), type.dims.begin() + int64_t(rank));
    if (!hasBatch_)
      batch_ = batch;
    hasBatch_ = true;
    for (size_t d = 0; d < sizes.size(); ++d)
      if (!letters_.fits(sizes[d], type.dims[rank + d]))
        return false;
    return batch == batch_;
  }

  const LapackFunction function_;
  const DType dtype_;
  const LapackTensors tensors_;
  Letters letters_;
  Dims batch_;
  bool hasBatch_ = false;
};

// Returns the element type of the call, or Invalid if there are no routines for it.
DType dtypeOf(const LapackCall& call, absl::Span<const TensorType> operands) {
  for (DType dtype : {DType::F32, DType::F64, DType::C64, DType::C128})
    if (call.letter ? lapackLetter(dtype) == call.letter
                    : !operands.empty() && operands[0].dtype == dtype)
      return dtype;
  return DType::Invalid;
}

// Explains the notation of types, for messages.
constexpr absl::string_view kLegend =
    "a letter is the size of a dimension after the batch, k is the lesser of m and n, and h = n - "
    "1; # marks types of s32, ~ real types and + complex types";

std::string typesText(absl::Span<const TensorType> types) {
  std::string text;
  for (const TensorType& type : types)
    absl::StrAppend(&text, text.empty() ? "" : ", ", type.str());
  return absl::StrCat("(", text, ")");
}

// "mode = 78 (N) or 86 (V)", "left = 0 or 1"
std::string optionText(const LapackOption& option) {
  std::string list;
  for (char value : option.values)
    absl::StrAppend(&list, list.empty() ? "" : " or ", int(value),
                    option.values == kLapackFlag ? ""
                                                 : absl::StrCat(" (", std::string(1, value), ")"));
  return absl::StrCat(piece(option.name), " = ", list);
}

} // namespace

bool fitsLapack(LapackFunction function, absl::Span<const TensorType> operands,
                absl::Span<const TensorType> results, LapackOptions option) {
  if (operands.empty() || lapackLetter(operands[0].dtype) == 0)
    return false;
  Check check(function, operands[0].dtype);
  return check.fits(operands, results) && !check.unmet(option) && !check.unknown(option);
}

Status checkLapackCall(std::string_view target, std::string_view config,
                       absl::Span<const TensorType> operands,
                       absl::Span<const TensorType> results) {
  const std::string begin = absl::StrCat("[custom_call] \"", piece(target), "\"");
  const std::optional<LapackCall> call = lapackCall(target);
  if (!call)
    return unimplemented(begin, " is not a LAPACK routine that the library has; register a "
                                "function of this name with lz_context_register_host_call");
  const LapackConfig options(config);
  if (options.number(kRowMajor) != 0)
    return unimplemented(
        begin, " must have column-major matrices, for which JAX prints the layouts [0, 1]");
  const std::string types = absl::StrCat(typesText(operands), " -> ", typesText(results));
  const DType dtype = dtypeOf(*call, operands);
  if (dtype == DType::Invalid)
    return invalidArgument(begin, " takes f32, f64 and complex numbers of these, but here has ",
                           types, "; convert its operands to f32, and its results back");
  Check check(call->function, dtype);
  if (!check.fits(operands, results))
    return invalidArgument(begin, " must take and return \"",
                           piece(lapackTypes(call->function, isComplex(dtype))), "\" of ",
                           dtypeName(dtype), ", but here has ", types, "; ", kLegend);
  auto number = [&](std::string_view name) { return options.number(name); };
  if (const Demand* demand = check.unmet(number))
    return invalidArgument(begin, " ", piece(demand->text), "; here it is ", types, " with ",
                           piece(config));
  if (const LapackOption* option = check.unknown(number))
    return invalidArgument(begin, " takes ", optionText(*option),
                           ", but here its configuration is \"", piece(config), "\"");
  return okStatus();
}

} // namespace lz::linalg
