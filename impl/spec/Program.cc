#include "spec/Program.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace lz {
namespace {

absl::string_view part(std::string_view text) {
  return {text.data(), text.size()};
}

std::string valuesStr(absl::Span<const ValueId> values) {
  return absl::StrJoin(values, ", ",
                       [](std::string* out, ValueId v) { absl::StrAppend(out, "%", v); });
}

std::string literalStr(const Literal& literal) {
  constexpr int64_t kMaxElements = 8;
  const TensorType& type = literal.type();
  int64_t n = type.numElements(), shown = literal.isSplat() ? 1 : std::min(n, kMaxElements);
  std::string text;
  for (int64_t i = 0; i < shown; ++i) {
    absl::StrAppend(&text, i ? ", " : "");
    if (isFloat(type.dtype))
      absl::StrAppend(&text, literal.toDouble(i));
    else if (type.dtype == DType::U64)
      absl::StrAppend(&text, literal.as<uint64_t>()[i]);
    else
      absl::StrAppend(&text, literal.toInt(i));
  }
  if (shown < n && !literal.isSplat())
    absl::StrAppend(&text, ", ...");
  return n == 1 || literal.isSplat() ? text : absl::StrCat("[", text, "]");
}

struct AttrPrinter {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(int64_t value) const { return absl::StrCat(value); }
  std::string operator()(double value) const { return absl::StrCat(value); }
  std::string operator()(const Ints& value) const {
    return absl::StrCat("[", absl::StrJoin(value, ", "), "]");
  }
  std::string operator()(const std::string& value) const { return absl::StrCat("\"", value, "\""); }
  std::string operator()(const Literal& value) const { return literalStr(value); }
};

// Returns for example " {dimension = 1, slice_sizes = [1, 2]}", without attributes that are not
// given.
std::string attrsStr(const Op& op) {
  absl::Span<const AttrInfo> infos = opInfo(op.opcode).attrs;
  std::vector<std::string> texts;
  for (size_t i = 0; i < infos.size() && i < op.attrs.size(); ++i)
    if (isSet(op.attrs[i]))
      texts.push_back(
          absl::StrCat(part(infos[i].name), " = ", std::visit(AttrPrinter(), op.attrs[i])));
  return texts.empty() ? "" : absl::StrCat(" {", absl::StrJoin(texts, ", "), "}");
}

class Printer {
public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string run() {
    absl::StrAppend(&text_, "program(", paramsStr(program_.body, /*withDonation=*/true), ") {\n");
    printBody(program_.body, 1);
    text_ += "}\n";
    return std::move(text_);
  }

private:
  std::string typesStr(absl::Span<const ValueId> values) const {
    return absl::StrJoin(values, ", ", [&](std::string* out, ValueId v) {
      absl::StrAppend(out, program_.type(v).str());
    });
  }

  std::string paramsStr(const Region& region, bool withDonation) const {
    std::vector<std::string> texts;
    for (size_t i = 0; i < region.params.size(); ++i) {
      bool donated = withDonation && i < program_.donated.size() && program_.donated[i];
      texts.push_back(absl::StrCat("%", region.params[i], ": ",
                                   program_.type(region.params[i]).str(),
                                   donated ? " donated" : ""));
    }
    return absl::StrJoin(texts, ", ");
  }

  void printOp(const Op& op, int depth) {
    text_.append(size_t(depth) * 2, ' ');
    if (!op.results.empty())
      absl::StrAppend(&text_, valuesStr(op.results), " = ");
    absl::StrAppend(&text_, part(opInfo(op.opcode).name), op.operands.empty() ? "" : " ",
                    valuesStr(op.operands), attrsStr(op));
    for (const Region& region : op.regions) {
      absl::StrAppend(&text_, " (", paramsStr(region, /*withDonation=*/false), ") {\n");
      printBody(region, depth + 1);
      text_.append(size_t(depth) * 2, ' ');
      text_ += "}";
    }
    if (!op.results.empty())
      absl::StrAppend(&text_, " : ", typesStr(op.results));
    text_ += "\n";
  }

  // The recursion is as deep as the regions are nested, and these nest only as deep as the caller's
  // functions.
  void printBody(const Region& region, int depth) {
    for (const Op& op : region.ops)
      printOp(op, depth);
    text_.append(size_t(depth) * 2, ' ');
    absl::StrAppend(&text_, "return ", valuesStr(region.results), "\n");
  }

  const Program& program_;
  std::string text_;
};

} // namespace

std::string print(const Program& program) {
  return Printer(program).run();
}

} // namespace lz
