#include "base/contents/NumberContents.h"

#include "absl/algorithm/container.h"

namespace lz {
namespace {

class Numberer {
public:
  explicit Numberer(Steps& steps)
      : steps_(steps), now_(steps.values.size()), last_(steps.values.size()) {
    for (size_t v = 0; v < steps.values.size(); ++v)
      if (const ValueKind kind = steps.values[v].kind;
          kind == ValueKind::Input || kind == ValueKind::Constant)
        now_[v] = last_[v] = 1;
  }

  void run() {
    visit(steps_.body);
    steps_.ends.clear();
    for (size_t v = 0; v < steps_.values.size(); ++v)
      if (steps_.values[v].kind == ValueKind::Output)
        steps_.ends.push_back({ValueId(v), now_[v]});
  }

private:
  // Recurses as deep as the loops and branches of the program nest.
  void visit(std::vector<Step>& list) {
    for (Step& step : list) {
      step.contents = {};
      visit(step);
    }
  }

  void visit(Step& step) {
    switch (step.kind) {
    case StepKind::Contraction:
    case StepKind::Sweep:
      return visitProducts(step);
    case StepKind::Loop:
      return visitLoop(step);
    case StepKind::Branch:
      return visitBranch(step);
    default:
      use(step, step.contents);
      if (!step.lists.empty())
        visitBody(step);
    }
  }

  bool isByRows(ValueId value) const {
    return steps_.values[size_t(value)].kind == ValueKind::Rows;
  }

  bool isView(ValueId value) const { return steps_.values[size_t(value)].kind == ValueKind::View; }

  // A view has the content of its array.
  void read(ValueId value, std::vector<ContentUse>& uses) const {
    while (isView(value))
      value = steps_.values[size_t(value)].viewOf;
    if (!isByRows(value))
      uses.push_back({value, now_[size_t(value)]});
  }

  int32_t write(ValueId value) { return now_[size_t(value)] = ++last_[size_t(value)]; }

  void write(ValueId value, Contents& contents) {
    if (!isByRows(value))
      contents.uses.push_back({value, 0, write(value)});
  }

  // If the step updates a value, one use both reads and writes the value.
  void use(const Step& step, Contents& contents) {
    for (ValueId operand : step.operands)
      if (!mayAlias(step, operand, operand))
        read(operand, contents.uses);
    for (ValueId result : step.results) {
      const int32_t before = mayAlias(step, result, result) ? now_[size_t(result)] : 0;
      if (!isByRows(result) && !isView(result))
        contents.uses.push_back({result, before, write(result)});
    }
    if (step.scratch >= 0)
      write(step.scratch, contents);
    for (const Alias& alias : step.aliases)
      if (alias.kind == Alias::Kind::May)
        contents.shares.push_back({alias.result, alias.operand});
  }

  void use(const std::vector<Step>& kernels, Contents& contents) {
    for (const Step& kernel : kernels)
      use(kernel, contents);
  }

  // The kernels and products of a contraction or sweep run at the same time on different rows. So
  // an operand is only overwritten if each kernel that reads it permits this.
  void visitProducts(Step& step) {
    for (size_t p = 0; p < step.results.size(); ++p) {
      use(step.lists[2 * p], step.contents);
      read(step.operands[2 * p], step.contents.uses);
      read(step.operands[2 * p + 1], step.contents.uses);
      write(step.results[p], step.contents);
      use(step.lists[2 * p + 1], step.contents);
    }
    write(step.scratch, step.contents);
    std::erase_if(step.contents.shares, [&](const ContentShare& share) {
      return uses(step, share.operand) || readsViewOf(steps_, step, share.operand) ||
             absl::c_any_of(step.lists, [&](const std::vector<Step>& kernels) {
               return absl::c_any_of(kernels, [&](const Step& kernel) {
                 return uses(kernel, share.operand) &&
                        !mayAlias(kernel, share.operand, share.result);
               });
             });
    });
  }

  // Of the values that the lists of a loop write, only the carried values are read after the loop.
  void visitLoop(Step& step) {
    for (ValueId value : step.results) {
      const int32_t before = now_[size_t(value)];
      step.contents.joins.push_back({value, write(value), {before}});
    }
    visit(step.lists[0]);
    read(step.operands[0], step.contents.after);
    visit(step.lists[1]);
    for (ContentJoin& join : step.contents.joins) {
      join.from.push_back(now_[size_t(join.value)]);
      now_[size_t(join.value)] = join.to;
    }
  }

  void visitBranch(Step& step) {
    read(step.operands[0], step.contents.uses);
    std::vector<int32_t> before;
    for (ValueId value : step.results) {
      before.push_back(now_[size_t(value)]);
      step.contents.joins.push_back({value, 0, {}});
    }
    for (std::vector<Step>& list : step.lists) {
      for (size_t r = 0; r < step.results.size(); ++r)
        now_[size_t(step.results[r])] = before[r];
      visit(list);
      for (ContentJoin& join : step.contents.joins)
        join.from.push_back(now_[size_t(join.value)]);
    }
    for (ContentJoin& join : step.contents.joins)
      join.to = write(join.value);
  }

  // The call writes the parameters before each run of the body, and reads the results of the body
  // after the run.
  void visitBody(Step& step) {
    for (ValueId param : step.bodyParams)
      write(param, step.contents);
    for (std::vector<Step>& list : step.lists)
      visit(list);
    for (ValueId result : step.bodyResults)
      read(result, step.contents.after);
  }

  Steps& steps_;
  std::vector<int32_t> now_;  // for each value: its content at this place of the program
  std::vector<int32_t> last_; // for each value: its largest number
};

} // namespace

void numberContents(Steps& steps) {
  Numberer(steps).run();
}

} // namespace lz
