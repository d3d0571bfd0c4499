#include "linalg/spec/LapackTable.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace lz::linalg {
namespace {

using enum LapackFunction;

struct Routine {
  LapackFunction function;
  std::string_view name, types;
  // The types for complex elements. This text is empty if they are the same as for real elements.
  std::string_view typesOfComplex = {};
};
constexpr Routine kRoutines[] = {
    // in the order of LapackFunction
    {Eigh, "eigh", "nn -> nn ~n"},
    {Gees, "gees", "nn -> nn nn n n # #", "nn -> nn nn n # #"},
    {Geev, "geev", "nn -> n n +nn +nn #", "nn -> n nn nn #"},
    {Gehrd, "gehrd", "nn -> nn h #"},
    {Geqp3, "geqp3", "mn #n -> mn #n k"},
    {Geqrf, "geqrf", "mn -> mn k"},
    {Gesdd, "gesdd", "mn -> mn ~k mu vn #"},
    {Getrf, "getrf", "mn -> mn #k #"},
    {Gtsv, "gtsv", "n n n nr -> n n n nr #"},
    {Lu, "lu", "mn -> mn #k #m"},
    {Orgqr, "orgqr", "mn t -> mn"},
    {Ormqr, "ormqr", "at t mn -> mn"},
    {Potrf, "potrf", "nn -> nn #"},
    {Syevd, "syevd", "nn -> nn ~n #"},
    {Sytrd, "sytrd", "nn -> nn ~n ~h h #"},
    {Trsm, "trsm", "aa mn -> mn"},
};
constexpr auto kFunctions = [] {
  std::array<LapackFunction, std::size(kRoutines)> functions{};
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i] = kRoutines[i].function;
  return functions;
}();
static_assert([] {
  for (size_t i = 0; i < kFunctions.size(); ++i)
    if (size_t(kFunctions[i]) != i)
      return false;
  return true;
}());

// A name by which programs call a routine, with the letters of its types. XLA's names have no
// letters.
struct Target {
  std::string_view name, letters;
  LapackFunction function;
};
constexpr Target kTargets[] = {
    {"Eigh", "", Eigh},
    {"LuDecomposition", "", Lu},
    {"ProductOfElementaryHouseholderReflectors", "", Orgqr},
    {"Qr", "", Geqrf},
    {"gees", "sdcz", Gees},
    {"geev", "sdcz", Geev},
    {"gehrd", "sdcz", Gehrd},
    {"geqp3", "sdcz", Geqp3},
    {"geqrf", "sdcz", Geqrf},
    {"gesdd", "sdcz", Gesdd},
    {"gesvd", "sdcz", Gesdd},
    {"getrf", "sdcz", Getrf},
    {"gtsv", "sdcz", Gtsv},
    {"heevd", "cz", Syevd},
    {"hetrd", "cz", Sytrd},
    {"orgqr", "sd", Orgqr},
    {"ormqr", "sd", Ormqr},
    {"potrf", "sdcz", Potrf},
    {"syevd", "sd", Syevd},
    {"sytrd", "sd", Sytrd},
    {"trsm", "sdcz", Trsm},
    {"ungqr", "cz", Orgqr},
    {"unmqr", "cz", Ormqr},
};

constexpr LapackOption kOptions[] = {
    // the options of a function are adjacent
    {Eigh, "uplo", "LU"},          {Gees, "mode", "NV"},
    {Gees, "sort", "N"},           {Geev, "compute_left", "NV"},
    {Geev, "compute_right", "NV"}, {Gehrd, "low", ""},
    {Gehrd, "high", ""},           {Gesdd, "mode", "ANS"},
    {Ormqr, "left", kLapackFlag},  {Ormqr, "transpose", kLapackFlag},
    {Potrf, "uplo", "LU"},         {Syevd, "mode", "NV"},
    {Syevd, "uplo", "LU"},         {Sytrd, "uplo", "LU"},
    {Trsm, "diag", "NU"},          {Trsm, "side", "LR"},
    {Trsm, "trans_x", "CNT"},      {Trsm, "uplo", "LU"},
};

constexpr std::string_view kLetters = "sdcz";

// The letter of the type and the routine in a name of JAX such as "lapack_spotrf_ffi".
struct NameOfJax {
  char letter;
  std::string_view routine;
};
std::optional<NameOfJax> nameOfJax(std::string_view target) {
  constexpr std::string_view kBegin = "lapack_", kEnd = "_ffi";
  if (!target.starts_with(kBegin) || !target.ends_with(kEnd) ||
      target.size() < kBegin.size() + kEnd.size() + 2)
    return std::nullopt;
  const std::string_view name =
      target.substr(kBegin.size(), target.size() - kBegin.size() - kEnd.size());
  if (kLetters.find(name[0]) == std::string_view::npos)
    return std::nullopt;
  return NameOfJax{name[0], name.substr(1)};
}

bool isOf(const Target& target, char letter) {
  return target.letters.find(letter) != std::string_view::npos;
}

std::vector<LapackTensor> tensorsOf(absl::string_view side) {
  std::vector<LapackTensor> tensors;
  for (absl::string_view text : absl::StrSplit(side, ' ')) {
    const bool isSigned = text[0] == '#' || text[0] == '~' || text[0] == '+';
    text.remove_prefix(isSigned ? 1 : 0);
    tensors.push_back({isSigned ? *(text.data() - 1) : char(0), {text.data(), text.size()}});
  }
  return tensors;
}

} // namespace

absl::Span<const LapackFunction> lapackFunctions() {
  return kFunctions;
}

std::string_view lapackName(LapackFunction function) {
  return kRoutines[size_t(function)].name;
}

std::optional<LapackFunction> lapackFunction(std::string_view name) {
  for (const Routine& routine : kRoutines)
    if (routine.name == name)
      return routine.function;
  return std::nullopt;
}

char lapackLetter(DType dtype) {
  switch (dtype) {
  case DType::F32:
    return 's';
  case DType::F64:
    return 'd';
  case DType::C64:
    return 'c';
  case DType::C128:
    return 'z';
  default:
    return 0;
  }
}

std::optional<LapackCall> lapackCall(std::string_view target) {
  const std::optional<NameOfJax> name = nameOfJax(target);
  for (const Target& known : kTargets)
    if (known.letters.empty() ? known.name == target
                              : name && known.name == name->routine && isOf(known, name->letter))
      return LapackCall{known.function, known.letters.empty() ? char(0) : name->letter};
  return std::nullopt;
}

bool isLapackTarget(std::string_view target) {
  return lapackCall(target) || nameOfJax(target);
}

std::vector<std::string> lapackTargets(LapackFunction function, DType dtype) {
  const char letter = lapackLetter(dtype);
  std::vector<std::string> targets;
  for (const Target& target : kTargets)
    if (target.function == function && isOf(target, letter))
      targets.push_back(
          absl::StrCat("lapack_", std::string(1, letter), std::string(target.name), "_ffi"));
  return targets;
}

std::string_view lapackTypes(LapackFunction function, bool isComplex) {
  const Routine& routine = kRoutines[size_t(function)];
  return isComplex && !routine.typesOfComplex.empty() ? routine.typesOfComplex : routine.types;
}

DType LapackTensor::dtype(DType ofFunction) const {
  switch (sign) {
  case '#':
    return DType::S32;
  case '~':
    return partType(ofFunction);
  case '+':
    return complexType(ofFunction);
  default:
    return ofFunction;
  }
}

LapackTensors lapackTensors(LapackFunction function, bool isComplex) {
  const std::string_view types = lapackTypes(function, isComplex);
  constexpr std::string_view kArrow = " -> ";
  const size_t arrow = types.find(kArrow);
  auto side = [&](std::string_view text) {
    return tensorsOf(absl::string_view(text.data(), text.size()));
  };
  return {side(types.substr(0, arrow)), side(types.substr(arrow + kArrow.size()))};
}

absl::Span<const LapackOption> lapackOptions(LapackFunction function) {
  const auto isOfFunction = [&](const LapackOption& option) { return option.function == function; };
  const auto* begin = absl::c_find_if(kOptions, isOfFunction);
  const auto* end = std::find_if_not(begin, std::end(kOptions), isOfFunction);
  return {begin, size_t(end - begin)};
}

} // namespace lz::linalg
