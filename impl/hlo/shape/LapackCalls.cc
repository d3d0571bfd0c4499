#include "hlo/shape/LapackCalls.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/StatusDetails.h"

#include <algorithm>
#include <array>

namespace lz {
namespace {

// What a routine takes and gives: the dimensions of each tensor behind the batch, by letters. A
// letter has one value in a call; k is the lesser of m and n. "#" is s32, otherwise it is the
// routine's element type, one of `letters`.
struct Routine {
  std::string_view name, types, letters;
};
constexpr Routine kRoutines[] = {
    {"geqrf", "mn -> mn k", "sd"},   {"getrf", "mn -> mn #k #", "sd"},
    {"orgqr", "mn t -> mn", "sd"},   {"potrf", "nn -> nn #", "sdcz"},
    {"trsm", "aa mn -> mn", "sdcz"},
};

DType dtypeOf(char letter) {
  return letter == 's'   ? DType::F32
         : letter == 'd' ? DType::F64
         : letter == 'c' ? DType::C64
                         : DType::C128;
}

const Routine* findRoutine(std::string_view name) {
  for (const Routine& routine : kRoutines)
    if (routine.name == name)
      return &routine;
  return nullptr;
}

absl::string_view piece(std::string_view text) {
  return {text.data(), text.size()};
}

// Values of letters, found in the order of the tensors.
class Letters {
public:
  bool fits(char letter, int64_t size) {
    if (letter == 'k')
      return size == std::min(of('m'), of('n'));
    int64_t& value = values_[size_t(letter - 'a')];
    if (value < 0)
      value = size;
    return value == size;
  }
  int64_t of(char letter) const { return values_[size_t(letter - 'a')]; }

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
  int64_t of(char letter) const { return letters_.of(letter); }

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
    const bool counts = !text.empty() && text.front() == '#';
    if (counts)
      text.remove_prefix(1);
    if (type.dtype != (counts ? DType::S32 : dtype_) || type.dims.size() < text.size())
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

  const Routine& routine_;
  const DType dtype_;
  Letters letters_;
  Dims batch_;
  bool hasBatch_ = false;
};

std::string typesText(absl::Span<const TensorType> types) {
  std::string text;
  for (const TensorType& type : types)
    absl::StrAppend(&text, text.empty() ? "" : ", ", type.str());
  return absl::StrCat("(", text, ")");
}

} // namespace

std::optional<LapackCall> lapackCall(std::string_view target) {
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

char LapackConfig::letter(std::string_view name) const {
  const std::string key = absl::StrCat(piece(name), " = ");
  size_t at = text_.find(key);
  while (at != std::string_view::npos && at > 0 && text_[at - 1] != ' ' && text_[at - 1] != '{')
    at = text_.find(key, at + 1);
  if (at == std::string_view::npos)
    return 0;
  const std::string_view rest = text_.substr(at + key.size());
  int32_t number = 0;
  if (!absl::SimpleAtoi(piece(rest.substr(0, rest.find_first_not_of("0123456789"))), &number))
    return 0;
  return char(number);
}

Status checkLapackCall(std::string_view target, std::string_view config,
                       absl::Span<const TensorType> operands,
                       absl::Span<const TensorType> results) {
  const std::string begin = absl::StrCat("[custom_call] \"", piece(target), "\"");
  const std::optional<LapackCall> call = lapackCall(target);
  const Routine* routine = call ? findRoutine(call->routine) : nullptr;
  if (!routine || routine->letters.find(call->letter) == std::string_view::npos)
    return unimplemented(begin,
                         routine
                             ? " is of complex numbers, for which the library lacks this routine"
                             : " is no routine of LAPACK that the library has",
                         "; register a function of the name with lz_context_register_host_call");
  if (LapackConfig(config).letter(kRowMajor) != 0)
    return unimplemented(begin, " says that matrices are not column-major; LAPACK's are, as the "
                                "layouts [0, 1] say that JAX prints");
  const DType dtype = dtypeOf(call->letter);
  Check check(*routine, dtype);
  if (!check.fits(operands, results))
    return invalidArgument(begin, " takes and gives \"", piece(routine->types), "\" of ",
                           dtypeName(dtype), ", but here ", typesText(operands), " -> ",
                           typesText(results));
  if (routine->name == "trsm") {
    const bool left = LapackConfig(config).letter("side") != 'R';
    if (check.of('a') != check.of(left ? 'm' : 'n'))
      return invalidArgument(begin, ": matrices do not fit: ", typesText(operands),
                             " with side = ", left ? "76 (left)" : "82 (right)");
  }
  if (routine->name == "orgqr" && (check.of('t') > check.of('n') || check.of('n') > check.of('m')))
    return invalidArgument(begin,
                           " gives n columns of m rows from t reflectors with t <= n <= m, "
                           "but here ",
                           typesText(operands));
  return okStatus();
}

} // namespace lz
