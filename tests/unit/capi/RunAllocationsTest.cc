// Between the first and the last step of a run, Lazuli allocates nothing. All memory is in the
// arena and the outputs, which the run gets before its first step. The test runs all programs of
// tests/ops/cases, and one that is large enough for several threads.
#include "FailingAllocations.h"
#include "absl/strings/str_replace.h"
#include "compiler/Compiler.h"
#include "exec/thunks/ThunkFile.h"
#include "gtest/gtest.h"
#include "lz-run/Arguments.h"
#include "ops/CaseFiles.h"

#include <limits>
#include <optional>

namespace lz::test {
namespace {

// A thunk that begins or ends to count allocations.
class Counter final : public exec::Thunk {
public:
  explicit Counter(bool begins) : begins_(begins) {}
  void execute(exec::Run&) const override {
    if (begins_)
      failAllocation(std::numeric_limits<int64_t>::max(), Failing::Once);
    else
      endFailing();
  }
  Status verify(const exec::BufferChecks&) const override { return okStatus(); }
  void print(exec::Printer&) const override {}
  exec::ThunkTable write(exec::ThunkWriter&) const override { std::abort(); }
  void forEachBuffer(absl::FunctionRef<void(exec::BufferId, exec::BufferUse)>) const override {}
  bool hasKnownTime() const override { return true; }

private:
  const bool begins_;
};

// Returns the number of allocations between the first and the last step of a run, or nullopt if the
// program is not one of f32. Runs once before, because the first run starts the threads.
std::optional<int64_t> allocationsIn(const CaseProgram& test) {
  const StatusOr<Program> program =
      compiler::parseModule(absl::StrReplaceAll(test.text, {{"$T", "f32"}}), test.name);
  if (!program.ok())
    return std::nullopt;
  static const std::unique_ptr<compiler::Compiler> compiler = compiler::makeCompiler();
  auto compiled = compiler->compile(*program, {.threads = 2});
  EXPECT_TRUE(compiled.ok()) << test.name << ": " << compiled.status();
  exec::ExecutableSpec spec = (*compiled)->spec();
  auto& thunks = spec.body.thunks;
  thunks.insert(thunks.begin(), std::make_shared<Counter>(true));
  thunks.push_back(std::make_shared<Counter>(false));
  const exec::Executable executable(std::move(spec));
  auto device = runtime::Device::host({.threads = 2});
  std::vector<runtime::StorageRef> args;
  const StatusOr<std::vector<Literal>> literals = run::loadArguments(*program, {});
  for (const Literal& literal : *literals)
    args.push_back(runtime::Storage::ofLiteral(literal));
  for (int i = 0; i < 2; ++i) {
    const auto result = executable.run(*device, args);
    EXPECT_TRUE(result.ok()) << test.name << ": " << result.status();
  }
  return countedAllocations();
}

// The program has products of many chunks and a sort. The products are of packed panels, on
// windows, and with batches.
constexpr char kLarge[] = R"(
func.func @main(%a: tensor<1500x300xf32>, %b: tensor<300x1500xf32>, %x: tensor<2x64x64x24xf32>, %f: tensor<3x3x24x32xf32>,
                %c: tensor<40x90x70xf64>) -> (tensor<1500x1500xf32>, tensor<2x64x64x32xf32>, tensor<40x90x90xf64>, tensor<1500x300xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1500x300xf32>, tensor<300x1500xf32>) -> tensor<1500x1500xf32>
  %1 = stablehlo.convolution(%x, %f) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x64x64x24xf32>, tensor<3x3x24x32xf32>) -> tensor<2x64x64x32xf32>
  %2 = stablehlo.dot_general %c, %c, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<40x90x70xf64>, tensor<40x90x70xf64>) -> tensor<40x90x90xf64>
  %3 = "stablehlo.sort"(%a) ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %p = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<1500x300xf32>) -> tensor<1500x300xf32>
  return %0, %1, %2, %3 : tensor<1500x1500xf32>, tensor<2x64x64x32xf32>, tensor<40x90x90xf64>, tensor<1500x300xf32>
})";

TEST(Runs, AllocateNothingBetweenTheirSteps) {
  std::vector<CaseProgram> programs = readCaseFiles(LAZULI_CASES);
  programs.push_back({"large", kLarge});
  int count = 0;
  for (const CaseProgram& test : programs)
    if (const std::optional<int64_t> allocations = allocationsIn(test)) {
      EXPECT_EQ(*allocations, 0) << test.name;
      ++count;
    }
  EXPECT_GT(count, 100);
}

} // namespace
} // namespace lz::test
