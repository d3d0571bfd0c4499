#include "RewriteChecks.h"

#include "absl/strings/str_cat.h"

#include <string_view>

namespace lz::conformance {
namespace {

constexpr std::string_view kPrefix = "check.expect_";
constexpr std::string_view kSuffix = "_const ";

// Returns the position after the literal that begins at `at`, such as "dense<...>". The literal
// ends with the bracket that closes its first bracket.
size_t endOfBrackets(const std::string& text, size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '<')
      ++depth;
    if (text[at] == '>' && --depth == 0)
      return at + 1;
  }
  return std::string::npos;
}

struct Check {
  std::string name, operand, literal, type;
  size_t begin, end; // positions in the text
};

// Parses the literal at `at` and the type after it. Returns false if they are not there.
bool parseValue(const std::string& text, size_t at, Check& check) {
  const size_t literalEnd = endOfBrackets(text, at);
  const size_t type = text.find("tensor<", literalEnd);
  if (literalEnd == std::string::npos || type == std::string::npos)
    return false;
  check.end = endOfBrackets(text, type);
  if (check.end == std::string::npos)
    return false;
  check.literal = text.substr(at, literalEnd - at);
  check.type = text.substr(type, check.end - type);
  return true;
}

// "check.expect_<name>_const"(%x) <{value = <literal> : <type>}> : (<type>) -> ()
bool parseGenericCheck(const std::string& text, size_t at, Check& check) {
  constexpr std::string_view kOpen = "_const\"(", kValue = "value = ", kEnd = "-> ()";
  const size_t suffix = text.find(kOpen, at), operand = suffix + kOpen.size();
  const size_t close = text.find(')', operand), value = text.find(kValue, close);
  if (at == 0 || text[at - 1] != '"' || value == std::string::npos ||
      !parseValue(text, value + kValue.size(), check))
    return false;
  const size_t end = text.find(kEnd, check.end);
  if (end == std::string::npos)
    return false;
  check.name = text.substr(at, suffix - at);
  check.operand = text.substr(operand, close - operand);
  check.begin = at - 1;
  check.end = end + kEnd.size();
  return true;
}

// Parses "check.expect_<name>_const %x, <literal> : <type>" at `at`; false if it has another form.
bool parseCheck(const std::string& text, size_t at, Check& check) {
  size_t blank = text.find(' ', at);
  if (blank == std::string::npos)
    return false;
  std::string op = text.substr(at, blank + 1 - at);
  if (op.size() < kSuffix.size() || op.substr(op.size() - kSuffix.size()) != kSuffix)
    return false;
  size_t comma = text.find(',', blank);
  if (comma == std::string::npos ||
      !parseValue(text, text.find_first_not_of(" \n", comma + 1), check))
    return false;
  check.name = op.substr(0, op.size() - kSuffix.size());
  check.operand = text.substr(blank + 1, comma - blank - 1);
  check.begin = at;
  return true;
}

} // namespace

std::string rewriteChecks(const std::string& text) {
  std::string result;
  size_t done = 0, count = 0;
  for (size_t at = text.find(kPrefix); at != std::string::npos; at = text.find(kPrefix, at + 1)) {
    Check check;
    if (at < done || !(parseCheck(text, at, check) || parseGenericCheck(text, at, check)))
      continue;
    std::string value = absl::StrCat("%expected_", count++);
    absl::StrAppend(&result, text.substr(done, check.begin - done), value, " = stablehlo.constant ",
                    check.literal, " : ", check.type, " stablehlo.custom_call @", check.name, "(",
                    check.operand, ", ", value, ") {has_side_effect = true} : (", check.type, ", ",
                    check.type, ") -> ()");
    done = check.end;
  }
  return result + text.substr(done);
}

} // namespace lz::conformance
