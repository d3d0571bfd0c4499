// Scans HLO text: words, numbers, strings and punctuation. The text is not divided into tokens,
// because the meaning of a word depends on the context (3x3, b01f_01io->b01f, add.1). Instead the
// parser calls a function for what it expects next.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

class Scanner {
public:
  // `text` and `name` must outlive the scanner. `name` identifies the text in messages.
  Scanner(std::string_view text, std::string_view name) : text_(text), name_(name) { skip(); }

  // Returns the position of the next word. White space and comments before it are already skipped.
  Place place() const { return {line_, uint32_t(position_ - lineStart_) + 1}; }
  size_t position() const { return position_; }
  size_t remaining() const { return text_.size() - position_; }
  bool atEnd() const { return position_ == text_.size(); }
  // Returns the next character, or 0 at the end.
  char peek() const { return atEnd() ? '\0' : text_[position_]; }
  bool startsWith(std::string_view what) const { return text_.substr(position_).starts_with(what); }
  std::string_view textSince(size_t begin) const { return text_.substr(begin, position_ - begin); }

  // If `what` is next, skips it and returns true.
  bool accept(std::string_view what);
  // If this word is next, skips it and returns true. The beginning of a longer word does not count.
  bool acceptWord(std::string_view word);
  Status expect(std::string_view what, std::string_view where);

  // Scans [A-Za-z_][A-Za-z0-9_.-]*, which may be empty. Stops before "->".
  std::string_view word();
  std::string_view peekWord() const;
  // Scans the longest sequence of these characters.
  std::string_view run(std::string_view characters);
  // Scans a name: %name, name or, in quotes, any characters.
  StatusOr<std::string_view> name(std::string_view what);
  StatusOr<int64_t> integer(std::string_view what);
  StatusOr<bool> boolean(std::string_view what);
  // Scans a string in quotes, and resolves the escapes of C.
  StatusOr<std::string> quoted(std::string_view what);
  // Scans from "{" to the matching "}", and returns this text as written. Braces in strings do not
  // count.
  StatusOr<std::string_view> braces(std::string_view what);

  // Returns an invalid-argument error, "name:line:column: message".
  template <typename... Parts> Status error(Place place, const Parts&... parts) const {
    return located(place, absl::StrCat(detail::piece(parts)...));
  }
  template <typename... Parts> Status error(const Parts&... parts) const {
    return located(place(), absl::StrCat(detail::piece(parts)...));
  }
  // Returns the next word for messages: 'xyz', or "the end of the text".
  std::string next() const;

private:
  Status located(Place place, const std::string& message) const;
  void advance(size_t count);
  void skip();
  void skipComment(std::string_view end);
  size_t wordEnd() const;

  std::string_view text_, name_;
  size_t position_ = 0, lineStart_ = 0;
  uint32_t line_ = 1;
};

} // namespace lz::xla
