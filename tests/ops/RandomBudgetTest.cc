// Compiles random programs for budgets between the smallest one and what they take without a
// budget. Results must have the same bits. If the plan says that sums of floats may be cut, they
// must lie within docs/numerics.md instead. A run must take what the executable states, which is
// within the budget. The compiler checks each plan (exec/verify), and all dead bytes are
// overwritten (exec/verify/Poison.h).
//
// LAZULI_BUDGETS sets the number of programs, and LAZULI_SEED selects other ones.
#include "RandomDag.h"
#include "RandomProgram.h"
#include "absl/strings/match.h"
#include "exec/Executable.h"
#include "gtest/gtest.h"
#include "spec/Clone.h"

#include <cmath>
#include <cstring>
#include <optional>

namespace lz::test {
namespace {

using ExecutableRef = std::shared_ptr<const exec::Executable>;

struct Ran {
  std::vector<Literal> outputs;
  int64_t bytes = 0; // the most that the run took from the allocator
};

StatusOr<Ran> runWith(const exec::Executable& executable, const Arguments& args, int threads) {
  const auto device = runtime::Device::host({.threads = threads, .memory = {.cacheLimitBytes = 1}});
  std::vector<runtime::StorageRef> storages;
  for (const Literal& arg : args) {
    LZ_ASSIGN_OR_RETURN(storages.emplace_back(), device->allocate(arg.type().numBytes()));
    if (arg.type().numBytes() > 0)
      std::memcpy(storages.back()->mutableData(), arg.data(), size_t(arg.type().numBytes()));
  }
  runtime::Allocator& allocator = *device->allocator();
  allocator.resetPeak();
  const int64_t before = allocator.liveBytes();
  LZ_ASSIGN_OR_RETURN(exec::RunResult result, executable.run(*device, storages));
  Ran ran{{}, allocator.peakBytes() - before};
  for (size_t i = 0; i < result.outputs.size(); ++i)
    ran.outputs.push_back(Literal::copyOf(executable.spec().outputs[i], result.outputs[i]->data()));
  return ran;
}

// Returns the program with its ops in another order, so that values often live longer than they
// must.
Program shuffled(Program program, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<bool> isMade(program.types.size());
  for (ValueId param : program.body.params)
    isMade[size_t(param)] = true;
  auto canRun = [&](const Op& op) {
    std::vector<ValueId> used(op.operands.begin(), op.operands.end());
    for (const Region& region : op.regions)
      for (ValueId capture : capturesOf(region))
        used.push_back(capture);
    return std::all_of(used.begin(), used.end(),
                       [&](ValueId value) { return isMade[size_t(value)]; });
  };
  std::vector<Op> left = std::move(program.body.ops);
  program.body.ops.clear();
  while (!left.empty()) {
    size_t next = size_t(random() % left.size());
    while (!canRun(left[next]))
      next = (next + 1) % left.size();
    for (ValueId result : left[next].results)
      isMade[size_t(result)] = true;
    program.body.ops.push_back(std::move(left[next]));
    left.erase(left.begin() + int64_t(next));
  }
  return program;
}

Program draw(uint64_t seed) {
  Program program =
      seed % 3 != 0 ? randomDag(seed, {.mostExtent = 60, .mostElements = 1 << 15, .mostIdioms = 9})
                    : randomProgram(seed, {.mostOps = 40, .emptyChance = 0.01});
  return seed % 4 == 0 ? program : shuffled(std::move(program), seed);
}

class RandomBudget : public testing::Test {
protected:
  StatusOr<ExecutableRef> compile(const Program& program, int64_t budget) {
    compiler::CompileOptions options = modeOptions();
    options.threads = 5;
    options.verify = true;
    options.budgetBytes = budget;
    return compiler_->compile(program, options);
  }

  void check(const Program& program, const Arguments& args) {
    program_ = &program;
    args_ = &args;
    bounds_.reset();
    const StatusOr<ExecutableRef> unlimited = compile(program, 0);
    ASSERT_TRUE(unlimited.ok()) << unlimited.status();
    const exec::MemoryStatistics memory = (*unlimited)->memory();
    EXPECT_TRUE((*unlimited)->spec().moves.empty());
    ASSERT_LE(memory.smallestBudget, memory.run.most);
    ASSERT_LE(memory.lowerBound, memory.smallestBudget)
        << (*unlimited)->print() << (*unlimited)->memoryReport();
    const StatusOr<Ran> expected = runWith(**unlimited, args, 1);
    ASSERT_TRUE(expected.ok()) << expected.status();
    ++numPrograms_;
    if (memory.smallestBudget == 0)
      return;
    numSmaller_ += memory.smallestBudget < memory.run.most;
    const double most = double(memory.run.most), least = double(memory.smallestBudget);
    for (double part : {0.0, 0.3, 0.7})
      checkBudget(program, args, int64_t(least * std::pow(most / least, part)), memory, *expected);
    checkSplit(program, args, memory.smallestBudget - 1, *expected);
    checkSplit(program, args, (memory.lowerBound + memory.smallestBudget) / 2, *expected);
    checkSplit(program, args, memory.smallestBudget / 4, *expected);
  }

  void checkBudget(const Program& program, const Arguments& args, int64_t budget,
                   const exec::MemoryStatistics& memory, const Ran& expected) {
    const StatusOr<ExecutableRef> executable = compile(program, budget);
    ASSERT_TRUE(executable.ok()) << executable.status();
    const exec::ExecutableSpec& spec = (*executable)->spec();
    ASSERT_TRUE(exec::checkFits(spec, budget, "compile", "").ok())
        << "budget " << budget << ", smallest " << memory.smallestBudget << ", without a budget "
        << memory.run.most << ": " << exec::checkFits(spec, budget, "compile", "");
    EXPECT_EQ(spec.smallestBudget, memory.smallestBudget);
    EXPECT_EQ((*executable)->memory().lowerBound, memory.lowerBound);
    numMoves_ += int64_t(spec.moves.size());
    for (int threads : {1, 2, 5}) {
      const StatusOr<Ran> ran = runWith(**executable, args, threads);
      ASSERT_TRUE(ran.ok()) << ran.status();
      EXPECT_EQ(ran->bytes, spec.runBytes.most);
      EXPECT_EQ(compareOutputs(ran->outputs, expected.outputs, {.sameBits = true}), "")
          << "budget " << budget << "\n"
          << (*executable)->print();
    }
  }

  // Checks a budget that only splitting can meet. If splitting does not meet it either, the number
  // of the refusal is exact.
  void checkSplit(const Program& program, const Arguments& args, int64_t budget,
                  const Ran& expected) {
    const StatusOr<ExecutableRef> executable = compile(program, budget);
    ASSERT_TRUE(executable.ok()) << executable.status();
    if (exec::checkFits((*executable)->spec(), budget, "compile", "").ok())
      return checkRun(**executable, args, budget, expected);
    const int64_t wanted = (*executable)->spec().runBytes.most;
    ASSERT_GT(wanted, budget);
    const StatusOr<ExecutableRef> exact = compile(program, wanted),
                                  less = compile(program, wanted - 1);
    ASSERT_TRUE(exact.ok() && less.ok());
    ASSERT_TRUE(exec::checkFits((*exact)->spec(), wanted, "compile", "").ok());
    EXPECT_FALSE(exec::checkFits((*less)->spec(), wanted - 1, "compile", "").ok());
    checkRun(**exact, args, wanted, expected);
  }

  void checkRun(const exec::Executable& executable, const Arguments& args, int64_t budget,
                const Ran& expected) {
    const std::vector<std::string>& moves = executable.spec().moves;
    auto has = [&](const char* words) {
      return std::any_of(moves.begin(), moves.end(),
                         [&](const std::string& move) { return absl::StrContains(move, words); });
    };
    numSplit_ += has("split into slices");
    numCut_ += has("may be cut");
    for (int threads : {1, 5}) {
      const StatusOr<Ran> ran = runWith(executable, args, threads);
      ASSERT_TRUE(ran.ok()) << ran.status();
      EXPECT_EQ(ran->bytes, executable.spec().runBytes.most);
      EXPECT_LE(ran->bytes, budget);
      const std::string wrong =
          has("may be cut") ? differenceOfCut(ran->outputs)
                            : compareOutputs(ran->outputs, expected.outputs, {.sameBits = true});
      EXPECT_EQ(wrong, "") << "budget " << budget << "\n"
                           << executable.print() << executable.memoryReport();
    }
  }

  // Returns how results whose sums were cut differ from those of the interpreter by more than
  // docs/numerics.md allows, or "".
  std::string differenceOfCut(const std::vector<Literal>& outputs) {
    if (!bounds_) {
      StatusOr<Expected> bounds = expectedOf(*program_, *args_);
      if (!bounds.ok())
        return bounds.status().ToString();
      bounds_ = std::move(*bounds);
    }
    return difference(*bounds_, outputs);
  }

  const std::unique_ptr<compiler::Compiler> compiler_ = compiler::makeCompiler();
  const Program* program_ = nullptr; // the present program
  const Arguments* args_ = nullptr;
  std::optional<Expected> bounds_; // of the present program, once a sum of it was cut
  int64_t numPrograms_ = 0, numSmaller_ = 0, numMoves_ = 0, numSplit_ = 0, numCut_ = 0;
};

TEST_F(RandomBudget, ResultsDoNotDependOnTheBudget) {
  const int64_t count = environmentNumber("LAZULI_BUDGETS", 60);
  const uint64_t first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * 1'000'000;
  for (uint64_t seed = first; seed < first + uint64_t(count) && !HasFailure(); ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const Program program = draw(seed);
    check(program, argumentsThatRound(program, seed));
  }
  EXPECT_GT(numSmaller_, 0);
  std::printf(
      "%lld programs, %lld with a smaller plan, %lld moves, %lld split, %lld may cut sums\n",
      static_cast<long long>(numPrograms_), static_cast<long long>(numSmaller_),
      static_cast<long long>(numMoves_), static_cast<long long>(numSplit_),
      static_cast<long long>(numCut_));
}

} // namespace
} // namespace lz::test
