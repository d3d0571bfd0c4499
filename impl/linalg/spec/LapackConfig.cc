#include "linalg/spec/LapackConfig.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace lz::linalg {
int64_t LapackConfig::number(std::string_view name) const {
  if (name == "uplo" && (text_.starts_with("1,") || text_.starts_with("0,")))
    return text_[0] == '1' ? 'L' : 'U';
  const std::string key = absl::StrCat(absl::string_view(name.data(), name.size()), " = ");
  size_t at = text_.find(key);
  while (at != std::string_view::npos && at > 0 && text_[at - 1] != ' ' && text_[at - 1] != '{')
    at = text_.find(key, at + 1);
  if (at == std::string_view::npos)
    return 0;
  const std::string_view rest = text_.substr(at + key.size());
  const std::string_view digits = rest.substr(0, rest.find_first_not_of("0123456789"));
  int64_t number = 0;
  if (!absl::SimpleAtoi(absl::string_view(digits.data(), digits.size()), &number))
    return rest.starts_with("true") ? 1 : 0;
  return number;
}

} // namespace lz::linalg
