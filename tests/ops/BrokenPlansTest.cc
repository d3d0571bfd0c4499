// Tests that the checker (exec/verify/CheckPlaces.h) accepts the plan of every program, and refuses
// broken plans. A broken plan must be refused if a run with it gives wrong values, or takes another
// number of bytes than the plan states. In these runs all dead bytes are overwritten, so that each
// read of them gives wrong values (exec/verify/Poison.h).
//
// LAZULI_BROKEN sets the number of broken plans, and LAZULI_SEED selects other programs.
#include "BrokenPlans.h"

#include "RandomDag.h"
#include "RandomProgram.h"
#include "exec/verify/Poison.h"
#include "exec/verify/Verify.h"
#include "gtest/gtest.h"

#include <cstring>

namespace lz::test {
namespace {

using exec::Executable;
using exec::ExecutableSpec;

struct Ran {
  std::vector<Literal> outputs;
  int64_t bytes = 0; // the most that the run took from the allocator
};

// Returns a device that keeps no freed memory. If it kept some, an allocation could get a larger
// block than it asked for, and Ran::bytes would be wrong.
runtime::Device& device() {
  static const auto shared =
      runtime::Device::host({.threads = 2, .memory = {.cacheLimitBytes = 1}});
  return *shared;
}

StatusOr<Ran> runOn(const Executable& executable, const Arguments& args, bool donates) {
  std::vector<runtime::StorageRef> storages;
  for (const Literal& arg : args) {
    LZ_ASSIGN_OR_RETURN(storages.emplace_back(), device().allocate(arg.type().numBytes()));
    if (arg.type().numBytes() > 0)
      std::memcpy(storages.back()->mutableData(), arg.data(), size_t(arg.type().numBytes()));
  }
  absl::InlinedVector<bool, 8> donated(args.size(), donates);
  runtime::Allocator& allocator = *device().allocator();
  allocator.resetPeak();
  const int64_t before = allocator.liveBytes();
  LZ_ASSIGN_OR_RETURN(exec::RunResult result, executable.run(device(), storages, donated));
  Ran ran{{}, allocator.peakBytes() - before};
  for (size_t i = 0; i < result.outputs.size(); ++i)
    ran.outputs.push_back(Literal::copyOf(executable.spec().outputs[i], result.outputs[i]->data()));
  return ran;
}

// A program with its arguments. All inputs are donated.
struct Drawn {
  Program program;
  Arguments args;
};

Drawn draw(uint64_t seed) {
  Program program = seed % 3 == 0 ? randomDag(seed, {.mostExtent = 40, .mostElements = 1 << 14})
                                  : randomProgram(seed, {.mostOps = 14, .emptyChance = 0.01});
  program.donated.assign(program.body.params.size(), true);
  Arguments args = argumentsThatRound(program, seed);
  return {std::move(program), std::move(args)};
}

struct Count {
  int64_t plans = 0, refused = 0;
};

class BrokenPlans : public testing::Test {
protected:
  // Checks an executable that is not broken, then broken ones.
  void check(const ExecutableSpec& spec, const Arguments& args, uint64_t seed) {
    const std::string where = absl::StrCat("seed ", seed, "\n", Executable(spec).print());
    ASSERT_TRUE(exec::verify(spec).ok()) << exec::verify(spec) << where;
    for (bool donates : {false, true}) {
      const StatusOr<Ran> plain = runOn(Executable(spec), args, donates);
      ASSERT_TRUE(plain.ok()) << plain.status() << where;
      EXPECT_EQ(plain->bytes, donates ? spec.runBytes.least : spec.runBytes.most) << where;
      EXPECT_EQ(differenceOf(exec::poisoned(spec), args, donates, plain->outputs), "") << where;
      if (!donates)
        expected_ = plain->outputs;
    }
    for (int fault = 0; fault < kNumFaults; ++fault)
      if (auto broken = withFault(spec, Fault(fault), seed + uint64_t(fault)))
        checkBroken(*broken, Fault(fault), args, where);
  }

  void checkBroken(const ExecutableSpec& spec, Fault fault, const Arguments& args,
                   const std::string& where) {
    Count& count = counts_[int(fault)];
    ++count.plans;
    const Status status = exec::verify(spec);
    count.refused += !status.ok();
    if (fault == Fault::None || fault == Fault::WrongSum || fault == Fault::SmallScratch) {
      EXPECT_EQ(status.ok(), fault == Fault::None) << nameOf(fault) << status << where;
      return;
    }
    if (!status.ok())
      return;
    for (bool donates : {false, true})
      EXPECT_EQ(differenceOf(exec::poisoned(spec), args, donates, expected_), "")
          << nameOf(fault) << " is accepted: " << Executable(spec).print() << "instead of "
          << where;
  }

  static std::string differenceOf(ExecutableSpec spec, const Arguments& args, bool donates,
                                  const std::vector<Literal>& expected) {
    const StatusOr<Ran> ran = runOn(Executable(std::move(spec)), args, donates);
    return ran.ok() ? compareOutputs(ran->outputs, expected, {.sameBits = true})
                    : ran.status().ToString();
  }

  int64_t numBroken() const {
    int64_t sum = 0;
    for (int fault = 1; fault < kNumFaults; ++fault)
      sum += counts_[fault].plans;
    return sum;
  }

  Count counts_[kNumFaults];
  std::vector<Literal> expected_;
};

TEST_F(BrokenPlans, AreRefusedIfTheyGiveOtherValues) {
  const int64_t count = environmentNumber("LAZULI_BROKEN", 200);
  const uint64_t first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * 1'000'000;
  compiler::CompileOptions options = modeOptions();
  options.ignoreEnvironment = true; // LAZULI_VERIFY would poison the thunks already
  const auto compiler = compiler::makeCompiler();
  for (uint64_t seed = first; numBroken() < count && !HasFailure(); ++seed) {
    const Drawn drawn = draw(seed);
    const auto executable = compiler->compile(drawn.program, options);
    ASSERT_TRUE(executable.ok()) << executable.status() << "seed " << seed;
    check((*executable)->spec(), drawn.args, seed);
  }
  for (int fault = 0; fault < kNumFaults; ++fault)
    std::printf("%-16s %5lld plans, %5lld refused\n", nameOf(Fault(fault)),
                static_cast<long long>(counts_[fault].plans),
                static_cast<long long>(counts_[fault].refused));
}

} // namespace
} // namespace lz::test
