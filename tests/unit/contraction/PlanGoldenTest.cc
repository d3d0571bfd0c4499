// The plans of some 200 contractions on three CPU classes equal those in plans.txt, so that a
// changed decision shows as a difference of text. To renew the file, run this test with
// LAZULI_UPDATE_GOLDENS=1 and read the difference.
#include "GoldenShapes.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "contraction/plan/Pairs.h"
#include "contraction/plan/Slices.h"
#include "contraction/plan/TileChoice.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace lz::contraction {
namespace {

constexpr int kThreads = 4;

// Plans read only the sizes of tiles, so these tables need no code.
struct Kernels {
  KernelTable narrow, wide;

  Kernels(int rows, int columns)
      : narrow{rows, columns / 2, {}, {}, nullptr}, wide{rows, columns, {}, {}, &narrow} {}
  Kernels(const Kernels&) = delete;
};

// Fixed sizes of caches, so that plans are the same on all machines.
struct Target {
  MachineClass cpu;
  Caches caches;
  Kernels f32, f64;
};

const std::vector<const Target*>& targets() {
  static const Target v2 = {MachineClass::X86V2, {256 << 10, 4 << 20, 4}, {4, 8}, {4, 4}};
  static const Target avx2 = {MachineClass::Avx2, {512 << 10, 16 << 20, 8}, {6, 16}, {6, 8}};
  static const Target avx512 = {MachineClass::Avx512, {1 << 20, 32 << 20, 8}, {14, 32}, {14, 16}};
  static const std::vector<const Target*> all = {&v2, &avx2, &avx512};
  return all;
}

std::string planOf(const GoldenShape& shape, const Target& target) {
  static const KernelTable pairs = {14, 32, {}, {}, nullptr};
  TiledContraction spec = shape.spec;
  spec.cpu = target.cpu;
  spec.kernels = spec.compute == DType::F64 ? &target.f64.wide : &target.f32.wide;
  if (shape.pairs && target.cpu == MachineClass::Avx512)
    usePairs(spec, pairs);
  if (shape.sliced) {
    std::optional<Slices> slices = slicesOf(spec);
    return slices ? print(planSlices(*slices, kThreads, target.caches)) : "no slices";
  }
  chooseTile(spec, target.caches);
  return print(planContraction(spec, kThreads, target.caches));
}

std::string allPlans() {
  std::string text;
  for (const GoldenShape& shape : goldenShapes()) {
    absl::StrAppend(&text, shape.name, "\n");
    for (const Target* target : targets())
      absl::StrAppend(&text, "  ", machineClassName(target->cpu), ": ",
                      absl::StrReplaceAll(planOf(shape, *target), {{"\n", "; "}}), "\n");
  }
  return text;
}

std::string contentsOf(const char* path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Returns the first lines that differ.
std::string differences(const std::string& before, const std::string& now) {
  constexpr int kMost = 6;
  std::vector<std::string> old = absl::StrSplit(before, '\n'), lines = absl::StrSplit(now, '\n');
  std::string text;
  int count = 0;
  for (size_t i = 0; i < std::max(old.size(), lines.size()); ++i) {
    std::string a = i < old.size() ? old[i] : "", b = i < lines.size() ? lines[i] : "";
    if (a != b && ++count <= kMost)
      absl::StrAppend(&text, "line ", i + 1, "\n- ", a, "\n+ ", b, "\n");
  }
  return absl::StrCat(text, count, " lines differ");
}

TEST(PlanGolden, PlansAreThoseInTheFile) {
  std::string now = allPlans();
  if (std::getenv("LAZULI_UPDATE_GOLDENS")) {
    std::ofstream(LZ_GOLDEN_PLANS) << now;
    GTEST_SKIP() << LZ_GOLDEN_PLANS << " is renewed: read the difference";
  }
  std::string before = contentsOf(LZ_GOLDEN_PLANS);
  EXPECT_TRUE(before == now)
      << differences(before, now) << "\nif this is meant, run\n  "
      << "LAZULI_UPDATE_GOLDENS=1 contraction_test --gtest_filter=PlanGolden.*"
      << "\nand commit " << LZ_GOLDEN_PLANS;
}

TEST(PlanGolden, ThereAreTwoHundredShapesOfAllKinds) {
  EXPECT_GE(goldenShapes().size(), 200u);
  std::string text = allPlans();
  for (const char* kind : {"empty", "packed", "dots", "thin", "filter gradient"})
    EXPECT_NE(text.find(absl::StrCat(": ", kind)), std::string::npos) << kind;
}

} // namespace
} // namespace lz::contraction
