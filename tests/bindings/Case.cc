#include "Case.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace lz::vectors {
namespace {

constexpr std::pair<DType, const char*> kWords[] = {{DType::Pred, "pred"},
                                                    {DType::S8, "s8"},
                                                    {DType::S16, "s16"},
                                                    {DType::S32, "s32"},
                                                    {DType::S64, "s64"},
                                                    {DType::U8, "u8"},
                                                    {DType::U16, "u16"},
                                                    {DType::U32, "u32"},
                                                    {DType::U64, "u64"},
                                                    {DType::F16, "f16"},
                                                    {DType::F32, "f32"},
                                                    {DType::F64, "f64"},
                                                    {DType::C64, "c64"},
                                                    {DType::BF16, "bf16"},
                                                    {DType::C128, "c128"},
                                                    {DType::F8E5M2, "f8e5m2"},
                                                    {DType::F8E4M3FN, "f8e4m3fn"},
                                                    {DType::S4, "s4"},
                                                    {DType::U4, "u4"},
                                                    {DType::F8E4M3B11FNUZ, "f8e4m3b11fnuz"},
                                                    {DType::F8E5M2FNUZ, "f8e5m2fnuz"},
                                                    {DType::F8E4M3FNUZ, "f8e4m3fnuz"},
                                                    {DType::S2, "s2"},
                                                    {DType::U2, "u2"},
                                                    {DType::F8E4M3, "f8e4m3"},
                                                    {DType::F8E3M4, "f8e3m4"},
                                                    {DType::F4E2M1FN, "f4e2m1fn"},
                                                    {DType::F8E8M0FNU, "f8e8m0fnu"},
                                                    {DType::F6E2M3FN, "f6e2m3fn"},
                                                    {DType::F6E3M2FN, "f6e3m2fn"}};

// Cuts off the text between two marks at the end and returns it: "2,3" from "T[2,3]".
std::optional<std::string> cutBetween(std::string& text, char open, char close) {
  size_t at = text.find(open);
  if (at == std::string::npos || text.back() != close)
    return std::nullopt;
  std::string inner = text.substr(at + 1, text.size() - at - 2);
  text.resize(at);
  return inner;
}

template <typename T, typename Parse>
bool readNumbers(const std::string& text, std::vector<T>& numbers, Parse parse) {
  for (absl::string_view word : absl::StrSplit(text, ',', absl::SkipEmpty()))
    if (!parse(word, &numbers.emplace_back()))
      return false;
  return true;
}

std::optional<CaseOperand> parseOperand(std::string word) {
  CaseOperand operand;
  if (word.front() == '^') {
    operand.isCaptured = true;
    word.erase(0, 1);
  }
  if (auto values = cutBetween(word, '{', '}'))
    if (!readNumbers(*values, operand.values.emplace(),
                     [](auto... x) { return absl::SimpleAtod(x...); }))
      return std::nullopt;
  std::vector<int64_t> dims;
  std::optional<std::string> shape = cutBetween(word, '[', ']');
  if (!shape || !readNumbers(*shape, dims, [](auto... x) { return absl::SimpleAtoi(x...); }))
    return std::nullopt;
  operand.dims.assign(dims.begin(), dims.end());
  operand.dtype = word;
  return operand;
}

} // namespace

StatusOr<Case> parseCase(const std::string& line) {
  std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
  Case result{words[0], {}, {}, {}, {}};
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (size_t at = word.find('='); at != std::string::npos) {
      result.attributes.push_back({word.substr(0, at), word.substr(at + 1)});
      continue;
    }
    if (size_t at = word.find(':'); at != std::string::npos) {
      std::vector<std::string> bodies = absl::StrSplit(word.substr(at + 1), ',');
      for (const std::string& body : bodies)
        result.functions.push_back({word.substr(0, at), body});
      continue;
    }
    if (word[0] == '!') {
      result.without.push_back(word.substr(1));
      continue;
    }
    std::optional<CaseOperand> operand = parseOperand(word);
    if (!operand)
      return invalidArgument("'", word, "' in '", line,
                             "' is neither type[dims], name=value nor name:body");
    result.operands.push_back(*std::move(operand));
  }
  return result;
}

std::string dtypeWord(DType dtype) {
  for (const auto& [known, word] : kWords)
    if (known == dtype)
      return word;
  return "invalid";
}

std::optional<DType> dtypeOfWord(const std::string& word) {
  for (const auto& [dtype, known] : kWords)
    if (known == word)
      return dtype;
  return std::nullopt;
}

const std::vector<DType>& allDTypes() {
  static const std::vector<DType> all = [] {
    std::vector<DType> dtypes;
    for (const auto& [dtype, word] : kWords)
      dtypes.push_back(dtype);
    return dtypes;
  }();
  return all;
}

} // namespace lz::vectors
