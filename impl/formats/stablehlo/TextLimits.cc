// Reads the text once, as MLIR's lexer divides it into tokens, and counts what has a limit: how
// deep brackets nest, digits of numbers, bits of integers, how much aliases expand, and alignments.
// MLIR stops at the first error, so the counts after an error do not matter.
#include "formats/stablehlo/TextLimits.h"

#include "absl/hash/hash.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "base/HashMap.h"

#include <algorithm>
#include <utility>

namespace lz::formats {
namespace {

constexpr int64_t kMaxDepth = 256;
constexpr int64_t kMaxDigits = 1024;
constexpr int64_t kMaxIntegerBits = 128;
constexpr int64_t kMaxExpansion = int64_t{16} << 20;
constexpr uint64_t kMaxAlignment = 4096;

bool isLetter(char c) {
  return absl::ascii_isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool isDigit(char c) {
  return absl::ascii_isdigit(static_cast<unsigned char>(c));
}
bool isWordPart(char c) {
  return isLetter(c) || isDigit(c) || c == '$' || c == '.';
}
bool isNamePart(char c) {
  return isWordPart(c) || c == '-';
}

// A name for an attribute or a type, as in "#a = [#b, #b]" and "!a = tuple<!b, !b>". `depth` and
// `bytes` are the nesting and the size of its definition, with all names in it written out.
struct Alias {
  int64_t depth = 0;
  int64_t bytes = 0;
  bool isLocation = false; // locations are not limited
};

class Scanner {
public:
  Scanner(absl::string_view text, absl::string_view name) : text_(text), name_(name) {}
  Status run();

private:
  // The kind of the previous token, in as much detail as the next token needs.
  enum class Last { Other, AliasName, ValueName, Joint }; // Joint: "=", ":" or "->"

  Status step();
  Status scanPunctuation(char c, Last before);
  Status scanString();
  Status scanWord();
  Status scanName();
  Status scanAlias();
  Status scanResultNumber();
  Status checkDigits(absl::string_view token) const;
  Status checkAlignment(absl::string_view contents) const;
  void skipComment();
  Status open();
  void close();
  void openDefinition();
  void closeDefinition();

  char peek(size_t ahead = 1) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : 0; }
  template <typename Predicate> absl::string_view take(size_t skip, Predicate isPart) {
    size_t begin = at_;
    for (at_ += skip; at_ < text_.size() && isPart(text_[at_]);)
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  // Returns the status with the location of the current token.
  Status located(const Status& status) const;
  template <typename... Parts> Status error(const Parts&... parts) const {
    return located(invalidArgument(parts...));
  }

  absl::string_view text_, name_;
  size_t at_ = 0;
  size_t token_ = 0; // where the current token begins
  int64_t depth_ = 0;
  Last last_ = Last::Other;
  bool inResources_ = false;

  HashMap<absl::string_view, Alias, absl::Hash<absl::string_view>> aliases_;
  absl::string_view lastName_; // the name, if last_ is AliasName or ValueName
  absl::string_view defined_;  // the alias whose definition is being read, or ""
  Alias definition_;
  size_t definitionBegin_ = 0;
  int64_t expansion_ = 0;
  // The largest n in uses %x#n, for each value %x.
  HashMap<absl::string_view, int64_t, absl::Hash<absl::string_view>> lastResult_;
  int64_t numResults_ = 0; // the sum over lastResult_
};

Status Scanner::located(const Status& status) const {
  absl::string_view before = text_.substr(0, token_);
  int64_t line = 1 + std::count(before.begin(), before.end(), '\n');
  size_t newline = before.rfind('\n');
  size_t column = token_ - (newline == absl::string_view::npos ? 0 : newline + 1) + 1;
  std::string place = absl::StrCat(name_, ":", line, ":", column);
  return withLocation(Status(status.code(), absl::StrCat(place, ": ", status.message())), place);
}

Status Scanner::open() {
  ++at_;
  if (++depth_ > kMaxDepth)
    return error("the text nests deeper than ", kMaxDepth, " brackets");
  definition_.depth = std::max(definition_.depth, depth_);
  return okStatus();
}

void Scanner::close() {
  ++at_;
  depth_ = std::max<int64_t>(depth_ - 1, 0);
}

void Scanner::skipComment() {
  while (at_ < text_.size() && text_[at_] != '\n')
    ++at_;
}

Status Scanner::checkDigits(absl::string_view token) const {
  int64_t streak = 0;
  for (char c : token) {
    streak = absl::ascii_isxdigit(static_cast<unsigned char>(c)) ? streak + 1 : 0;
    if (streak > kMaxDigits)
      return error("a number or name has more than ", kMaxDigits, " digits");
  }
  return okStatus();
}

// Checks a resource "0x04000000...". The first four bytes of the resource are its alignment, in
// little-endian order.
Status Scanner::checkAlignment(absl::string_view contents) const {
  uint64_t alignment = 0;
  for (size_t byte = 4; byte-- > 0;) {
    uint64_t value = 0;
    if (contents.size() < 10 || !absl::SimpleHexAtoi(contents.substr(2 + 2 * byte, 2), &value))
      return okStatus(); // not a blob, or one that the parser refuses
    alignment = alignment << 8 | value;
  }
  if (alignment > kMaxAlignment)
    return error("the alignment of a resource must be at most ", kMaxAlignment, " bytes, but is ",
                 alignment);
  return okStatus();
}

Status Scanner::scanString() {
  size_t begin = ++at_;
  while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n')
    at_ += text_[at_] == '\\' ? 2 : 1;
  at_ = std::min(at_, text_.size());
  absl::string_view contents = text_.substr(begin, at_ - begin);
  if (at_ < text_.size() && text_[at_] == '"')
    ++at_;
  if (inResources_ && absl::StartsWith(contents, "0x"))
    return checkAlignment(contents);
  return okStatus();
}

// Scans a word or number. The first size of a shape may be followed directly by a word, since the
// lexer reads "2x3xi32" as "2" and "x3xi32".
Status Scanner::scanWord() {
  absl::string_view word = take(1, isWordPart);
  LZ_RETURN_IF_ERROR(checkDigits(word));
  size_t x = word.rfind('x');
  bool isShape = x != absl::string_view::npos && word.find_first_not_of("0123456789x") > x;
  absl::string_view type = isShape ? word.substr(x + 1) : word;
  if (!absl::ConsumePrefix(&type, "si") && !absl::ConsumePrefix(&type, "ui") &&
      !absl::ConsumePrefix(&type, "i"))
    return okStatus();
  bool isType = !type.empty() && type.find_first_not_of("0123456789") == absl::string_view::npos;
  int64_t bits = 0;
  if (isType && (!absl::SimpleAtoi(type, &bits) || bits > kMaxIntegerBits))
    return located(unimplemented("an integer type of more than ", kMaxIntegerBits,
                                 " bits is not supported by Lazuli"));
  return okStatus();
}

// Scans the "#7" of "%x#7". The text contains the type of every result of an op, so an op has fewer
// results than the text has bytes.
Status Scanner::scanResultNumber() {
  absl::string_view digits = take(1, isDigit).substr(1);
  const int64_t tooMany = int64_t(text_.size()) + 1;
  int64_t number = tooMany;
  if (!absl::SimpleAtoi(digits, &number) || number > tooMany)
    number = tooMany;
  int64_t& last = lastResult_[lastName_];
  numResults_ += std::max<int64_t>(number - last, 0);
  last = std::max(last, number);
  if (numResults_ >= tooMany)
    return error(lastName_, "#", digits, " names a result that no op of this text can have");
  return okStatus();
}

void Scanner::openDefinition() {
  closeDefinition();
  defined_ = lastName_;
  definition_ = {};
  definitionBegin_ = at_;
}

void Scanner::closeDefinition() {
  if (defined_.empty())
    return;
  definition_.bytes += int64_t(token_ - definitionBegin_);
  aliases_[defined_] = definition_;
  defined_ = {};
}

// Scans a name after % @ ^ # or !.
Status Scanner::scanName() {
  lastName_ = take(1, isNamePart);
  return checkDigits(lastName_);
}

// Scans a use of an alias, or the name in its definition if "=" follows. MLIR rejects names that
// are defined twice.
Status Scanner::scanAlias() {
  LZ_RETURN_IF_ERROR(scanName());
  auto found = aliases_.find(lastName_);
  if (found == aliases_.end())
    return okStatus();
  const Alias& used = found->second;
  if (!defined_.empty()) {
    definition_.depth = std::max(definition_.depth, depth_ + used.depth);
    // Each definition can double the size, so the sum is capped at twice the limit.
    definition_.bytes = std::min(definition_.bytes + used.bytes, 2 * kMaxExpansion);
    if (definition_.depth > kMaxDepth)
      return error(lastName_, " is nested deeper than ", kMaxDepth);
  }
  if (!used.isLocation)
    expansion_ += used.bytes;
  if (expansion_ > kMaxExpansion)
    return error(lastName_, ": attributes and types would take more than ", kMaxExpansion,
                 " bytes when written out");
  return okStatus();
}

Status Scanner::step() {
  char c = text_[at_];
  token_ = at_;
  if (absl::ascii_isspace(static_cast<unsigned char>(c)) || c == 0) {
    ++at_;
    return okStatus();
  }
  if (c == '/' && peek() == '/') {
    skipComment();
    return okStatus();
  }
  Last before = std::exchange(last_, Last::Other);
  bool isWord = isLetter(c) || isDigit(c);
  // The definition of an alias ends before a token that begins a new item and does not follow "=",
  // ":" or "->".
  bool begins = isWord || c == '"' || c == '%' || c == '#' || c == '!';
  if (depth_ == 0 && begins && before != Last::Joint)
    closeDefinition();
  if (isWord) {
    if (depth_ == 0 && before == Last::Joint)
      definition_.isLocation = absl::StartsWith(text_.substr(at_), "loc(");
    return scanWord();
  }
  return scanPunctuation(c, before);
}

Status Scanner::scanPunctuation(char c, Last before) {
  switch (c) {
  case '"':
    return scanString();
  case '(':
  case '[':
  case '<':
    return open();
  case '{':
    inResources_ |= peek() == '-' && peek(2) == '#';
    return open();
  case ')':
  case ']':
  case '>':
  case '}':
    close();
    return okStatus();
  case '-':
    at_ += peek() == '>' ? 2 : 1;
    last_ = Last::Joint;
    return okStatus();
  case '=':
  case ':':
    if (c == '=' && before == Last::AliasName && depth_ == 0)
      openDefinition();
    ++at_;
    last_ = Last::Joint;
    return okStatus();
  case '#':
    if (peek() == '-' && peek(2) == '}') {
      at_ += 2;
      return okStatus();
    }
    if (before == Last::ValueName)
      return scanResultNumber();
    [[fallthrough]];
  case '!':
    last_ = Last::AliasName;
    return scanAlias();
  case '%':
    last_ = Last::ValueName;
    [[fallthrough]];
  case '@':
  case '^':
    return scanName();
  default:
    ++at_;
    return okStatus();
  }
}

Status Scanner::run() {
  if (absl::StartsWith(text_, "ML\xefR"))
    return located(
        unimplemented("MLIR bytecode is not supported by Lazuli; give the module as text"));
  while (at_ < text_.size())
    LZ_RETURN_IF_ERROR(step());
  return okStatus();
}

} // namespace

Status checkTextLimits(absl::string_view text, absl::string_view name) {
  return Scanner(text, name).run();
}

} // namespace lz::formats
