// Walks over HLO text: words, numbers, strings and punctuation. What a word means depends on where
// it stands (3x3, b01f_01io->b01f, add.1), so there are no tokens: the parser asks for what it
// expects.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

class Scanner {
public:
  // Both must outlive the scanner. `name` stands for the text in messages.
  Scanner(std::string_view text, std::string_view name) : text_(text), name_(name) { skip(); }

  // Where the next word begins; white space and comments have been passed.
  Place place() const { return {line_, uint32_t(position_ - lineStart_) + 1}; }
  size_t position() const { return position_; }
  size_t remaining() const { return text_.size() - position_; }
  bool atEnd() const { return position_ == text_.size(); }
  // The next character, 0 at the end.
  char peek() const { return atEnd() ? '\0' : text_[position_]; }
  bool startsWith(std::string_view what) const { return text_.substr(position_).starts_with(what); }
  std::string_view textSince(size_t begin) const { return text_.substr(begin, position_ - begin); }

  // Passes `what` if it is next.
  bool accept(std::string_view what);
  // Passes the word if it is next and no longer word begins with it.
  bool acceptWord(std::string_view word);
  Status expect(std::string_view what, std::string_view where);

  // [A-Za-z_][A-Za-z0-9_.-]*, empty if none is next. An arrow behind it is none of it.
  std::string_view word();
  std::string_view peekWord() const;
  // The longest run of these characters.
  std::string_view run(std::string_view characters);
  // %name, name or, quoted, any characters.
  StatusOr<std::string_view> name(std::string_view what);
  StatusOr<int64_t> integer(std::string_view what);
  StatusOr<bool> boolean(std::string_view what);
  // What stands between quotes, with the escapes of C resolved.
  StatusOr<std::string> quoted(std::string_view what);
  // From "{" to the "}" that closes it, as it is written; strings may hold braces.
  StatusOr<std::string_view> braces(std::string_view what);

  // "name:line:column: message" as invalid-argument.
  template <typename... Parts> Status error(Place place, const Parts&... parts) const {
    return located(place, absl::StrCat(detail::piece(parts)...));
  }
  template <typename... Parts> Status error(const Parts&... parts) const {
    return located(place(), absl::StrCat(detail::piece(parts)...));
  }
  // What is next, for messages: 'xyz', or "the end of the text".
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
