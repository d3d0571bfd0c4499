#include "base/Steps.h"

#include "absl/algorithm/container.h"

namespace lz {

double nsOf(const std::vector<Step>& list) {
  double ns = 0;
  for (const Step& step : list)
    ns += step.ns;
  return ns;
}

bool couldTakeOver(const StepValue& result, const StepValue& operand) {
  bool isTemp = operand.kind == ValueKind::Temp && result.kind == ValueKind::Temp;
  bool isDonated = operand.donated && result.kind == ValueKind::Output;
  return (isTemp || isDonated) && operand.bytes == result.bytes;
}

Step copyStep(const Steps& steps, ValueId source, ValueId target) {
  constexpr double kNsPerByte = 0.08; // a copy between caches and memory
  const StepValue& from = steps.values[size_t(source)];
  Step step{StepKind::Copy, "copy", {source}, {target}};
  if (couldTakeOver(steps.values[size_t(target)], from))
    step.aliases = {{Alias::Kind::May, target, source, "a copy to itself is nothing"}};
  step.ns = kNsPerByte * double(from.bytes);
  return step;
}

bool uses(const Step& step, ValueId value) {
  return absl::c_linear_search(step.operands, value) ||
         absl::c_linear_search(step.results, value) || step.scratch == value;
}

bool readsViewOf(const Steps& steps, const Step& step, ValueId value) {
  return absl::c_any_of(step.operands, [&](ValueId operand) {
    do
      operand = steps.values[size_t(operand)].viewOf;
    while (operand >= 0 && operand != value);
    return operand >= 0;
  });
}

bool mayAlias(const Step& step, ValueId operand, ValueId result) {
  return absl::c_any_of(step.aliases, [&](const Alias& alias) {
    return alias.operand == operand && alias.result == result;
  });
}

std::string nameOf(ValueKind kind, int32_t ordinal, ValueId id) {
  switch (kind) {
  case ValueKind::Input:
    return absl::StrCat("in", ordinal);
  case ValueKind::Output:
    return absl::StrCat("out", ordinal);
  case ValueKind::Temp:
    return absl::StrCat("tmp", id);
  case ValueKind::Constant:
    return absl::StrCat("const", id);
  case ValueKind::Rows:
    return absl::StrCat("rows", id);
  case ValueKind::View:
    return absl::StrCat("view", id);
  }
  return "?";
}

std::string nameOf(const Steps& steps, ValueId id) {
  const StepValue& value = steps.values[size_t(id)];
  return nameOf(value.kind, value.ordinal, id);
}

} // namespace lz
