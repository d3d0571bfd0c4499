#include "memory/Lifetimes.h"

#include <algorithm>

namespace lz::memory {
namespace {

class Finder {
public:
  explicit Finder(const Steps& steps) : steps_(steps) {
    found_.lives.resize(steps.values.size());
    visit(steps.body);
  }

  Lifetimes take() { return std::move(found_); }

private:
  void visit(const std::vector<Step>& list) {
    for (const Step& step : list)
      visit(step);
  }

  void visit(const Step& step) {
    ++now_;
    switch (step.kind) {
    case StepKind::Loop:
      return visitLoop(step);
    case StepKind::Branch:
      return visitBranch(step);
    case StepKind::Call:
      return step.lists.empty() ? use(step) : visitCall(step);
    default:
      use(step);
    }
  }

  void use(const Step& step) {
    touch(step.operands);
    touch(step.results);
    if (step.scratch >= 0)
      touch({step.scratch});
    found_.stepsAt[now_].push_back(&step);
    for (const std::vector<Step>& list : step.lists)
      for (const Step& kernel : list)
        use(kernel);
  }

  // The carried values are live until the end, since the condition reads them once more after the
  // last iteration.
  void visitLoop(const Step& step) {
    const int64_t start = now_;
    touch(step.results);
    for (const std::vector<Step>& list : step.lists)
      visit(list);
    touch(step.operands);
    touch(step.results);
    ++now_;
    keepAliveSince(start);
    touch(step.results);
  }

  // All values of a call are live from its beginning to its end, since the call reads and writes
  // them between the runs of its body.
  void visitCall(const Step& step) {
    const int64_t start = now_;
    touchAll(step);
    found_.stepsAt[now_].push_back(&step);
    for (const std::vector<Step>& list : step.lists)
      visit(list);
    ++now_;
    keepAliveSince(start);
    touchAll(step);
  }

  void touchAll(const Step& step) {
    for (const auto* values : {&step.operands, &step.results, &step.bodyParams, &step.bodyResults})
      touch(*values);
    if (step.scratch >= 0)
      touch({step.scratch});
  }

  // Extends some lifetimes until now: those of values that were live before `start` and were used
  // since `start`.
  void keepAliveSince(int64_t start) {
    for (Life& life : found_.lives)
      if (life.first >= 0 && life.first < start && life.last >= start)
        life.last = now_;
  }

  // Results are live during the whole branch. All lists write the same results, so no list may use
  // the places of these results for other values.
  void visitBranch(const Step& step) {
    touch(step.operands);
    touch(step.results);
    found_.stepsAt[now_].push_back(&step);
    for (const std::vector<Step>& list : step.lists)
      visit(list);
    ++now_;
    touch(step.results);
  }

  // A use of a view is also a use of the value that it is a slice of.
  void touch(const std::vector<ValueId>& values) {
    for (ValueId used : values)
      for (ValueId value = used; value >= 0; value = steps_.values[size_t(value)].viewOf) {
        Life& life = found_.lives[size_t(value)];
        if (life.first < 0)
          life.first = now_;
        life.last = std::max(life.last, now_);
      }
  }

  const Steps& steps_;
  Lifetimes found_;
  int64_t now_ = 0;
};

} // namespace

Lifetimes lifetimesOf(const Steps& steps) {
  return Finder(steps).take();
}

} // namespace lz::memory
