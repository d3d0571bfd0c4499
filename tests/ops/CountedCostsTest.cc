// Counts the time, memory and flops that random programs of tables take, from the plans of their
// steps. Compares these numbers with those of the same programs in which each op is a step of its
// own.
//
// LAZULI_DAGS sets the number of programs, and LAZULI_SEED selects another sequence. A failure
// prints the seed, and the program without the ops that the failure does not need, with the steps.
#include "Harness.h"
#include "PlanTotals.h"
#include "RandomDag.h"
#include "SmallerPrograms.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/machine/Caches.h"
#include "base/machine/CostTable.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>

namespace lz::test {
namespace {

constexpr DagOptions kTables = {
    .mostExtent = 20'000, .mostElements = int64_t(1) << 27, .mostIdioms = 4, .tables = true};

enum class Bar { None, Flops, Time, Memory };

struct Verdict {
  Bar bar = Bar::None;
  double ratio = 0;
  PlanTotals together, apart;
};

// The most that a program may take, if its ops take `apart`: no more time and memory, and twice the
// flops. There are these exceptions:
//
// - A value that no cache holds may be computed again instead of being stored, because it takes so
//   much memory. It is stored only if that saves a third of the time (fusion/Trial.h). Flops are
//   then limited by the time that they save: if the ops take t times as long, 2 t times the flops
//   are allowed.
// - A loop over tiles is chosen before regions are formed. So its price is computed from ops, and
//   the kernels into which the ops are fused can take longer by three tenths. The tiles lie in a
//   quarter of the last-level cache, together with results of the loop that are read later.
// - Regions inside of a contraction run on rows in the second-level cache of each thread. These
//   rows need memory in addition to arrays that separate ops would overwrite in place.
// - A region on the rows of a contraction runs before all other readers of what it reads. So it
//   cannot overwrite an array that it could overwrite after them. Such an array counts twice.
PlanTotals mostOf(const PlanTotals& together, const PlanTotals& apart) {
  constexpr double kMostOfLarge = 1.5, kMostOfLoops = 1.3;
  const auto lastLevel = double(lastLevelBytes(hostMachineClass()));
  const bool savesLarge = apart.bytes - together.bytes > lastLevel;
  PlanTotals most;
  most.flops = 2 * apart.flops * (savesLarge ? std::max(1.0, apart.ns / together.ns) : 1);
  most.ns = apart.ns * (savesLarge ? kMostOfLarge : together.hasLoops ? kMostOfLoops : 1);
  most.bytes = apart.bytes + double(kPlannedThreads * caches().second) + together.notOverwritten +
               (together.hasLoops ? lastLevel / 4 : 0);
  return most;
}

// Returns which cost exceeds its limit by the largest factor.
Verdict verdictOn(const Program& program) {
  constexpr double kRounding = 1 + 1e-9; // costs may be added in another order
  static const std::vector<std::string> kApart = {"fusion", "epilogues", "sweeps", "tile-tables",
                                                  "skip-masked"};
  Verdict v{.together = planTotals(program, {}), .apart = planTotals(program, kApart)};
  const PlanTotals most = mostOf(v.together, v.apart);
  auto check = [&](Bar bar, double taken, double limit) {
    const double ratio = limit > 0 ? taken / limit : taken > 0 ? HUGE_VAL : 1;
    if (ratio <= kRounding || ratio <= v.ratio)
      return;
    v.bar = bar;
    v.ratio = ratio;
  };
  check(Bar::Flops, v.together.flops, most.flops);
  check(Bar::Time, v.together.ns, most.ns);
  check(Bar::Memory, v.together.bytes, most.bytes);
  return v;
}

// Returns a smaller program that exceeds the same limit by at least half as much.
Program smallerWrong(const Program& program, const Verdict& verdict) {
  return smallestWrong(program, [&](const Program& next) {
    const Verdict v = verdictOn(next);
    return v.bar == verdict.bar && v.ratio - 1 >= (verdict.ratio - 1) / 2;
  });
}

std::string said(const Verdict& v) {
  constexpr const char* kBars[] = {"", "flops", "time", "memory"};
  auto sums = [](const PlanTotals& t) {
    return absl::StrFormat("%.4g us, %.4g flops, arena of %.4g bytes", t.ns / 1e3, t.flops,
                           t.bytes);
  };
  return absl::StrCat(kBars[size_t(v.bar)], " ", v.ratio,
                      " times the limit\ntogether: ", sums(v.together), "\napart: ", sums(v.apart),
                      "\n");
}

TEST(CountedCosts, AreNoHigherThanThoseOfTheOps) {
  constexpr uint64_t kSeedsOfOne = 1'000'000;
  const auto count = uint64_t(environmentNumber("LAZULI_DAGS", 150)),
             first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * kSeedsOfOne;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const Program program = randomDag(seed, kTables);
    const Verdict verdict = verdictOn(program);
    if (verdict.bar == Bar::None)
      continue;
    const Program least = smallerWrong(program, verdict);
    const Verdict v = verdictOn(least);
    ADD_FAILURE() << "seed " << seed << ": " << said(verdict) << "made smaller: " << said(v)
                  << *compiler::printModule(least) << v.together.text << "apart:\n"
                  << v.apart.text;
  }
}

} // namespace
} // namespace lz::test
