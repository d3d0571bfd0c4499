// Combines each form of a table of pairs with each way to read it. Each program is compiled as it
// is written, with forced tiles and blocks, and at level strict. All results are compared with
// those of the interpreter in f64.
//
// LAZULI_CHAINS sets the number of cases, and LAZULI_SEED selects others.
#include "TableForms.h"

#include "CpuSample.h"
#include "TableChecks.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lz::test {
namespace {

using Outputs = std::vector<Literal>;

Program parse(const std::string& text) {
  StatusOr<Program> program = compiler::parseModule(text, "table");
  EXPECT_TRUE(program.ok()) << program.status() << text;
  return program.ok() ? *std::move(program) : Program();
}

// What a case must compute, from the interpreter in f64. The table is the last of `outputs`.
class Expected {
public:
  Expected(const TableCase& c, const Arguments& args)
      : case_(c), program_(tableFormProgram(c, DType::F64, /*returnsTable=*/true)),
        outputs_(eval::evaluate(parse(program_.text), asF64(args))) {}

  // Returns "", or the first element that differs.
  std::string compare(const StatusOr<Outputs>& actual) const {
    if (!outputs_.ok() || !actual.ok())
      return absl::StrCat(outputs_.status().ToString(), " ", actual.status().ToString());
    for (size_t r = 0; r < program_.results.size(); ++r)
      for (int64_t i = 0; i < (*actual)[r].type().numElements(); ++i)
        if (!isRight((*actual)[r], r, i))
          return absl::StrCat("element ", i, " of result ", r, " is ", (*actual)[r].toDouble(i),
                              ", not ", (*outputs_)[r].toDouble(i));
    return "";
  }

private:
  bool isRight(const Literal& actual, size_t r, int64_t i) const {
    const double a = actual.toDouble(i), e = (*outputs_)[r].toDouble(i);
    const TableResult& meaning = program_.results[r];
    if (meaning.placesAlong < 0)
      return isNear(a, e, scaleOf((*outputs_)[r]));
    if (a == e || isExact(case_))
      return a == e;
    // Rounding can make another element the largest one. Then the element at this place must be
    // almost as large.
    const Literal& table = outputs_->back();
    const double most = (*outputs_)[r - 1].toDouble(i);
    const auto place = int64_t(a);
    if (place < 0 || place >= table.type().dims[size_t(meaning.placesAlong)])
      return false;
    const int64_t other = i / meaning.slots, element = meaning.placesAlong == 1
                                                           ? other * case_.columns + place
                                                           : place * case_.columns + other;
    return isNear(table.toDouble(element), most, scaleOf(table));
  }

  bool isNear(double a, double e, double scale) const {
    if (a == e || (std::isnan(a) && std::isnan(e)))
      return true;
    constexpr double kMostF16 = 6e4; // larger sums overflow
    if (case_.dtype == DType::F16 && std::abs(e) > kMostF16)
      return true;
    return std::abs(a - e) <= toleranceOf(case_.dtype) * std::max(scale, std::abs(e));
  }

  // Returns the largest magnitude of an element. Ignores elements of at least 1e20. Masks hide
  // scores by such numbers, and they can reach the result.
  static double scaleOf(const Literal& literal) {
    constexpr double kHidden = 1e20;
    double scale = 1;
    for (int64_t i = 0; i < literal.type().numElements(); ++i)
      if (const double x = std::abs(literal.toDouble(i)); x < kHidden)
        scale = std::max(scale, x);
    return scale;
  }

  TableCase case_;
  TableFormProgram program_;
  StatusOr<Outputs> outputs_;
};

struct Way {
  const char* name;
  hlo::PipelineOptions passes{}; // run before the compilation if the tile is positive
  compiler::CompileOptions compile = modeOptions();
};

StatusOr<Outputs> run(const Way& way, Program program, const Arguments& args) {
  if (way.passes.tile > 0) {
    LZ_ASSIGN_OR_RETURN(program, afterPasses(program, way.passes));
  }
  return runWithAllThreads(program, args, way.compile);
}

std::vector<Way> waysOf(uint64_t n, MachineClass cpu) {
  constexpr int64_t kTiles[] = {2, 3, 64, 250}, kBlocks[] = {0, 2, 5};
  Way written{"as written"}, tiled{"by tiles"};
  written.compile.cpu = tiled.compile.cpu = machineClassName(cpu);
  tiled.passes = {.cpu = cpu,
                  .tile = kTiles[n % std::size(kTiles)],
                  .blocks = kBlocks[n / 4 % std::size(kBlocks)],
                  .loops = n / 12 % 2 == 0,
                  .rescales = n % 5 != 0,
                  .verify = true};
  tiled.compile.disabled = {"tile-tables", "skip-masked"};
  if (n % 7 == 0)
    tiled.compile.disabled.emplace_back("sweeps");
  return {written, tiled};
}

// Each case runs in every way if the number of cases is given.
bool isEveryWay() {
  return std::getenv("LAZULI_CHAINS") != nullptr;
}

void expectRight(uint64_t n) {
  const TableCase c = tableCase(shuffledTableCase(int64_t(n)));
  SCOPED_TRACE(absl::StrCat("case ", n, ": ", print(c)));
  const Program program = parse(tableFormProgram(c, c.dtype, /*returnsTable=*/false).text);
  const Arguments args = tableArguments(c, program, n);
  const Expected expected(c, args);
  const std::vector<MachineClass> classes = nextCpuClasses();
  const MachineClass cpu = classes[n % classes.size()];
  // Cases take turns, because the compilation takes most of the time.
  const std::vector<Way> ways = waysOf(n, cpu);
  for (size_t i = 0; i < ways.size(); ++i) {
    if (!isEveryWay() && i != n / 2 % ways.size())
      continue;
    const Way& way = ways[i];
    EXPECT_EQ(expected.compare(run(way, program, args)), "")
        << way.name << " on " << machineClassName(cpu) << ", tiles of " << way.passes.tile << ", "
        << way.passes.blocks << " blocks" << (way.passes.loops ? " in a loop\n" : "\n")
        << *compiler::printModule(program);
  }
  if (n % 16 != 0)
    return;
  Way strict{"strict"}, apart{"strict without sweeps"};
  strict.compile.numerics = apart.compile.numerics = compiler::Numerics::Strict;
  apart.compile.disabled = {"sweeps"};
  const StatusOr<Outputs> one = run(strict, program, args), other = run(apart, program, args);
  if (storageBits(c.dtype) > 16) // each addition would be rounded to 16 bits
    EXPECT_EQ(expected.compare(one), "") << "strict";
  EXPECT_TRUE(one.ok() && other.ok() && *one == *other) << "sweeps change bits";
}

TEST(TableForms, AgreeWithTheInterpreter) {
  const auto count = uint64_t(environmentNumber("LAZULI_CHAINS", 300)),
             first = uint64_t(environmentNumber("LAZULI_SEED", 0)) * 100'000;
  for (uint64_t n = first; n < first + count; ++n)
    expectRight(n);
}

// The bound of docs/numerics.md for a sum of n terms exp(t - m) w that is rescaled up to r times,
// divided by such a sum. Differences t - m have an error of `most` u, where `most` is the largest.
double boundOf(int64_t n, int64_t r, double most) {
  constexpr double kUnit = 0x1p-24, kExponential = 4; // 2 ulp
  return 2 * (double(n) + kExponential * double(r + 2) + most + 4) * kUnit;
}

// The maximum of each row grows with almost every tile.
TEST(TableForms, RescaledSumsAreWithinTheirBound) {
  constexpr double kStep = 1.0 / 64;
  for (int64_t columns : {64, 1000, 1009})
    for (int64_t tile : {2, 7, 64}) {
      TableCase c{TableForm::Biased,
                  TableReader::SoftmaxProduct,
                  TableAlong::Columns,
                  TableMask::None,
                  false,
                  false,
                  DType::F32,
                  7,
                  columns};
      const Program program = parse(tableFormProgram(c, DType::F32, false).text),
                    wide = parse(tableFormProgram(c, DType::F64, false).text);
      Arguments args = tableArguments(c, program, uint64_t(columns));
      for (int64_t i = 0; i < 7 * columns; ++i)
        args[2].mutableAs<float>()[i] = float(double(i % columns) * kStep);
      StatusOr<Program> loops = afterPasses(program, {.tile = tile, .verify = true});
      ASSERT_TRUE(loops.ok()) << loops.status();
      EXPECT_EQ(compiler::printModule(*loops)->find("stablehlo.while") != std::string::npos,
                tile < columns);
      Arguments magnitudes = asF64(args);
      for (int64_t i = 0; i < 2 * columns; ++i)
        magnitudes[3].mutableAs<double>()[i] = std::abs(magnitudes[3].toDouble(i));
      const StatusOr<Outputs> exact = eval::evaluate(wide, asF64(args)),
                              scale = eval::evaluate(wide, magnitudes);
      ASSERT_TRUE(exact.ok() && scale.ok());
      const double bound = boundOf(columns, columns / tile + 1, 8 + double(columns) * kStep);
      for (const StatusOr<Outputs>& actual :
           {eval::evaluate(*loops, args), runWithAllThreads(*loops, args, modeOptions())}) {
        ASSERT_TRUE(actual.ok()) << actual.status();
        for (int64_t i = 0; i < 14; ++i)
          EXPECT_LE(std::abs((*actual)[0].toDouble(i) - (*exact)[0].toDouble(i)),
                    bound * (*scale)[0].toDouble(i))
              << "element " << i << ", " << columns << " columns in tiles of " << tile;
      }
    }
}

} // namespace
} // namespace lz::test
