#include "formats/stablehlo/OwnTypes.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "base/elements/SmallTypes.h"
#include "formats/stablehlo/Tokens.h"
#include "hlo/ir/SmallFloatType.h"

#include <optional>

namespace lz::formats {
namespace {

constexpr absl::string_view kPrefix = "!stablehlo.";

absl::string_view nameOf(DType dtype) {
  const std::string_view name = dtypeName(dtype);
  return {name.data(), name.size()};
}

// Returns the element type at the end of the word, as in 4x3xf8E3M4, if MLIR 19 does not have it.
std::optional<DType> ownTypeOf(absl::string_view word) {
  for (DType dtype : hlo::kOwnFloats) {
    if (!absl::EndsWith(word, nameOf(dtype)))
      continue;
    const size_t at = word.size() - nameOf(dtype).size();
    const bool isShape = absl::ascii_isdigit(static_cast<unsigned char>(word[0]));
    if (at == 0 || (isShape && word[at - 1] == 'x'))
      return dtype;
  }
  return std::nullopt;
}

// Returns the code of a number such as "-1.5", or of bits such as "0x7F". Returns a word that is
// not a number unchanged, so that the parser rejects it.
std::string codeOf(absl::string_view word, DType dtype) {
  uint32_t bits = 0;
  if (absl::SimpleHexAtoi(word, &bits) && absl::StartsWith(word, "0x") &&
      bits >> bitWidth(dtype) == 0)
    return absl::StrCat(bits);
  const absl::string_view digits = absl::StripPrefix(word, "-");
  double value = 0;
  if (!absl::StrContains(word, 'x') && !digits.empty() &&
      absl::ascii_isdigit(static_cast<unsigned char>(digits[0])) && absl::SimpleAtod(word, &value))
    return absl::StrCat(int(toSmallFloat(floatFormat(dtype), value)));
  return absl::StrCat("no_number.", word);
}

// Returns the elements of a constant, with numbers replaced by codes. A constant that is a string
// contains codes already.
std::string codesOf(absl::string_view elements, DType dtype) {
  auto isPart = [](char c) { return isWordPart(c) || c == '-' || c == '+'; };
  if (absl::StrContains(elements, '"'))
    return std::string(elements);
  std::string codes;
  for (size_t at = 0; at < elements.size();) {
    size_t end = at;
    while (end < elements.size() && isPart(elements[end]))
      ++end;
    if (end > at)
      absl::StrAppend(&codes, codeOf(elements.substr(at, end - at), dtype));
    else
      codes += elements[end++];
    at = end;
  }
  return codes;
}

struct Constant {
  size_t end; // position after the constant
  std::string text;
};

// Returns the position after `parts`, or npos if the text differs. Blanks may precede each part.
size_t skip(absl::string_view text, size_t at, std::initializer_list<absl::string_view> parts) {
  for (absl::string_view part : parts) {
    at = std::min(text.find_first_not_of(" \t\n\r", at), text.size());
    if (!absl::StartsWith(text.substr(at), part))
      return text.npos;
    at += part.size();
  }
  return at;
}

// Finds dense<...> : tensor<...> at `at`, if MLIR 19 does not have the element type. The elements
// contain no "<".
std::optional<Constant> constantAt(absl::string_view text, size_t at) {
  const size_t first = skip(text, at, {"dense", "<"});
  if (first == text.npos)
    return std::nullopt;
  const size_t last = text.find_first_of("<>", first);
  const size_t type = last == text.npos ? last : skip(text, last, {">", ":", "tensor", "<"});
  if (type == text.npos)
    return std::nullopt;
  const size_t end = text.find_first_of("<>", type);
  if (end == text.npos || text[end] == '<')
    return std::nullopt;
  absl::string_view shape = text.substr(type, end - type);
  const std::optional<DType> dtype = ownTypeOf(shape);
  if (!dtype)
    return std::nullopt;
  shape.remove_suffix(nameOf(*dtype).size());
  return Constant{end + 1, absl::StrCat("#stablehlo.codes<dense<",
                                        codesOf(text.substr(first, last - first), *dtype),
                                        "> : tensor<", shape, "ui8>, ", nameOf(*dtype), ">")};
}

} // namespace

std::string withOwnTypes(std::string text) {
  if (absl::c_none_of(hlo::kOwnFloats,
                      [&](DType dtype) { return absl::StrContains(text, nameOf(dtype)); }))
    return text;
  std::string result;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == 'd')
      if (std::optional<Constant> constant = constantAt(text, at)) {
        result += constant->text;
        at = constant->end;
        continue;
      }
    const size_t end = endOfToken(text, at);
    absl::string_view word = absl::string_view(text).substr(at, end - at);
    const bool isName = at > 0 && absl::StrContains("%@^#!", text[at - 1]);
    const std::optional<DType> dtype = isName ? std::nullopt : ownTypeOf(word);
    if (dtype) {
      word.remove_suffix(nameOf(*dtype).size());
      absl::StrAppend(&result, word, kPrefix, nameOf(*dtype));
    } else {
      absl::StrAppend(&result, word);
    }
    at = end;
  }
  return result;
}

std::string withoutOwnTypes(std::string text) {
  for (DType dtype : hlo::kOwnFloats)
    text = absl::StrReplaceAll(text, {{absl::StrCat(kPrefix, nameOf(dtype)), nameOf(dtype)}});
  return text;
}

} // namespace lz::formats
