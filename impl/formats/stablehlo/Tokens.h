// Finds words, strings and comments in the text of a module.
#pragma once

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

#include <algorithm>

namespace lz::formats {

inline bool isWordPart(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.';
}

// Returns the position after the word, string or comment that begins at `at`. If another character
// is there, returns the position after it.
inline size_t endOfToken(absl::string_view text, size_t at) {
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

} // namespace lz::formats
