#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "base/Steps.h"

namespace lz {
namespace {

class Verifier {
public:
  explicit Verifier(const Steps& steps) : steps_(steps), isWritten_(steps.values.size()) {
    for (size_t v = 0; v < steps.values.size(); ++v)
      isWritten_[v] = isGiven(ValueId(v));
    carried_.resize(steps.values.size());
  }

  Status run() {
    LZ_RETURN_IF_ERROR(verifyList(steps_.body));
    for (size_t v = 0; v < steps_.values.size(); ++v)
      if (steps_.values[v].kind == ValueKind::Output && !isWritten_[v])
        return internalError("steps: nothing writes ", nameOf(steps_, ValueId(v)));
    return okStatus();
  }

private:
  template <typename... Parts> Status wrong(const Step& step, const Parts&... parts) const {
    return internalError("step ", step.name, ": ", parts...);
  }

  std::string name(ValueId id) const { return nameOf(steps_, id); }
  const StepValue& at(ValueId id) const { return steps_.values[size_t(id)]; }

  bool isGiven(ValueId id) const {
    return at(id).kind == ValueKind::Input || at(id).kind == ValueKind::Constant;
  }

  Status verifyList(const std::vector<Step>& list) {
    for (const Step& step : list)
      LZ_RETURN_IF_ERROR(verifyStep(step));
    return okStatus();
  }

  Status verifyStep(const Step& step) {
    LZ_RETURN_IF_ERROR(verifyForm(step));
    LZ_RETURN_IF_ERROR(verifyAliases(step));
    switch (step.kind) {
    case StepKind::Contraction:
      return verifyContraction(step);
    case StepKind::Sweep:
      return verifySweep(step);
    case StepKind::Loop:
      return verifyLoop(step);
    case StepKind::Branch:
      return verifyBranch(step);
    case StepKind::Call:
      return verifyCall(step);
    default:
      LZ_RETURN_IF_ERROR(read(step));
      return write(step);
    }
  }

  Status verifyForm(const Step& step) const {
    auto exists = [&](ValueId id) { return id >= 0 && size_t(id) < steps_.values.size(); };
    if (!absl::c_all_of(step.operands, exists) || !absl::c_all_of(step.results, exists) ||
        (step.scratch != -1 && !exists(step.scratch)))
      return wrong(step, "a value that it names does not exist");
    if (step.scratch >= 0 && at(step.scratch).kind != ValueKind::Temp)
      return wrong(step, "its scratch ", name(step.scratch), " is not a temporary");
    if (step.lists.size() != numLists(step))
      return wrong(step, "it has ", step.lists.size(), " lists of steps, not ", numLists(step));
    if (step.kind == StepKind::Copy && (step.operands.size() != 1 || step.results.size() != 1))
      return wrong(step, "a copy must have one operand and one result");
    if (step.kind == StepKind::Copy && at(step.operands[0]).bytes != at(step.results[0]).bytes)
      return wrong(step, "it copies a value of ", at(step.operands[0]).bytes,
                   " bytes to a value of ", at(step.results[0]).bytes, " bytes");
    LZ_RETURN_IF_ERROR(verifyViews(step));
    if (step.kind == StepKind::Sweep && step.operands.size() != 2 * step.results.size())
      return wrong(step, "it has ", step.operands.size(), " operands for ", step.results.size(),
                   " products, but each product has two");
    for (ValueId id : step.kept)
      if (step.kind != StepKind::Sweep || !exists(id) || at(id).kind != ValueKind::Rows)
        return wrong(step, "it keeps rows of a value of which no rows exist");
    if ((step.kind == StepKind::Loop || step.kind == StepKind::Branch) && step.operands.size() != 1)
      return wrong(step, "a loop or branch must have one operand, its condition");
    return okStatus();
  }

  // Only contractions, sweeps and View steps may read a view. Only a View step may write a view.
  Status verifyViews(const Step& step) const {
    auto isView = [&](ValueId id) { return at(id).kind == ValueKind::View; };
    const bool reads = step.kind == StepKind::Contraction || step.kind == StepKind::Sweep;
    if (step.kind != StepKind::View) {
      if (absl::c_any_of(step.results, isView) || (!reads && absl::c_any_of(step.operands, isView)))
        return wrong(step, "it is no product, but uses a slice in place");
      return okStatus();
    }
    if (step.operands.empty() || step.results.size() != 1 || !isView(step.results[0]))
      return wrong(step, "it must make one view of its first operand");
    const StepValue& view = at(step.results[0]);
    if (view.viewOf != step.operands[0] || view.viewOf >= step.results[0] ||
        view.bytes > at(view.viewOf).bytes)
      return wrong(step, name(step.results[0]), " is no slice of ", name(step.operands[0]));
    return okStatus();
  }

  static size_t numLists(const Step& step) {
    switch (step.kind) {
    case StepKind::Contraction:
    case StepKind::Loop:
      return 2;
    case StepKind::Sweep:
      return 2 * step.results.size();
    case StepKind::Branch:
      return std::max<size_t>(1, step.lists.size());
    case StepKind::Call:
      return std::min<size_t>(1, step.lists.size());
    default:
      return 0;
    }
  }

  Status verifyAliases(const Step& step) const {
    for (const Alias& alias : step.aliases) {
      if (!absl::c_linear_search(step.operands, alias.operand) ||
          !absl::c_linear_search(step.results, alias.result))
        return wrong(step, "an alias names a value that is not its operand and its result");
      bool isOne = alias.operand == alias.result;
      if (isOne != (alias.kind == Alias::Kind::Must))
        return wrong(
            step, name(alias.result),
            isOne ? " is an operand and a result of the step, so its alias must be of kind Must"
                  : " has an alias of kind Must, so operand and result must be one value");
      if (!isOne && !couldTakeOver(at(alias.result), at(alias.operand)))
        return wrong(step, name(alias.result), " of ", at(alias.result).bytes,
                     " bytes cannot take over ", name(alias.operand), " of ",
                     at(alias.operand).bytes);
    }
    return okStatus();
  }

  Status read(const Step& step) const {
    for (ValueId id : step.operands)
      if (!isWritten_[size_t(id)])
        return wrong(step, "it reads ", name(id), ", which nothing wrote before");
    return okStatus();
  }

  Status write(const Step& step) {
    for (ValueId id : step.results) {
      if (isGiven(id))
        return wrong(step, "it writes ", name(id), ", which is an input or a constant");
      if (isWritten_[size_t(id)] && !carried_[size_t(id)] && !mayAlias(step, id, id))
        return wrong(step, "it writes ", name(id), ", which was written before");
      isWritten_[size_t(id)] = true;
    }
    return okStatus();
  }

  // The kernels of the first list write rows of operands before the contraction reads these
  // operands.
  Status verifyContraction(const Step& step) {
    LZ_RETURN_IF_ERROR(verifyRowKernels(step));
    LZ_RETURN_IF_ERROR(verifyList(step.lists[0]));
    LZ_RETURN_IF_ERROR(read(step));
    LZ_RETURN_IF_ERROR(write(step));
    return verifyList(step.lists[1]);
  }

  Status verifyRowKernels(const Step& step) const {
    for (const std::vector<Step>& list : step.lists)
      for (const Step& kernel : list)
        if (kernel.kind != StepKind::Kernel || kernel.rows <= 0)
          return wrong(step, "its lists contain ", kernel.name,
                       ", which is not a kernel that has rows");
    return okStatus();
  }

  // Each product reads what the lists of the products before it wrote.
  Status verifySweep(const Step& step) {
    LZ_RETURN_IF_ERROR(verifyRowKernels(step));
    for (size_t p = 0; p < step.results.size(); ++p) {
      Step product{StepKind::Contraction, step.name};
      product.operands = {step.operands[2 * p], step.operands[2 * p + 1]};
      product.results = {step.results[p]};
      LZ_RETURN_IF_ERROR(verifyList(step.lists[2 * p]));
      LZ_RETURN_IF_ERROR(read(product));
      LZ_RETURN_IF_ERROR(write(product));
      LZ_RETURN_IF_ERROR(verifyList(step.lists[2 * p + 1]));
    }
    return okStatus();
  }

  // Values that a list writes exist only inside the list, except for the results of the loop.
  Status verifyLoop(const Step& step) {
    for (ValueId id : step.results)
      if (!isWritten_[size_t(id)])
        return wrong(step, "it carries ", name(id), ", which nothing wrote before");
    const std::vector<bool> before = isWritten_, carriedBefore = carried_;
    LZ_RETURN_IF_ERROR(verifyList(step.lists[0]));
    LZ_RETURN_IF_ERROR(read(step));
    isWritten_ = before;
    for (ValueId id : step.results)
      carried_[size_t(id)] = true;
    LZ_RETURN_IF_ERROR(verifyList(step.lists[1]));
    isWritten_ = before;
    carried_ = carriedBefore;
    return okStatus();
  }

  // The parameters of the body, and the values that the body writes, exist only inside the body.
  Status verifyCall(const Step& step) {
    LZ_RETURN_IF_ERROR(read(step));
    const std::vector<bool> before = isWritten_;
    for (ValueId id : step.bodyParams)
      isWritten_[size_t(id)] = true;
    for (const std::vector<Step>& list : step.lists)
      LZ_RETURN_IF_ERROR(verifyList(list));
    for (ValueId id : step.bodyResults)
      if (!isWritten_[size_t(id)])
        return wrong(step, "its body does not write ", name(id));
    isWritten_ = before;
    return write(step);
  }

  Status verifyBranch(const Step& step) {
    LZ_RETURN_IF_ERROR(read(step));
    const std::vector<bool> before = isWritten_;
    for (size_t i = 0; i < step.lists.size(); ++i) {
      isWritten_ = before;
      LZ_RETURN_IF_ERROR(verifyList(step.lists[i]));
      for (ValueId id : step.results)
        if (!isWritten_[size_t(id)])
          return wrong(step, "list ", i, " does not write ", name(id));
    }
    isWritten_ = before;
    return write(step);
  }

  const Steps& steps_;
  std::vector<bool> isWritten_; // for each value: whether a visited step writes it
  std::vector<bool> carried_;   // for each value: whether a loop that is being visited carries it
};

} // namespace

Status verify(const Steps& steps) {
  return Verifier(steps).run();
}

} // namespace lz
