#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "lazy/debug/Trace.h"
#include "lazy/debug/TraceNames.h"
#include "lazy/debug/TraceOrder.h"

#include <algorithm>

namespace lz::lazy {
namespace {

class FunctionNames {
public:
  explicit FunctionNames(const Program& program)
      : program_(program), trace_(traceOf(program, FirstOperand::Left)) {}

  std::string text() const {
    const std::vector<ValueId>& results = program_.body.results;
    std::string text =
        absl::StrCat("lazyTrace_", trace_.nodes.size(), "(", arguments(), ") -> (",
                     absl::StrJoin(results, ", ",
                                   [&](std::string* out, ValueId value) { *out += typeOf(value); }),
                     ") {\n");
    for (size_t i = 0; i < trace_.nodes.size(); ++i)
      if (const Op* op = trace_.nodes[i].op)
        absl::StrAppend(&text, "  %", i, " = ", tensorFlowName(*op), attributesOf(*op), "(",
                        valuesText(operandsOf(trace_.nodes[i])), ")\n");
    const std::string returned = valuesText(results);
    return absl::StrCat(text, "  return ",
                        results.size() == 1 ? returned : absl::StrCat("(", returned, ")"), "\n}\n");
  }

private:
  std::string typeOf(ValueId value) const { return tensorFlowType(program_.type(value).dtype); }

  std::string arguments() const {
    std::vector<std::string> texts;
    for (size_t i = 0; i < trace_.nodes.size(); ++i)
      if (const TraceNode& node = trace_.nodes[i]; !node.op)
        texts.push_back(absl::StrCat("%", i, ": ", typeOf(node.parameter)));
    return absl::StrJoin(texts, ", ");
  }

  // "%3, %4.1"
  std::string valuesText(const std::vector<ValueId>& values) const {
    return absl::StrJoin(values, ", ", [&](std::string* out, ValueId value) {
      const size_t number = size_t(trace_.numbers[size_t(value)]);
      absl::StrAppend(out, "%", number);
      const Op* op = trace_.nodes[number].op;
      if (op && op->results.size() > 1)
        absl::StrAppend(out, ".", trace_.results[size_t(value)]);
    });
  }

  // "[T: float]", sorted by name.
  std::string attributesOf(const Op& op) const {
    std::vector<std::string> texts;
    if (op.opcode == Opcode::Constant)
      texts.push_back(absl::StrCat("dtype: ", typeOf(op.results.front())));
    else if (!op.operands.empty())
      texts.push_back(absl::StrCat("T: ", typeOf(op.operands.front())));
    absl::Span<const AttrInfo> infos = opInfo(op.opcode).attrs;
    for (size_t i = 0; i < infos.size() && i < op.attrs.size(); ++i)
      if (isSet(op.attrs[i]) && op.opcode != Opcode::Compare)
        texts.push_back(
            absl::StrCat(std::string(infos[i].name), ": ", tensorFlowAttribute(op.attrs[i])));
    std::sort(texts.begin(), texts.end());
    return texts.empty() ? "" : absl::StrCat("[", absl::StrJoin(texts, ", "), "]");
  }

  const Program& program_;
  const Trace trace_;
};

} // namespace

std::string functionText(const Program& program) {
  return FunctionNames(program).text();
}

} // namespace lz::lazy
