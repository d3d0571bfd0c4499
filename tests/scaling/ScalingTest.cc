// No part of the compiler takes more time than n log n. The test compiles a program, and one that
// is sixteen times as large. The second one must take less than 32 times the processor time. n log
// n would be about 21 times the time, n^1.5 would be 64 times, and n^2 would be 256 times.
#include "Texts.h"
#include "compiler/Compiler.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Pipelines.h"

#include "mlir/Parser/Parser.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <gtest/gtest.h>
#include <ostream>

namespace lz::test {
namespace {

// The part of a compilation that is measured. It can be all phases, or all phases except the
// forming of regions and code, because a kernel can have only few loops. For programs with calls,
// which the front end inlines, it is only the passes.
enum class Part { Compile, FrontEnd, Passes };

struct Family {
  const char* name;
  std::string (*text)(int n);
  int n;
  Part part = Part::Compile;
};

constexpr Family kFamilies[] = {
    {"Extents", manyExtents, 8000, Part::FrontEnd},
    {"ExtentsOfTranspose", transposeOfMany, 8000, Part::FrontEnd},
    {"ExtentsOfReduce", reduceOfMany, 8000, Part::FrontEnd},
    {"ExtentsOfSliceAndPad", sliceAndPadOfMany, 8000, Part::FrontEnd},
    {"ExtentsOfReshape", reshapeOfMany, 8000, Part::FrontEnd},
    {"ExtentsOfDot", dotOfMany, 8000, Part::FrontEnd},
    {"ExtentsOfGather", gatherOfMany, 16000, Part::FrontEnd},
    {"Concatenation", concatenation, 500},
    {"ConcatenationOfSlices", concatenationOfSlices, 125},
    {"LoopThatCarries", loopOfMany, 500},
    {"ReduceOfOperands", reduceOfOperands, 248},
    // One kernel writes all operands, and LLVM takes more than linear time for a large kernel.
    {"ScatterOfOperands", scatterOfOperands, 500, Part::FrontEnd},
    {"Barrier", barrierOfMany, 4000},
    {"CallsInAChain", callsInAChain, 2000},
    {"CallsInARow", callsInARow, 2000},
    {"CallsThatReturnTheirOperand", callsThatReturnTheirOperand, 1000},
    {"CallsInAChainForThePass", callsInAChain, 1000, Part::Passes},
    {"CallsThatReturnTheirOperandForThePass", callsThatReturnTheirOperand, 1000, Part::Passes},
    {"Branches", branches, 250},
    {"Additions", additions, 2000},
    {"OpsOfText", additions, 6250, Part::FrontEnd},
    {"Views", viewsInAChain, 1000},
    {"Updates", updates, 500},
    {"Reductions", reductionsInAChain, 250},
    {"Constants", constants, 1000},
    {"Results", results, 1000},
    {"ElementsOfAConstant", denseConstant, 62500},
};

// Returns the processor time of all threads of this process. Other programs on the machine do not
// count.
double cpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

Status runFrontEnd(const Program& program) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  LZ_RETURN_IF_ERROR(hlo::runPipeline(*module));
  return compiler::printModule(program).status();
}

Status runPasses(const std::string& text) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  return module ? hlo::runPipeline(*module) : invalidArgument("the text does not parse");
}

Status run(const std::string& text, Part part, compiler::Compiler& compiler) {
  if (part == Part::Passes)
    return runPasses(text);
  LZ_ASSIGN_OR_RETURN(Program program, compiler::parseModule(text, "t.mlir"));
  return part == Part::FrontEnd ? runFrontEnd(program) : compiler.compile(program, {}).status();
}

// Uses a compiler of its own, whose caches are empty.
double secondsOf(const Family& family, int n) {
  std::string text = family.text(n);
  std::unique_ptr<compiler::Compiler> compiler = compiler::makeCompiler();
  EXPECT_TRUE(compiler->prepare({}).ok());
  double start = cpuSeconds();
  Status status = run(text, family.part, *compiler);
  double seconds = cpuSeconds() - start;
  EXPECT_TRUE(status.ok()) << status;
  return seconds;
}

class Scaling : public testing::TestWithParam<Family> {};

// The time of the smallest programs is subtracted. The best of three runs counts, because
// disturbances only make runs longer.
TEST_P(Scaling, SixteenTimesAsManyTakeLessThan32TimesTheTime) {
  const Family& family = GetParam();
  const char* scale = std::getenv("LAZULI_SCALE");
  int n = family.n * (scale ? std::max(1, std::atoi(scale)) : 1);
  constexpr int kTries = 3, kMany = 16, kSmall = 4;
  constexpr double kBar = 32, kFloor = 0.01; // seconds: the noise of a short run
  double fixed = INFINITY, few = INFINITY, many = INFINITY;
  auto isWithinBar = [&] { return many - fixed < kBar * std::max(few - fixed, kFloor); };
  for (int i = 0; i < kTries && !isWithinBar(); ++i) {
    fixed = std::min(fixed, secondsOf(family, kSmall));
    few = std::min(few, secondsOf(family, n));
    many = std::min(many, secondsOf(family, kMany * n));
  }
  std::printf("%s: %d in %.3f s, %d in %.3f s, %d in %.3f s: n^%.2f\n", family.name, kSmall, fixed,
              n, few, kMany * n, many,
              std::log(std::max(many - fixed, 1e-9) / std::max(few - fixed, kFloor)) /
                  std::log(double(kMany)));
  EXPECT_TRUE(isWithinBar());
}

void PrintTo(const Family& family, std::ostream* out) {
  *out << family.name;
}

INSTANTIATE_TEST_SUITE_P(Families, Scaling, testing::ValuesIn(kFamilies),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace lz::test
