#include "formats/stablehlo/ParserText.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "formats/stablehlo/OwnTypes.h"
#include "formats/stablehlo/Tokens.h"

#include <algorithm>

namespace lz::formats {
namespace {

// Newer printers write locations as ranges, such as loc("model.py":12:20 to :37) or "to 13:5". The
// parser of MLIR 19 reads only the start of a range. Replaces the ends by blanks, so that all other
// columns stay the same.
std::string withoutLocationRanges(std::string text) {
  auto skipDigits = [&](size_t i) {
    while (i < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[i])))
      ++i;
    return i;
  };
  for (size_t at = text.find(" to "); at != std::string::npos; at = text.find(" to ", at + 1)) {
    size_t start = at;
    while (start > 0 && (absl::ascii_isdigit(static_cast<unsigned char>(text[start - 1])) ||
                         text[start - 1] == ':'))
      --start;
    bool afterPlace = start > 0 && text[start - 1] == '"' && start < at && text[start] == ':';
    size_t line = skipDigits(at + 4);
    if (!afterPlace || line >= text.size() || text[line] != ':')
      continue;
    size_t end = skipDigits(line + 1);
    if (end < text.size() && text[end] == ')')
      text.replace(at, end - at, end - at, ' ');
  }
  return text;
}

// For each size in "2x3x4xf32", the lexer reads the rest of the word, such as x3x4xf32, and goes
// back to the x. This takes quadratic time. A blank after each 64th x keeps these words short.
std::string withShortShapes(const std::string& text) {
  constexpr int kExtents = 64;
  std::string result;
  result.reserve(text.size() + text.size() / kExtents);
  for (size_t at = 0; at < text.size();) {
    size_t end = endOfToken(text, at);
    bool isShape = absl::ascii_isdigit(static_cast<unsigned char>(text[at]));
    int extents = 0;
    for (; at < end; ++at) {
      result += text[at];
      if (isShape && text[at] == 'x' && ++extents % kExtents == 0)
        result += ' ';
    }
  }
  return result;
}

size_t afterBlanks(absl::string_view text, size_t at) {
  while (at < text.size() &&
         (absl::ascii_isspace(static_cast<unsigned char>(text[at])) || text.substr(at, 2) == "//"))
    at = endOfToken(text, at);
  return at;
}

// Returns the position after the ">" that ends the text at `at`, such as "<(d0)[s0] : (d0 - s0 >=
// 0)>", or npos. The ">" in "->" and ">=" does not count.
size_t endOfAffine(absl::string_view text, size_t at) {
  for (at = text.find('>', at); at != absl::string_view::npos; at = text.find('>', at + 1))
    if (text[at - 1] != '-' && text.substr(at, 2) != ">=")
      return at + 1;
  return at;
}

// Removes affine maps and sets, because MLIR recurses over their terms. They are attributes of
// other dialects and have no meaning here. "{a.map = affine_map<(d0) -> (d0)>}" becomes "{a.map =
// unit }".
std::string withoutAffine(std::string text) {
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    at = endOfToken(text, at);
    const absl::string_view word = absl::string_view(text).substr(begin, at - begin);
    if (word != "affine_map" && word != "affine_set")
      continue;
    const size_t open = afterBlanks(text, at);
    const bool isName = begin > 0 && absl::StrContains("%@^#!", text[begin - 1]);
    if (isName || open >= text.size() || text[open] != '<')
      continue;
    // If no end is found, the rest of the text is dropped.
    at = std::min(endOfAffine(text, open), text.size());
    std::replace_if(
        text.begin() + int64_t(begin), text.begin() + int64_t(at), [](char c) { return c != '\n'; },
        ' ');
    text.replace(begin, 4, "unit");
  }
  return text;
}

} // namespace

std::string parserText(std::string text) {
  return withShortShapes(withOwnTypes(withoutAffine(withoutLocationRanges(std::move(text)))));
}

} // namespace lz::formats
