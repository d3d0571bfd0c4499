#include "hlo/format/ParserText.h"

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

#include <algorithm>

namespace lz {
namespace {

// Newer printers write ranges, loc("model.py":12:20 to :37) or "to 13:5"; the parser of MLIR 19
// reads only their start. Blanks in place of the ends keep the columns of everything else.
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

bool isWordPart(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.';
}

// One past the word, string or comment that begins at `at`, or past a character of another kind.
size_t endOfToken(absl::string_view text, size_t at) {
  size_t i = at;
  if (text[at] == '"') {
    for (++i; i < text.size() && text[i] != '"' && text[i] != '\n';)
      i += text[i] == '\\' ? 2 : 1;
    return std::min(i + 1, text.size());
  }
  if (text.substr(at, 2) == "//")
    return std::min(text.find('\n', at), text.size());
  while (i < text.size() && isWordPart(text[i]))
    ++i;
  return std::max(i, at + 1);
}

// For each extent of "2x3x4xf32" the lexer reads the rest of the word, x3x4xf32 and then x4xf32,
// and gives back all but the x. A blank after each 64th x keeps these rests short.
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

} // namespace

std::string parserText(std::string text) {
  return withShortShapes(withoutLocationRanges(std::move(text)));
}

} // namespace lz
