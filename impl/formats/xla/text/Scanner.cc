#include "formats/xla/text/Scanner.h"

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"

#include <charconv>

namespace lz::xla {
namespace {

bool beginsWord(char c) {
  return absl::ascii_isalpha(static_cast<unsigned char>(c)) || c == '_';
}

bool continuesWord(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-';
}

constexpr size_t kShown = 24; // largest number of characters of the text in a message

} // namespace

// Only this function counts lines. All other code skips text without line breaks.
void Scanner::advance(size_t count) {
  for (size_t end = position_ + count; position_ < end; ++position_)
    if (text_[position_] == '\n') {
      ++line_;
      lineStart_ = position_ + 1;
    }
}

void Scanner::skipComment(std::string_view end) {
  size_t found = text_.find(end, position_ + 2);
  advance(found == text_.npos ? remaining() : found + end.size() - position_);
}

void Scanner::skip() {
  while (!atEnd()) {
    if (absl::ascii_isspace(static_cast<unsigned char>(peek())))
      advance(1);
    else if (startsWith("//"))
      skipComment("\n");
    else if (startsWith("/*"))
      skipComment("*/");
    else
      return;
  }
}

bool Scanner::accept(std::string_view what) {
  if (!startsWith(what))
    return false;
  position_ += what.size();
  skip();
  return true;
}

size_t Scanner::wordEnd() const {
  size_t end = position_;
  if (atEnd() || !beginsWord(text_[end]))
    return end;
  while (end < text_.size() && continuesWord(text_[end]))
    ++end;
  bool isArrow = end < text_.size() && text_[end] == '>' && text_[end - 1] == '-';
  return isArrow ? end - 1 : end;
}

std::string_view Scanner::peekWord() const {
  return text_.substr(position_, wordEnd() - position_);
}

std::string_view Scanner::word() {
  std::string_view result = peekWord();
  position_ += result.size();
  skip();
  return result;
}

bool Scanner::acceptWord(std::string_view word) {
  if (peekWord() != word)
    return false;
  this->word();
  return true;
}

std::string_view Scanner::run(std::string_view characters) {
  size_t end = std::min(text_.find_first_not_of(characters, position_), text_.size());
  std::string_view result = text_.substr(position_, end - position_);
  position_ = end;
  skip();
  return result;
}

Status Scanner::expect(std::string_view what, std::string_view where) {
  if (accept(what))
    return okStatus();
  return error("expected '", what, "' ", where, ", found ", next());
}

StatusOr<std::string_view> Scanner::name(std::string_view what) {
  if (peek() != '%') {
    std::string_view result = word();
    return result.empty() ? error("expected ", what, ", found ", next())
                          : StatusOr<std::string_view>(result);
  }
  size_t end = position_ + 1;
  while (end < text_.size() && continuesWord(text_[end]))
    ++end;
  if (end == position_ + 1)
    return error("expected ", what, " after '%'");
  std::string_view result = text_.substr(position_ + 1, end - position_ - 1);
  position_ = end;
  skip();
  return result;
}

StatusOr<int64_t> Scanner::integer(std::string_view what) {
  int64_t value = 0;
  const char* begin = text_.data() + position_;
  auto [end, problem] = std::from_chars(begin, text_.data() + text_.size(), value);
  if (problem == std::errc::result_out_of_range)
    return error(what, " does not fit into 64 bits: ", next());
  if (problem != std::errc())
    return error("expected ", what, ", an integer, found ", next());
  position_ += size_t(end - begin);
  skip();
  return value;
}

StatusOr<bool> Scanner::boolean(std::string_view what) {
  std::string_view text = peekWord();
  if (text != "true" && text != "false" && peek() != '0' && peek() != '1')
    return error("expected true or false for ", what, ", found ", next());
  if (text.empty())
    return run("01") == "1";
  return word() == "true";
}

StatusOr<std::string> Scanner::quoted(std::string_view what) {
  char quote = peek();
  if (quote != '"' && quote != '\'')
    return error("expected ", what, " in quotes, found ", next());
  size_t end = position_ + 1;
  while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
    end += text_[end] == '\\' ? 2 : 1;
  if (end >= text_.size() || text_[end] == '\n')
    return error("the text in quotes of ", what, " does not end on its line; close it with ",
                 std::string_view(&quote, 1));
  std::string_view inside = text_.substr(position_ + 1, end - position_ - 1);
  std::string result;
  if (!absl::CUnescape(detail::piece(inside), &result))
    return error(what, " has an unknown escape (those of C are known): ", next());
  advance(end + 1 - position_);
  skip();
  return result;
}

StatusOr<std::string_view> Scanner::braces(std::string_view what) {
  if (peek() != '{')
    return error("expected '{' for ", what, ", found ", next());
  size_t depth = 0, end = position_;
  char quote = '\0';
  for (; end < text_.size(); ++end) {
    char c = text_[end];
    if (quote != '\0') {
      end += c == '\\' ? 1 : 0;
      quote = c == quote ? '\0' : quote;
    } else if (c == '"') {
      quote = c;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      std::string_view result = text_.substr(position_, end + 1 - position_);
      advance(result.size());
      skip();
      return result;
    }
  }
  return error("the '{' of ", what, " is never closed; add '}'");
}

std::string Scanner::next() const {
  if (atEnd())
    return "the end of the text";
  std::string_view rest = text_.substr(position_, kShown);
  rest = rest.substr(0, rest.find('\n'));
  if (std::string_view whole = peekWord(); !whole.empty())
    rest = rest.substr(0, whole.size());
  return absl::StrCat("'", absl::Utf8SafeCEscape(detail::piece(rest)), "'");
}

Status Scanner::located(Place place, const std::string& message) const {
  std::string where = absl::StrCat(detail::piece(name_), ":", place.line, ":", place.column);
  return withLocation(invalidArgument(where, ": ", message), where);
}

} // namespace lz::xla
