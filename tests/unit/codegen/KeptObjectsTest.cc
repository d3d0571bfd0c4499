#include "codegen/KeptObjects.h"

#include "ScalePlan.h"
#include "codegen/JitCache.h"
#include "gtest/gtest.h"

#include <cstring>
#include <filesystem>
#include <limits>
#include <malloc.h>
#include <thread>

namespace lz::codegen {
namespace {

ObjectKey keyOf(const std::string& plan) {
  return {plan,           MachineClass::Avx2, /*strict=*/false, /*vectors=*/true,
          /*tiles=*/true, /*symbol=*/""};
}

ObjectRef objectOf(const std::string& symbol, size_t bytes = 100) {
  return std::make_shared<KernelObject>(
      KernelObject{symbol, llvm::SmallVector<char, 0>(bytes, 'x')});
}

TEST(KeptObjects, EveryFieldOfTheKeyCounts) {
  KeptObjects objects;
  ObjectRef object = objectOf("a");
  objects.keep(keyOf("plan"), object);
  EXPECT_EQ(objects.find(keyOf("plan")), object);

  std::vector<ObjectKey> others(6, keyOf("plan"));
  others[0].plan = "plan ";
  others[1].cpu = MachineClass::X86V2;
  others[2].strict = true;
  others[3].vectors = false;
  others[4].tiles = false;
  others[5].symbol = "a";
  for (const ObjectKey& other : others)
    EXPECT_EQ(objects.find(other), nullptr);
}

TEST(KeptObjects, TheFirstOneStays) {
  KeptObjects objects;
  ObjectRef first = objectOf("first");
  objects.keep(keyOf("plan"), first);
  objects.keep(keyOf("plan"), objectOf("second"));
  EXPECT_EQ(objects.find(keyOf("plan")), first);
}

// Keeps the objects of 100,000 programs. The lists and tables of the cache count as well.
TEST(KeptObjects, AHundredThousandStayWithinTwelveMegabytes) {
  KeptObjects objects;
  const std::string plan(700, 'p');
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 100'000; ++i)
    objects.keep(keyOf(std::to_string(i) + plan), objectOf("a", 1500));
  EXPECT_LT(mallinfo2().uordblks - before, size_t(12) << 20);
}

// There is room for two and a half objects.
TEST(KeptObjects, LeastRecentlyUsedGoFirst) {
  KeptObjects objects(/*mostBytes=*/2500);
  objects.keep(keyOf("a"), objectOf("a", 1000 - 250));
  objects.keep(keyOf("b"), objectOf("b", 1000 - 250));
  EXPECT_NE(objects.find(keyOf("a")), nullptr); // now a was used after b
  objects.keep(keyOf("c"), objectOf("c", 1000 - 250));
  EXPECT_EQ(objects.find(keyOf("b")), nullptr);
  EXPECT_NE(objects.find(keyOf("a")), nullptr);
  EXPECT_NE(objects.find(keyOf("c")), nullptr);
  // Keys count as memory, too.
  objects.keep(keyOf(std::string(2000, 'd')), objectOf("d", 100));
  EXPECT_EQ(objects.find(keyOf("a")), nullptr);
  EXPECT_EQ(objects.find(keyOf("c")), nullptr);
  EXPECT_NE(objects.find(keyOf(std::string(2000, 'd'))), nullptr);
}

TEST(KeptObjects, OneThatIsTooLargeIsNotKept) {
  KeptObjects objects(/*mostBytes=*/1000);
  ObjectRef object = objectOf("a", 1001);
  objects.keep(keyOf("a"), object);
  EXPECT_EQ(objects.find(keyOf("a")), nullptr);
  EXPECT_EQ(object.use_count(), 1);
  objects.keep(keyOf("b"), objectOf("b"));
  EXPECT_NE(objects.find(keyOf("b")), nullptr);
}

using LibraryRef = std::shared_ptr<const CompiledPlans>;

LibraryRef compile(JitCache& cache, absl::Span<const NamedPlan> plans,
                   const JitOptions& options = {}) {
  auto library = compilePlans(plans, options, &cache);
  EXPECT_TRUE(library.ok()) << library.status();
  return library.ok() ? std::make_shared<const CompiledPlans>(*std::move(library)) : nullptr;
}

// Returns numbers that include 1e30, -0, NaN and infinities.
std::vector<float> input() {
  std::vector<float> x;
  for (int i = 0; i < 100; ++i)
    x.push_back(float(i - 50) / 8);
  float infinity = std::numeric_limits<float>::infinity();
  float special[] = {1e30f, -0.0f, std::numeric_limits<float>::quiet_NaN(), infinity, -infinity};
  std::copy(std::begin(special), std::end(special), x.begin() + 30);
  return x;
}

bool haveEqualBits(const CallableKernel& a, const CallableKernel& b) {
  std::vector<float> x = run(a, input()), y = run(b, input());
  return std::memcmp(x.data(), y.data(), 100 * sizeof(float)) == 0;
}

TEST(KeptObjects, CodeIsGeneratedOnce) {
  std::shared_ptr<JitCache> cache = makeJitCache();
  schedule::ChosenPlan two = scalePlan(2, Opcode::Tanh), three = scalePlan(3), sameAsTwo = two;
  LibraryRef first = compile(*cache, {{"a", &two}, {"b", &sameAsTwo}});
  EXPECT_EQ(first->generated(), 1u);
  LibraryRef second = compile(*cache, {{"a", &three}, {"b", &two}});
  EXPECT_EQ(second->generated(), 1u);
  LibraryRef third = compile(*cache, {{"b", &three}, {"a", &two}});
  EXPECT_EQ(third->generated(), 0u);
  EXPECT_EQ(compile(*makeJitCache(), {{"a", &two}})->generated(), 1u);

  // Each library has its own code.
  EXPECT_NE(first->kernel(0).fn, second->kernel(1).fn);
  EXPECT_TRUE(haveEqualBits(first->kernel(0), second->kernel(1)));
  first.reset();
  EXPECT_TRUE(haveEqualBits(second->kernel(1), third->kernel(1)));
  EXPECT_EQ(runOnOnes(third->kernel(0)), -3);
}

// The objects of the kernel "a" of two programs define the same symbol.
TEST(KeptObjects, ObjectsWithEqualSymbolsLinkSideBySide) {
  std::shared_ptr<JitCache> cache = makeJitCache();
  schedule::ChosenPlan two = scalePlan(2), three = scalePlan(3), four = scalePlan(4);
  compile(*cache, {{"a", &two}});
  compile(*cache, {{"a", &three}});
  LibraryRef all = compile(*cache, {{"a", &four}, {"b", &three}, {"c", &two}});
  EXPECT_EQ(all->generated(), 1u);
  EXPECT_EQ(runOnOnes(all->kernel(0)), -4);
  EXPECT_EQ(runOnOnes(all->kernel(1)), -3);
  EXPECT_EQ(runOnOnes(all->kernel(2)), -2);
}

TEST(KeptObjects, OptionsThatChangeTheCodeCount) {
  std::shared_ptr<JitCache> cache = makeJitCache();
  schedule::ChosenPlan plan = scalePlan(2);
  std::vector<JitOptions> all(1);
  for (MachineClass cpu : hostMachineClasses()) {
    all.push_back({});
    all.back().cpu = cpu;
    if (cpu == JitOptions().cpu)
      all.pop_back();
  }
  for (bool JitOptions::* member :
       {&JitOptions::strict, &JitOptions::vectors, &JitOptions::tiles}) {
    all.push_back({});
    all.back().*member = !(all.back().*member);
  }
  for (size_t generated : {1, 0})
    for (const JitOptions& options : all) {
      LibraryRef library = compile(*cache, {{"a", &plan}}, options);
      EXPECT_EQ(library->generated(), generated);
      EXPECT_EQ(runOnOnes(library->kernel(0)), -2);
    }
}

TEST(KeptObjects, NoneIsTakenWhereAllShallBeGenerated) {
  std::shared_ptr<JitCache> cache = makeJitCache();
  schedule::ChosenPlan plan = scalePlan(2);
  compile(*cache, {{"a", &plan}});
  JitOptions anew;
  anew.objects = false;
  EXPECT_EQ(compile(*cache, {{"a", &plan}}, anew)->generated(), 1u);
  // For a dump, every kernel is compiled, because the dump has the stages of each.
  std::filesystem::path dir = std::filesystem::path(::testing::TempDir()) / "lazuli_kept";
  JitOptions dumps;
  dumps.dumpDir = dir.string();
  EXPECT_EQ(compile(*cache, {{"b", &plan}}, dumps)->generated(), 1u);
  EXPECT_TRUE(std::filesystem::exists(dir / "b.s"));
  std::filesystem::remove_all(dir);
}

// If a debugger or profiler reads symbols, a program uses only objects with the names of its own
// kernels.
TEST(KeptObjects, ReadersOfSymbolsGetTheirNames) {
  std::shared_ptr<JitCache> cache = makeJitCache();
  schedule::ChosenPlan plan = scalePlan(2);
  compile(*cache, {{"a", &plan}});
  JitOptions named;
  named.symbols = "gdb";
  size_t renamed = compile(*cache, {{"b", &plan}}, named)->generated();
  size_t same = compile(*cache, {{"b", &plan}}, named)->generated();
  EXPECT_EQ(renamed, 1u);
  EXPECT_EQ(same, 0u);
  EXPECT_EQ(compile(*cache, {{"c", &plan}})->generated(), 0u);
}

// If the emitters refuse a kernel, no object of it is kept and its compiler is dropped. The next
// program compiles normally.
TEST(KeptObjects, AFailureLeavesNothing) {
  std::shared_ptr<JitCache> cache = makeJitCache();
  ASSERT_TRUE(prepareCompiler(*cache, MachineClass::Avx2).ok());
  schedule::ChosenPlan good = scalePlan(2), bad = scalePlan(2);
  bad.plan.nodes[1].kind = region::NodeKind::Arg;
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(compilePlans({{"bad", &bad}}, {}, cache.get()).status().code(),
              absl::StatusCode::kInternal);
  LibraryRef library = compile(*cache, {{"bad", &good}});
  EXPECT_EQ(library->generated(), 1u);
  EXPECT_EQ(runOnOnes(library->kernel(0)), -2);
}

TEST(KeptObjects, ThreadsShareThem) {
  std::shared_ptr<JitCache> cache = makeJitCache();
  std::vector<schedule::ChosenPlan> plans;
  for (int i = 0; i < 12; ++i)
    plans.push_back(scalePlan(float(i)));
  auto compileSome = [&](size_t first) {
    for (size_t i = 0; i < plans.size(); ++i) {
      size_t a = (first + i) % plans.size(), b = (a + 5) % plans.size();
      LibraryRef library = compile(*cache, {{"a", &plans[a]}, {"b", &plans[b]}});
      EXPECT_EQ(runOnOnes(library->kernel(0)), -float(a));
      EXPECT_EQ(runOnOnes(library->kernel(1)), -float(b));
    }
  };
  std::vector<std::thread> threads;
  for (size_t first : {0, 3, 6, 9})
    threads.emplace_back(compileSome, first);
  for (std::thread& thread : threads)
    thread.join();
  std::vector<NamedPlan> all;
  for (size_t i = 0; i < plans.size(); ++i)
    all.push_back({"kernel_" + std::to_string(i), &plans[i]});
  EXPECT_EQ(compile(*cache, all)->generated(), 0u);
}

} // namespace
} // namespace lz::codegen
