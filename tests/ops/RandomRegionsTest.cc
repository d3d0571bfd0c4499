// Fuses random programs. With fusion, a program must not take longer, compute more or need more
// memory than without fusion, as predicted from the plans of its kernels. Some programs are also
// run.
//
// LAZULI_DAGS sets the number of programs, and LAZULI_SEED selects another sequence. A failure
// prints the seed, and the program without the ops that the failure does not need, with the regions
// and their costs in both cases.
#include "RandomDag.h"
#include "RandomProgram.h"
#include "SmallerPrograms.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "fusion/BuildPlan.h"
#include "fusion/FormRegions.h"
#include "gtest/gtest.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Pipelines.h"
#include "schedule/cost/Cost.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

namespace lz::test {
namespace {

// The costs of all kernels of a program. Contractions that are not part of kernels are the same
// with and without fusion, and do not count.
struct Totals {
  double flops = 0, ns = 0, bytes = 0;
  std::string text{}; // the regions, each after its cost
};

class Counting {
public:
  explicit Counting(mlir::func::FuncOp main) : main_(main) {}

  Totals run() {
    mlir::Block& block = main_.getBody().front();
    int64_t step = 0;
    for (mlir::Operation& op : block) {
      if (auto region = mlir::dyn_cast<ir::RegionOp>(op))
        addKernel(region);
      note(op, step++);
    }
    totals_.bytes = peak(step);
    return std::move(totals_);
  }

private:
  void addKernel(ir::RegionOp region) {
    const CostTable& table = fusion::FusionOptions{}.costs();
    StatusOr<Program> program = hlo::exportRegion(region);
    StatusOr<schedule::ChosenPlan> plan = program.ok()
                                              ? fusion::buildPlan(*program, table)
                                              : StatusOr<schedule::ChosenPlan>(program.status());
    ASSERT_TRUE(plan.ok()) << plan.status();
    schedule::Cost cost = costOf(*plan, table);
    llvm::raw_string_ostream out(totals_.text);
    out << "// " << print(cost) << "\n" << region << "\n";
    // Without fusion, a constant with several readers is a kernel of its own. Such kernels do not
    // count, because they would make fusion look better than it is.
    if (isConstant(region))
      return;
    totals_.flops += cost.flops;
    totals_.ns += cost.ns;
  }

  static bool isConstant(ir::RegionOp region) {
    mlir::Operation& first = region.getBody().front().front();
    return first.getNumOperands() == 0 && mlir::isa<ir::ReturnOp>(first.getNextNode());
  }

  // The result of a reshape outside of regions has no buffer of its own. It uses the buffer of the
  // operand.
  mlir::Value bufferOf(mlir::Value v) const {
    mlir::Operation* def = v.getDefiningOp();
    const OpInfo* info = def ? hlo::opInfo(def) : nullptr;
    return info && info->opcode == Opcode::Reshape ? bufferOf(def->getOperand(0)) : v;
  }

  void note(mlir::Operation& op, int64_t step) {
    bool returns = op.hasTrait<mlir::OpTrait::IsTerminator>();
    for (mlir::Value operand : op.getOperands()) {
      mlir::Value buffer = bufferOf(operand);
      lastUse_[buffer] = step;
      if (returns)
        results_.insert(buffer);
    }
    const OpInfo* info = hlo::opInfo(&op);
    if (info && (info->opcode == Opcode::Constant || info->opcode == Opcode::Reshape))
      return;
    for (mlir::Value result : op.getResults())
      made_.emplace_back(result, step);
  }

  // Returns the largest number of bytes of temporaries that exist in one step. Each temporary takes
  // as many bytes as in the arena (PlaceBuffers.h).
  double peak(int64_t steps) const {
    std::vector<double> change(size_t(steps) + 1);
    for (auto [v, from] : made_) {
      if (results_.contains(v) || !lastUse_.contains(v))
        continue;
      auto type = mlir::cast<mlir::RankedTensorType>(v.getType());
      constexpr int64_t kAlignment = 64;
      int64_t size = type.getNumElements() * int64_t(byteSize(*parseDType(nameOf(type))));
      double bytes = double((size + kAlignment - 1) / kAlignment * kAlignment);
      change[size_t(from)] += bytes;
      change[size_t(lastUse_.lookup(v)) + 1] -= bytes;
    }
    double live = 0, most = 0;
    for (double bytes : change)
      most = std::max(most, live += bytes);
    return most;
  }

  static std::string nameOf(mlir::RankedTensorType type) {
    std::string name;
    llvm::raw_string_ostream(name) << type.getElementType();
    return name;
  }

  mlir::func::FuncOp main_;
  Totals totals_;
  std::vector<std::pair<mlir::Value, int64_t>> made_; // each with the step that makes it
  llvm::DenseMap<mlir::Value, int64_t> lastUse_;
  llvm::DenseSet<mlir::Value> results_;
};

Totals totalsOf(const Program& program, bool fused) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  Status status = hlo::runPipeline(*module, {.verify = true});
  EXPECT_TRUE(status.ok()) << status;
  // A region has the same plan whether it runs on the rows of a contraction or after it.
  fusion::FusionOptions options{.enabled = fused, .epilogues = false};
  std::vector<std::string> lines;
  if (fused)
    options.explanations = &lines;
  fusion::formRegions(*module, options);
  status = hlo::verifyModule(*module, "form-regions");
  EXPECT_TRUE(status.ok()) << status;
  Totals totals = Counting(module->lookupSymbol<mlir::func::FuncOp>("main")).run();
  for (const std::string& line : lines)
    absl::StrAppend(&totals.text, "// ", line, "\n");
  return totals;
}

enum class Bar { None, Flops, Time, Memory };

struct Verdict {
  Bar bar = Bar::None;
  double ratio = 0;
  Totals fused, apart;
};

// Returns which cost fusion makes worse by the largest factor.
Verdict verdictOn(const Program& program) {
  constexpr double kRounding = 1 + 1e-9; // costs may be added in another order
  Verdict v{.fused = totalsOf(program, true), .apart = totalsOf(program, false)};
  auto check = [&](Bar bar, double fused, double apart, double most) {
    double ratio = apart > 0 ? fused / apart : fused > 0 ? HUGE_VAL : 1;
    if (ratio <= most * kRounding || ratio / most <= v.ratio)
      return;
    v.bar = bar;
    v.ratio = ratio / most;
  };
  check(Bar::Flops, v.fused.flops, v.apart.flops, 2);
  check(Bar::Time, v.fused.ns, v.apart.ns, 1);
  check(Bar::Memory, v.fused.bytes, v.apart.bytes, 1);
  return v;
}

std::string said(const Verdict& v) {
  constexpr const char* kBars[] = {"", "flops", "time", "memory"};
  auto sums = [](const Totals& t) {
    return absl::StrFormat("%.4g us, %.4g flops, %.4g bytes of temporaries", t.ns / 1e3, t.flops,
                           t.bytes);
  };
  return absl::StrCat(kBars[size_t(v.bar)], " ", v.ratio,
                      " times what is allowed\nfused: ", sums(v.fused), "\napart: ", sums(v.apart),
                      "\n");
}

constexpr uint64_t kSeedsOfOne = 1'000'000;

uint64_t firstSeed() {
  return uint64_t(environmentNumber("LAZULI_SEED", 1)) * kSeedsOfOne;
}

TEST(RandomRegions, TakeNoMoreThanTheirOpsAlone) {
  int64_t count = environmentNumber("LAZULI_DAGS", 1000);
  for (uint64_t seed = firstSeed(), end = seed + uint64_t(count); seed < end; ++seed) {
    Program program = randomDag(seed);
    Verdict verdict = verdictOn(program);
    if (verdict.bar == Bar::None)
      continue;
    Program least = smallestWrong(
        program, [&](const Program& next) { return verdictOn(next).bar == verdict.bar; });
    Verdict v = verdictOn(least);
    ADD_FAILURE() << "seed " << seed << ": " << said(verdict) << "made smaller: " << said(v)
                  << *compiler::printModule(least) << v.fused.text;
  }
}

// The programs are small, so that a few seconds suffice to compile them.
TEST(RandomRegions, AgreeWithTheInterpreter) {
  constexpr DagOptions kSmall = {.mostExtent = 17, .mostElements = 4096, .mostIdioms = 2};
  int64_t count = environmentNumber("LAZULI_DAGS", 200);
  for (uint64_t seed = firstSeed(), end = seed + uint64_t(count); seed < end; ++seed) {
    Program program = randomDag(seed, kSmall);
    Arguments args = randomArguments(program, seed, /*specials=*/false);
    StatusOr<Expected> expected = expectedOf(program, args);
    ASSERT_TRUE(expected.ok()) << expected.status();
    compiler::CompileOptions options = modeOptions();
    if (!expected->isOrdinary) // at level standard, intermediate values may differ
      options.numerics = compiler::Numerics::Strict;
    StatusOr<std::vector<Literal>> outputs = runCompiled(program, args, options);
    std::string text = outputs.ok() ? difference(*expected, *outputs) : outputs.status().ToString();
    EXPECT_EQ(text, "") << "seed " << seed << "\n" << *compiler::printModule(program);
  }
}

} // namespace
} // namespace lz::test
