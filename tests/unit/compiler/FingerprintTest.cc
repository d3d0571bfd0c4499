// Tests on which properties of a program its fingerprint depends.
#include "compiler/report/Fingerprint.h"

#include "compiler/Compiler.h"

#include <gtest/gtest.h>
#include <set>

namespace lz::compiler {
namespace {

// p0 - p1, with this many unused values before it.
Program difference(int unused, bool swapped = false) {
  Program p;
  for (int i = 0; i < unused; ++i)
    p.addValue({DType::F32, {2}});
  ValueId x = p.addValue({DType::F32, {2}}), y = p.addValue({DType::F32, {2}});
  ValueId z = p.addValue({DType::F32, {2}});
  p.body.params = {x, y};
  p.body.ops.push_back({Opcode::Subtract, swapped ? ValueIds{y, x} : ValueIds{x, y}, {z}});
  p.body.results = {z};
  return p;
}

std::string of(const Program& program, const Switches& switches = {},
               MachineClass cpu = MachineClass::X86V2, bool strict = false) {
  return fingerprintOf(program, {cpu, strict, switches});
}

TEST(Fingerprint, NumbersAndPlacesDoNotMatter) {
  Program p = difference(3);
  p.locations = {"net.c:12"};
  p.body.ops[0].location = 0;
  EXPECT_EQ(of(p), of(difference(0)));
  p.donated = {false, false};
  EXPECT_EQ(of(p), of(difference(0)));
  EXPECT_EQ(of(p).size(), 32u);
}

TEST(Fingerprint, AllElseMatters) {
  std::set<std::string> all;
  auto isNew = [&](const std::string& text) { return all.insert(text).second; };
  EXPECT_TRUE(isNew(of(difference(0))));
  EXPECT_TRUE(isNew(of(difference(0, /*swapped=*/true))));
  EXPECT_TRUE(isNew(of(Program())));
  Program donates = difference(0);
  donates.donated = {true};
  EXPECT_TRUE(isNew(of(donates)));
  donates.donated = {false, true};
  EXPECT_TRUE(isNew(of(donates)));
  Program twice = difference(0);
  twice.body.results.push_back(twice.body.results[0]);
  EXPECT_TRUE(isNew(of(twice)));
  Program returns = difference(0);
  returns.body.results = {returns.body.params[0]};
  EXPECT_TRUE(isNew(of(returns)));
  Program wide = difference(0);
  wide.types.assign(3, {DType::F64, {2}});
  EXPECT_TRUE(isNew(of(wide)));
  wide.types.assign(3, {DType::F64, {2, 1}});
  EXPECT_TRUE(isNew(of(wide)));
  EXPECT_TRUE(isNew(of(difference(0), {}, MachineClass::Avx2)));
  EXPECT_TRUE(isNew(of(difference(0), {}, MachineClass::X86V2, /*strict=*/true)));
  EXPECT_TRUE(isNew(fingerprintOf(difference(0), {MachineClass::X86V2, false, {}, {}, 1 << 20})));
}

TEST(Fingerprint, WhatIsLeftOutMattersInAnyOrder) {
  Switches none, fusion, one, two, again;
  fusion.fusion = false;
  one.disabledPasses = {"lz-cse"};
  two.disabledPasses = {"lz-cse", "lz-dce"};
  again.disabledPasses = {"lz-dce", "lz-cse", "lz-dce"};
  std::set<std::string> all = {of(difference(0), none), of(difference(0), fusion),
                               of(difference(0), one), of(difference(0), two)};
  EXPECT_EQ(all.size(), 4u);
  EXPECT_EQ(of(difference(0), two), of(difference(0), again));
  Switches checks;
  checks.verify = true;
  EXPECT_EQ(of(difference(0), none), of(difference(0), checks));
}

TEST(Fingerprint, TheNumberOfThreadsDoesNotMatter) {
  std::set<std::string> all;
  for (int threads : {1, 2, 7}) {
    CompileOptions options;
    options.threads = threads;
    auto executable = makeCompiler()->compile(difference(0), options);
    ASSERT_TRUE(executable.ok()) << executable.status();
    all.insert((*executable)->spec().fingerprint);
  }
  EXPECT_EQ(all.size(), 1u);
}

} // namespace
} // namespace lz::compiler
