#include "compiler/options/Switches.h"

#include "compiler/Compiler.h"
#include "gtest/gtest.h"

#include <cstdlib>

namespace lz::compiler {
namespace {

StatusOr<Switches> without(std::vector<std::string> names) {
  CompileOptions options;
  options.disabled = std::move(names);
  return switchesOf(options);
}

TEST(Switches, EverythingIsOn) {
  StatusOr<Switches> switches = without({});
  ASSERT_TRUE(switches.ok());
  EXPECT_TRUE(switches->fusion && switches->vectors && switches->tiles && switches->objects);
  EXPECT_TRUE(switches->disabledPasses.empty());
}

TEST(Switches, PartsAndPassesCanBeLeftOut) {
  StatusOr<Switches> switches = without({"vectors", "objects", "lz-cse", "dce"});
  ASSERT_TRUE(switches.ok()) << switches.status();
  EXPECT_FALSE(switches->vectors || switches->objects);
  EXPECT_TRUE(switches->fusion);
  EXPECT_EQ(switches->disabledPasses, (std::vector<std::string>{"lz-cse", "dce"}));
}

TEST(Switches, TheEnvironmentAddsToThem) {
  setenv("LAZULI_DISABLE", "fusion, tiles,", 1);
  StatusOr<Switches> switches = without({"vectors"});
  unsetenv("LAZULI_DISABLE");
  ASSERT_TRUE(switches.ok()) << switches.status();
  EXPECT_FALSE(switches->fusion || switches->tiles || switches->vectors);
}

TEST(Switches, ProductsAndTilesCanBeComputedInOtherWays) {
  StatusOr<Switches> apart = without({"sweeps"}), more = without({"rescaling"}),
                     stored = without({"tile-tables", "lz-skip-masked"});
  ASSERT_TRUE(apart.ok() && more.ok() && stored.ok());
  EXPECT_TRUE(!apart->sweeps && apart->rescaling);
  EXPECT_TRUE(more->sweeps && !more->rescaling);
  EXPECT_EQ(stored->disabledPasses, (std::vector<std::string>{"tile-tables", "lz-skip-masked"}));
}

// The emitters rely on equal element types without a check.
TEST(Switches, WhatLaterStagesRelyOnStaysOn) {
  EXPECT_FALSE(without({"lz-promote-operands"}).ok());
}

TEST(Switches, TheCompilerVerifiesWhenAskedTo) {
  const char* variable = std::getenv("LAZULI_VERIFY");
  std::string kept = variable ? variable : "";
  auto verifies = [](const char* variable, bool option) {
    setenv("LAZULI_VERIFY", variable, 1);
    CompileOptions options;
    options.verify = option;
    return switchesOf(options)->verify;
  };
  EXPECT_FALSE(verifies("", false) || verifies("0", false));
  EXPECT_TRUE(verifies("1", false) && verifies("", true));
  setenv("LAZULI_VERIFY", kept.c_str(), 1);
}

// CMakeLists.txt sets the variable for verification for every test that ctest runs. Another
// variable tells this test that ctest runs it.
TEST(Switches, TheCompilerVerifiesInTests) {
  if (!std::getenv("LAZULI_TEST_OF_CTEST"))
    GTEST_SKIP() << "run by hand";
  const char* variable = std::getenv("LAZULI_VERIFY");
  ASSERT_TRUE(variable) << "the tests run without verifiers";
  EXPECT_STREQ(variable, "1");
  EXPECT_TRUE(switchesOf({})->verify);
}

TEST(Switches, AnUnknownNameIsAnErrorThatListsTheKnown) {
  Status status = without({"lz-cze"}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  std::string message(status.message());
  EXPECT_NE(message.find("no part \"lz-cze\""), std::string::npos) << message;
  EXPECT_NE(message.find("fusion, vectors, tiles, pairs, epilogues, views, sweeps, rescaling, "
                         "objects, or a pass: lz-"),
            std::string::npos)
      << message;
}

} // namespace
} // namespace lz::compiler
