// Nothing in the compiler is worse than n log n: a program four times as large takes less than
// eight times the time of the processor, where a quadratic step would take sixteen times.
#include "Texts.h"
#include "compiler/Compiler.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Pipelines.h"

#include "mlir/Parser/Parser.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <gtest/gtest.h>

namespace lz::test {
namespace {

// What is run on a text: everything; all but formation and code, which limit the loops of a kernel;
// only the passes, which have the calls that the front end inlines before.
enum class Part { Compile, FrontEnd, Passes };

struct Family {
  const char* name;
  std::string (*text)(int n);
  int n;
  Part part = Part::Compile;
};

constexpr Family kFamilies[] = {
    {"Extents", manyExtents, 4000, Part::FrontEnd},
    {"ExtentsOfTranspose", transposeOfMany, 4000, Part::FrontEnd},
    {"ExtentsOfReduce", reduceOfMany, 4000, Part::FrontEnd},
    {"ExtentsOfSliceAndPad", sliceAndPadOfMany, 4000, Part::FrontEnd},
    {"ExtentsOfReshape", reshapeOfMany, 4000, Part::FrontEnd},
    {"ExtentsOfDot", dotOfMany, 8000, Part::FrontEnd},
    {"ExtentsOfGather", gatherOfMany, 8000, Part::FrontEnd},
    {"Concatenation", concatenation, 1000},
    {"ConcatenationOfSlices", concatenationOfSlices, 500},
    {"LoopThatCarries", loopOfMany, 2000},
    {"ReduceOfOperands", reduceOfOperands, 250},
    {"Barrier", barrierOfMany, 4000},
    {"CallsInAChain", callsInAChain, 4000},
    {"CallsInARow", callsInARow, 4000},
    {"CallsThatReturnTheirOperand", callsThatReturnTheirOperand, 4000},
    {"CallsInAChainForThePass", callsInAChain, 2000, Part::Passes},
    {"CallsThatReturnTheirOperandForThePass", callsThatReturnTheirOperand, 4000, Part::Passes},
    {"Branches", branches, 1000},
    {"Additions", additions, 8000},
    {"OpsOfText", additions, 25000, Part::FrontEnd},
    {"Views", viewsInAChain, 4000},
    {"Updates", updates, 1000},
    {"Reductions", reductionsInAChain, 1000},
    {"Constants", constants, 4000},
    {"Results", results, 2000},
    {"ElementsOfAConstant", denseConstant, 250000},
};

// Of all threads of this process: other programs on the machine do not count.
double cpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

Status runFrontEnd(const Program& program) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  LZ_RETURN_IF_ERROR(hlo::runPipeline(*module));
  return printModule(program).status();
}

Status runPasses(const std::string& text) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  return module ? hlo::runPipeline(*module) : invalidArgument("the text does not parse");
}

Status run(const std::string& text, Part part, Compiler& compiler) {
  if (part == Part::Passes)
    return runPasses(text);
  LZ_ASSIGN_OR_RETURN(Program program, parseModule(text, "t.mlir"));
  return part == Part::FrontEnd ? runFrontEnd(program) : compiler.compile(program, {}).status();
}

// A compiler of its own: nothing is in its caches.
double secondsOf(const Family& family, int n) {
  std::string text = family.text(n);
  std::unique_ptr<Compiler> compiler = makeCompiler();
  EXPECT_TRUE(compiler->prepare({}).ok());
  double start = cpuSeconds();
  Status status = run(text, family.part, *compiler);
  double seconds = cpuSeconds() - start;
  EXPECT_TRUE(status.ok()) << status;
  return seconds;
}

class Scaling : public testing::TestWithParam<Family> {};

// The best of a few runs each, as many as it takes: what disturbs makes them longer, never shorter.
TEST_P(Scaling, FourTimesAsManyTakeLessThanEightTimesTheTime) {
  const Family& family = GetParam();
  const char* scale = std::getenv("LAZULI_SCALE");
  int n = family.n * (scale ? std::max(1, std::atoi(scale)) : 1);
  constexpr int kTries = 4;
  constexpr double kFloor = 0.03; // seconds: what does not grow, and noise
  double few = secondsOf(family, n), many = secondsOf(family, 4 * n);
  for (int i = 1; i < kTries && many >= 8 * std::max(few, kFloor); ++i) {
    few = std::min(few, secondsOf(family, n));
    many = std::min(many, secondsOf(family, 4 * n));
  }
  std::printf("%s: %d in %.3f s, %d in %.3f s: %.1f x\n", family.name, n, few, 4 * n, many,
              many / few);
  EXPECT_LT(many, 8 * std::max(few, kFloor));
}

INSTANTIATE_TEST_SUITE_P(Families, Scaling, testing::ValuesIn(kFamilies),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace lz::test
