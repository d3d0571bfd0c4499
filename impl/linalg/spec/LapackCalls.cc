#include "linalg/spec/LapackCalls.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/StatusDetails.h"

#include <algorithm>
#include <array>

namespace lz {
namespace {

// What a routine takes and gives: the dimensions of each tensor behind the batch, by letters. A
// letter has one value in a call; k is the lesser of m and n, and h is n - 1. "#" is s32, "~" of
// real numbers and "+" of complex ones; otherwise it is the routine's element type, which of XLA's,
// that have no letters of types, is the first operand's.
struct Routine {
  std::string_view name, letters, types; // letters of element types, types of tensors
  std::string_view function = {};        // what it is called where names are of f32
};
constexpr Routine kRoutines[] = {
    {"Eigh", "", "nn -> nn ~n", "eigh"},
    {"LuDecomposition", "", "mn -> mn #k #m", "lu"},
    {"ProductOfElementaryHouseholderReflectors", "", "mn t -> mn", "orgqr"},
    {"Qr", "", "mn -> mn k", "geqrf"},
    {"gees", "cz", "nn -> nn nn n # #"},
    {"gees", "sd", "nn -> nn nn n n # #"},
    {"geev", "cz", "nn -> n nn nn #"},
    {"geev", "sd", "nn -> n n +nn +nn #"},
    {"gehrd", "sdcz", "nn -> nn h #"},
    {"geqp3", "sdcz", "mn #n -> mn #n k"},
    {"geqrf", "sdcz", "mn -> mn k"},
    {"gesdd", "sdcz", "mn -> mn ~k mu vn #"},
    {"gesvd", "sdcz", "mn -> mn ~k mu vn #", "gesdd"},
    {"getrf", "sdcz", "mn -> mn #k #"},
    {"gtsv", "sdcz", "n n n nr -> n n n nr #"},
    {"heevd", "cz", "nn -> nn ~n #", "syevd"},
    {"hetrd", "cz", "nn -> nn ~n ~h h #", "sytrd"},
    {"orgqr", "sd", "mn t -> mn"},
    {"ormqr", "sd", "at t mn -> mn"},
    {"potrf", "sdcz", "nn -> nn #"},
    {"syevd", "sd", "nn -> nn ~n #"},
    {"sytrd", "sd", "nn -> nn ~n ~h h #"},
    {"trsm", "sdcz", "aa mn -> mn"},
    {"ungqr", "cz", "mn t -> mn", "orgqr"},
    {"unmqr", "cz", "at t mn -> mn", "ormqr"},
};

DType dtypeOf(char letter) {
  return letter == 's'   ? DType::F32
         : letter == 'd' ? DType::F64
         : letter == 'c' ? DType::C64
                         : DType::C128;
}

bool isOf(const Routine& routine, char letter) {
  return letter == 0 ? routine.letters.empty()
                     : routine.letters.find(letter) != std::string_view::npos;
}

// By its own name.
const Routine* findRoutine(const LapackCall& call) {
  for (const Routine& routine : kRoutines)
    if (routine.name == call.routine && isOf(routine, call.letter))
      return &routine;
  return nullptr;
}

// Invalid: there are no routines of it.
DType dtypeOf(const LapackCall& call, absl::Span<const TensorType> operands) {
  if (call.letter != 0)
    return dtypeOf(call.letter);
  const DType dtype = operands.empty() ? DType::Invalid : operands[0].dtype;
  return absl::c_any_of(std::string_view("sdcz"),
                        [&](char letter) { return dtypeOf(letter) == dtype; })
             ? dtype
             : DType::Invalid;
}

absl::string_view piece(std::string_view text) {
  return {text.data(), text.size()};
}

// Values of letters, found in the order of the tensors.
class Letters {
public:
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

  Letters() { values_.fill(-1); }

private:
  std::array<int64_t, 26> values_;
};

class Check {
public:
  Check(const Routine& routine, DType dtype) : routine_(routine), dtype_(dtype) {}

  bool fits(absl::Span<const TensorType> operands, absl::Span<const TensorType> results) {
    const std::vector<absl::string_view> sides = absl::StrSplit(piece(routine_.types), " -> ");
    return fitAll(sides[0], operands) && fitAll(sides[1], results);
  }
  const Letters& letters() const { return letters_; }

private:
  bool fitAll(absl::string_view side, absl::Span<const TensorType> types) {
    const std::vector<absl::string_view> texts = absl::StrSplit(side, ' ');
    if (texts.size() != types.size())
      return false;
    for (size_t i = 0; i < types.size(); ++i)
      if (!fitOne(texts[i], types[i]))
        return false;
    return true;
  }

  bool fitOne(absl::string_view text, const TensorType& type) {
    const DType dtype = dtypeBefore(text);
    if (type.dtype != dtype || type.dims.size() < text.size())
      return false;
    const size_t rank = type.dims.size() - text.size();
    const Dims batch(type.dims.begin(), type.dims.begin() + int64_t(rank));
    if (!hasBatch_)
      batch_ = batch;
    hasBatch_ = true;
    for (size_t d = 0; d < text.size(); ++d)
      if (!letters_.fits(text[d], type.dims[rank + d]))
        return false;
    return batch == batch_;
  }

  // Takes the sign of another type from the text.
  DType dtypeBefore(absl::string_view& text) const {
    if (absl::ConsumePrefix(&text, "#"))
      return DType::S32;
    if (absl::ConsumePrefix(&text, "~"))
      return partType(dtype_);
    return absl::ConsumePrefix(&text, "+") ? complexType(dtype_) : dtype_;
  }

  const Routine& routine_;
  const DType dtype_;
  Letters letters_;
  Dims batch_;
  bool hasBatch_ = false;
};

// Of a routine's types, for who reads them in a message.
constexpr absl::string_view kLegend =
    "a letter is the size of a dimension behind the batch, k the lesser of m and n, h = n - 1; # "
    "stands before types of s32, ~ of real and + of complex numbers";

std::string typesText(absl::Span<const TensorType> types) {
  std::string text;
  for (const TensorType& type : types)
    absl::StrAppend(&text, text.empty() ? "" : ", ", type.str());
  return absl::StrCat("(", text, ")");
}

// What sizes and options must be besides.
struct Demand {
  std::string_view function;
  bool (*holds)(const Letters& of, const LapackConfig& config);
  std::string_view text;
};
constexpr Demand kDemands[] = {
    {"eigh",
     [](const Letters&, const LapackConfig& config) {
       return config.text().starts_with("1,") || config.text().starts_with("0,");
     },
     "reads one triangle: its configuration begins with \"1,\" (the lower one) or \"0,\" (the "
     "upper one)"},
    {"gees",
     [](const Letters&, const LapackConfig& config) { return config.number("sort") != 'S'; },
     "does not sort eigenvalues, which sort = 83 asks for"},
    {"gehrd",
     [](const Letters& of, const LapackConfig& config) {
       return config.number("low") == 1 && config.number("high") == of.of('n');
     },
     "reduces all rows, low = 1 to high = n"},
    {"gesdd",
     [](const Letters& of, const LapackConfig& config) {
       const bool isThin = of.of('u') == of.least() && of.of('v') == of.least();
       const bool isSquare = of.of('u') == of.of('m') && of.of('v') == of.of('n');
       const int64_t mode = config.number("mode");
       return mode == 'S' ? isThin : mode == 'A' ? isSquare : isThin || isSquare;
     },
     "gives square matrices u and v with mode = 65, as many vectors as there are singular values "
     "with mode = 83, and zeros of either size with mode = 78"},
    {"orgqr",
     [](const Letters& of, const LapackConfig&) {
       return of.of('t') <= of.of('n') && of.of('n') <= of.of('m');
     },
     "gives n columns of m rows from t reflectors with t <= n <= m"},
    {"ormqr",
     [](const Letters& of, const LapackConfig& config) {
       return of.of('a') == of.of(config.number("left") ? 'm' : 'n') && of.of('t') <= of.of('a');
     },
     "takes reflectors as long as a column of the matrix, with left = true, or as a row of it"},
    {"trsm",
     [](const Letters& of, const LapackConfig& config) {
       return of.of('a') == of.of(config.number("side") == 'R' ? 'n' : 'm');
     },
     "takes a triangle with as many rows as there are rows of b, with side = 76 (left), or columns "
     "of b, with side = 82 (right)"},
};

// The letters that an option may be.
struct Choice {
  std::string_view function, option, letters;

  bool holds(const LapackConfig& config) const {
    return absl::c_any_of(letters,
                          [&](char letter) { return config.number(option) == int64_t(letter); });
  }
  // "mode = 78 (N) or 86 (V)"
  std::string text() const {
    std::string list;
    for (char letter : letters)
      absl::StrAppend(&list, list.empty() ? "" : " or ", int(letter), " (", std::string(1, letter),
                      ")");
    return absl::StrCat(piece(option), " = ", list);
  }
};
constexpr Choice kChoices[] = {
    {"gees", "mode", "NV"},          {"gees", "sort", "N"},    {"geev", "compute_left", "NV"},
    {"geev", "compute_right", "NV"}, {"gesdd", "mode", "ANS"}, {"potrf", "uplo", "LU"},
    {"syevd", "mode", "NV"},         {"syevd", "uplo", "LU"},  {"sytrd", "uplo", "LU"},
    {"trsm", "diag", "NU"},          {"trsm", "side", "LR"},   {"trsm", "trans_x", "CNT"},
    {"trsm", "uplo", "LU"},
};

constexpr std::string_view kOptions[] = {"compute_left", "compute_right", "left",
                                         "mode",         "transpose",     "uplo"};

// With the routine's own name.
std::optional<LapackCall> namedIn(std::string_view target) {
  const LapackCall ofXla{target, 0};
  if (findRoutine(ofXla))
    return ofXla;
  constexpr std::string_view kBegin = "lapack_", kEnd = "_ffi";
  if (!target.starts_with(kBegin) || !target.ends_with(kEnd) ||
      target.size() < kBegin.size() + kEnd.size() + 2)
    return std::nullopt;
  const std::string_view name =
      target.substr(kBegin.size(), target.size() - kBegin.size() - kEnd.size());
  if (std::string_view("sdcz").find(name[0]) == std::string_view::npos)
    return std::nullopt;
  return LapackCall{name.substr(1), name[0]};
}

} // namespace

std::optional<LapackCall> lapackCall(std::string_view target) {
  std::optional<LapackCall> call = namedIn(target);
  const Routine* routine = call ? findRoutine(*call) : nullptr;
  if (routine && !routine->function.empty())
    call->routine = routine->function;
  return call;
}

int64_t LapackConfig::number(std::string_view name) const {
  const std::string key = absl::StrCat(piece(name), " = ");
  size_t at = text_.find(key);
  while (at != std::string_view::npos && at > 0 && text_[at - 1] != ' ' && text_[at - 1] != '{')
    at = text_.find(key, at + 1);
  if (at == std::string_view::npos)
    return 0;
  const std::string_view rest = text_.substr(at + key.size());
  int64_t number = 0;
  if (!absl::SimpleAtoi(piece(rest.substr(0, rest.find_first_not_of("0123456789"))), &number))
    return rest.starts_with("true") ? 1 : 0;
  return number;
}

absl::Span<const std::string_view> lapackOptions() {
  return kOptions;
}

LapackMatrices lapackMatrices(std::string_view target) {
  const std::optional<LapackCall> call = namedIn(target);
  const Routine* routine = call ? findRoutine(*call) : nullptr;
  if (!routine)
    return {};
  auto matricesIn = [](absl::string_view side) {
    std::vector<bool> areMatrices;
    for (absl::string_view text : absl::StrSplit(side, ' '))
      areMatrices.push_back(absl::c_count_if(text, absl::ascii_isalpha) == 2);
    return areMatrices;
  };
  const std::vector<absl::string_view> sides = absl::StrSplit(piece(routine->types), " -> ");
  return {matricesIn(sides[0]), matricesIn(sides[1])};
}

Status checkLapackCall(std::string_view target, std::string_view config,
                       absl::Span<const TensorType> operands,
                       absl::Span<const TensorType> results) {
  const std::string begin = absl::StrCat("[custom_call] \"", piece(target), "\"");
  const std::optional<LapackCall> call = namedIn(target);
  const Routine* routine = call ? findRoutine(*call) : nullptr;
  if (!routine)
    return unimplemented(begin, " is no routine of LAPACK that the library has; register a "
                                "function of the name with lz_context_register_host_call");
  const LapackConfig options(config);
  if (options.number(kRowMajor) != 0)
    return unimplemented(begin, " says that matrices are not column-major; LAPACK's are, as the "
                                "layouts [0, 1] say that JAX prints");
  const DType dtype = dtypeOf(*call, operands);
  if (dtype == DType::Invalid)
    return invalidArgument(begin, " takes f32, f64 and complex numbers of these, but here ",
                           typesText(operands), " -> ", typesText(results),
                           "; convert what it takes to f32 before, and back behind it");
  Check check(*routine, dtype);
  if (!check.fits(operands, results))
    return invalidArgument(begin, " takes and gives \"", piece(routine->types), "\" of ",
                           dtypeName(dtype), ", but here ", typesText(operands), " -> ",
                           typesText(results), "; ", kLegend);
  const std::string_view function = lapackCall(target)->routine;
  for (const Demand& demand : kDemands)
    if (demand.function == function && !demand.holds(check.letters(), options))
      return invalidArgument(begin, " ", piece(demand.text), "; here it is ", typesText(operands),
                             " -> ", typesText(results), " with ", piece(config));
  for (const Choice& choice : kChoices)
    if (choice.function == function && !choice.holds(options))
      return invalidArgument(begin, " takes ", choice.text(), ", but here its configuration is \"",
                             piece(config), "\"");
  return okStatus();
}

} // namespace lz
