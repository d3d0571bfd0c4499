#include "compiler/FitMemory.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "compiler/ArenaOfBudget.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lz::compiler {
namespace {

constexpr int64_t kAllBytes = int64_t(1) << 62;

// What a round has made of the program.
struct Planned {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ModuleKernels kernels;
  LoweredProgram lowered;
  memory::MemoryPlan memory;
  FitRequest fit;
  hlo::SplitReport splits;
};

Planned take(Compilation& c) {
  return {std::move(c.module),
          std::exchange(c.kernels, ModuleKernels()),
          std::exchange(c.lowered, LoweredProgram()),
          std::exchange(c.memory, memory::MemoryPlan()),
          c.fit,
          std::exchange(c.splits, hlo::SplitReport())};
}

void put(Planned planned, Compilation& c) {
  c.kernels = std::move(planned.kernels); // before the module, to which it refers
  c.lowered = std::move(planned.lowered);
  c.memory = std::move(planned.memory);
  c.module = std::move(planned.module);
  c.fit = planned.fit;
  c.splits = std::move(planned.splits);
}

// Returns the bytes that the arena and the table of addresses of a run take.
int64_t needOf(const Compilation& c) {
  return c.memory.arenaBytes + kAllBytes - arenaIn(kAllBytes, c.lowered.steps);
}

bool fits(const Compilation& c) {
  return c.memory.arenaBytes <= arenaIn(c.budget, c.lowered.steps);
}

// Returns the bytes of the largest temporary that is not the scratch of a step.
int64_t largestTemporary(const Steps& steps) {
  std::set<ValueId> scratch;
  std::vector<const std::vector<Step>*> lists = {&steps.body};
  while (!lists.empty()) {
    const std::vector<Step>& list = *lists.back();
    lists.pop_back();
    for (const Step& step : list) {
      scratch.insert(step.scratch);
      for (const std::vector<Step>& inside : step.lists)
        lists.push_back(&inside);
    }
  }
  int64_t largest = 0;
  for (size_t v = 0; v < steps.values.size(); ++v)
    if (steps.values[v].kind == ValueKind::Temp && !scratch.contains(ValueId(v)))
      largest = std::max(largest, steps.values[v].bytes);
  return largest;
}

// Returns the rounds (FitMemory.h). Earlier rounds make faster programs, and later rounds make
// programs that take less memory.
std::vector<FitRequest> roundsOf(int64_t largest, bool strict) {
  // Each round makes slices a quarter as large. Slices of less than a kilobyte save nothing.
  constexpr int64_t kFirst = 2, kNext = 4, kLeast = 1 << 10;
  constexpr int kMostRounds = 6;
  std::vector<FitRequest> rounds;
  for (const bool cutsSums : {false, true}) {
    int64_t bytes = largest / kFirst;
    for (int i = 0; i < kMostRounds && bytes >= kLeast && !(strict && cutsSums); ++i) {
      rounds.push_back({bytes, cutsSums});
      bytes /= kNext;
    }
  }
  return rounds;
}

void addMove(int64_t saved, Compilation& c) {
  const int loops = c.splits.loops;
  c.memory.moves.insert(c.memory.moves.begin(),
                        {absl::StrCat(loops, loops == 1 ? " tensor" : " tensors",
                                      " split into slices of at most ", c.fit.tensorBytes, " bytes",
                                      c.fit.cutsSums ? ", sums of floats may be cut" : ""),
                         saved});
}

void dumpRound(size_t number, bool isSplit, Compilation& c) {
  if (!c.dump.enabled())
    return;
  std::string text = absl::StrCat("slices of at most ", c.fit.tensorBytes, " bytes",
                                  c.fit.cutsSums ? ", sums may be cut" : "", "\n");
  for (const std::string& line : c.splits.decisions)
    absl::StrAppend(&text, line, "\n");
  if (isSplit)
    absl::StrAppend(&text, print(c.lowered.steps), memory::print(c.lowered.steps, c.memory));
  c.dump.text(absl::StrCat("fit_", number, ".txt"), text);
}

} // namespace

Status fitMemory(Compilation& c) {
  const bool isDisabled = absl::c_any_of(c.switches.disabledPasses, [](const std::string& name) {
    return name == "split-for-memory" || name == "lz-split-for-memory";
  });
  if (c.budget == 0 || isDisabled || fits(c))
    return okStatus();
  const int64_t own = needOf(c);
  int64_t least = own;
  const std::vector<FitRequest> rounds = roundsOf(largestTemporary(c.lowered.steps), c.strict);
  Planned best = take(c);
  for (size_t i = 0; i < rounds.size(); ++i) {
    LZ_ASSIGN_OR_RETURN(const bool isSplit, planAgain(c, rounds[i]));
    dumpRound(i + 1, isSplit, c);
    if (!isSplit)
      continue;
    const int64_t need = needOf(c);
    addMove(own - need, c);
    if (fits(c))
      return okStatus();
    if (need < least) {
      least = need;
      best = take(c);
    }
  }
  put(std::move(best), c);
  return okStatus();
}

} // namespace lz::compiler
