#include "compiler/FitMemory.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "base/machine/CostTable.h"
#include "compiler/ArenaOfBudget.h"
#include "memory/Lifetimes.h"

#include <algorithm>
#include <array>
#include <map>
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

// When the temporaries of the program are alive that splits can make smaller. Scratch of steps is
// not among them.
class Temporaries {
public:
  explicit Temporaries(const Steps& steps) {
    const memory::Lifetimes lifetimes = memory::lifetimesOf(steps);
    std::set<ValueId> scratch;
    for (const auto& [moment, started] : lifetimes.stepsAt)
      for (const Step* step : started)
        scratch.insert(step->scratch);
    for (size_t v = 0; v < steps.values.size(); ++v)
      if (steps.values[v].kind == ValueKind::Temp && !scratch.contains(ValueId(v)))
        values_.push_back({lifetimes.lives[v], steps.values[v].bytes});
  }

  int64_t largest() const {
    int64_t most = 0;
    for (const auto& [life, bytes] : values_)
      most = std::max(most, bytes);
    return most;
  }

  // Returns how many bytes are alive at once of the temporaries with more than `bytes` bytes.
  int64_t peakAbove(int64_t least) const {
    std::map<int64_t, int64_t> changes; // at each moment
    for (const auto& [life, bytes] : values_)
      if (bytes > least) {
        changes[life.first] += bytes;
        changes[life.last + 1] -= bytes;
      }
    int64_t alive = 0, peak = 0;
    for (const auto& [moment, change] : changes)
      peak = std::max(peak, alive += change);
    return peak;
  }

private:
  struct Temporary {
    memory::Life life;
    int64_t bytes;
  };
  std::vector<Temporary> values_;
};

// Returns the rounds (FitMemory.h). Earlier rounds make faster programs, and later rounds make
// programs that take less memory. The bytes that may be alive at once fall as fast as the bytes of
// a tensor. They do not depend on the budget.
std::vector<FitRequest> roundsOf(int64_t largest, int64_t peak, bool strict) {
  // Each round makes slices a quarter as large. Slices of less than a kilobyte save nothing.
  constexpr int64_t kFirst = 2, kNext = 4, kLeast = 1 << 10;
  constexpr int kMostRounds = 6;
  std::vector<FitRequest> rounds;
  for (const bool cutsSums : {false, true}) {
    int64_t bytes = largest / kFirst;
    for (int i = 0; i < kMostRounds && bytes >= kLeast && !(strict && cutsSums); ++i) {
      rounds.push_back({bytes, cutsSums, int64_t(double(peak) * double(bytes) / double(largest))});
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
                         saved, c.splits.bytesAgain / costTable(c.cpu).bytesPerNs[2]});
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

// Runs the rounds, and keeps the plan that needs the least memory.
class Rounds {
public:
  explicit Rounds(Compilation& c)
      : c_(c), temporaries_(c.lowered.steps), arena_(arenaIn(c.budget, c.lowered.steps)),
        own_(needOf(c)), least_(own_),
        rounds_(roundsOf(temporaries_.largest(), temporaries_.peakAbove(0), c.strict)),
        best_(take(c)) {}

  // Returns whether the plan of some round fits. Then the compilation has this plan. Otherwise it
  // has the smallest plan. First runs the rounds that may fit. Only a program that is refused needs
  // the others, because the refusal states the bytes of the smallest of all plans.
  Status run() {
    std::vector<size_t> later;
    for (size_t i = 0; i < rounds_.size(); ++i) {
      if (!mayFit(rounds_[i])) {
        later.push_back(i);
        continue;
      }
      LZ_ASSIGN_OR_RETURN(const bool isDone, runRound(i));
      if (isDone)
        return okStatus();
    }
    for (const size_t i : later) {
      LZ_ASSIGN_OR_RETURN(const bool isDone, runRound(i));
      if (isDone)
        return okStatus();
    }
    put(std::move(best_), c_);
    c_.unsplit = std::move(wholes_);
    return okStatus();
  }

private:
  // Most slices have more than half of the bytes that they may have.
  bool mayFit(const FitRequest& round) const {
    return round.tensorBytes / 2 < arena_ && !cannotFit_[round.cutsSums];
  }

  // Returns whether the plan of the round fits.
  StatusOr<bool> runRound(size_t i) {
    LZ_ASSIGN_OR_RETURN(const bool isSplit, planAgain(c_, rounds_[i]));
    dumpRound(i + 1, isSplit, c_);
    noteWholes(rounds_[i], isSplit);
    if (!isSplit)
      return false;
    const int64_t need = needOf(c_);
    addMove(own_ - need, c_);
    if (fits(c_))
      return true;
    if (need < least_) {
      least_ = need;
      best_ = take(c_);
    }
    return false;
  }

  // If no tensor above the limit can be split, all of them are stored, also with lower limits.
  void noteWholes(const FitRequest& round, bool isSplit) {
    if (!isSplit && temporaries_.peakAbove(round.tensorBytes) > arena_)
      cannotFit_[round.cutsSums] = true;
    wholes_ = std::move(c_.splits.wholes);
  }

  Compilation& c_;
  const Temporaries temporaries_;
  const int64_t arena_, own_; // the bytes that the arena may have, and those that a run takes
  int64_t least_;
  const std::vector<FitRequest> rounds_;
  Planned best_;
  std::array<bool, 2> cannotFit_{}; // by FitRequest::cutsSums
  std::vector<hlo::WholeTensor> wholes_;
};

} // namespace

Status fitMemory(Compilation& c) {
  const bool isDisabled = absl::c_any_of(c.switches.disabledPasses, [](const std::string& name) {
    return name == "split-for-memory" || name == "lz-split-for-memory";
  });
  if (c.budget == 0 || isDisabled || fits(c))
    return okStatus();
  return Rounds(c).run();
}

} // namespace lz::compiler
