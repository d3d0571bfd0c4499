#include "exec/CallAttrs.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace lz::exec {
namespace {

std::string textOf(int64_t number) {
  return absl::StrCat(number);
}
std::string textOf(const std::optional<int64_t>& number) {
  return absl::StrCat(*number);
}
std::string textOf(const std::string& text) {
  return absl::StrCat("\"", text, "\"");
}
std::string textOf(const std::vector<int64_t>& list) {
  return absl::StrCat("[", absl::StrJoin(list, ", "), "]");
}
std::string textOf(const std::vector<std::string>& list) {
  return list.empty() ? "[]" : absl::StrCat("[\"", absl::StrJoin(list, "\", \""), "\"]");
}

// Goes through the types of the variant CallAttrs, beginning with type number `index`. Returns an
// empty value of the first type that belongs to the function.
template <size_t index = 0> CallAttrs emptyFrom(std::string_view function) {
  if constexpr (index == std::variant_size_v<CallAttrs>) {
    return NoCallAttrs();
  } else {
    using One = std::variant_alternative_t<index, CallAttrs>;
    return One::kFunction == function ? CallAttrs(One()) : emptyFrom<index + 1>(function);
  }
}

} // namespace

LapackCallAttrs LapackCallAttrs::of(std::string routine) {
  LapackCallAttrs attrs{std::move(routine)};
  if (const std::optional<linalg::LapackFunction> function = linalg::lapackFunction(attrs.routine))
    for (const linalg::LapackOption& option : lapackOptions(*function))
      attrs.options.push_back({option.name});
  return attrs;
}

int64_t LapackCallAttrs::option(std::string_view name) const {
  for (const Option& option : options)
    if (option.name == name)
      return option.number;
  return 0;
}

CallAttrs emptyAttrs(std::string_view function) {
  return emptyFrom(function);
}

bool isOf(std::string_view function, const CallAttrs& attrs) {
  return std::visit([&](const auto& one) { return one.kFunction == function; }, attrs);
}

std::string print(const CallAttrs& attrs) {
  std::vector<std::string> texts;
  forEachField(attrs, [&](auto field) {
    if (!field.isLeftOut())
      texts.push_back(absl::StrCat(std::string(field.name), " = ", textOf(field.value)));
  });
  return absl::StrCat("{", absl::StrJoin(texts, ", "), "}");
}

} // namespace lz::exec
