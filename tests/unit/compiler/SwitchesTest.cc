#include "compiler/Switches.h"

#include "gtest/gtest.h"

#include <cstdlib>

namespace lz {
namespace {

TEST(Switches, EverythingIsOn) {
  StatusOr<Switches> switches = switchesOf({});
  ASSERT_TRUE(switches.ok());
  EXPECT_TRUE(switches->fusion && switches->vectors && switches->tiles && switches->objects);
  EXPECT_TRUE(switches->disabledPasses.empty());
}

TEST(Switches, PartsAndPassesCanBeLeftOut) {
  StatusOr<Switches> switches = switchesOf({"vectors", "objects", "lz-cse", "dce"});
  ASSERT_TRUE(switches.ok()) << switches.status();
  EXPECT_FALSE(switches->vectors || switches->objects);
  EXPECT_TRUE(switches->fusion);
  EXPECT_EQ(switches->disabledPasses, (std::vector<std::string>{"lz-cse", "dce"}));
}

TEST(Switches, TheEnvironmentAddsToThem) {
  setenv("LAZULI_DISABLE", "fusion, tiles,", 1);
  StatusOr<Switches> switches = switchesOf({"vectors"});
  unsetenv("LAZULI_DISABLE");
  ASSERT_TRUE(switches.ok()) << switches.status();
  EXPECT_FALSE(switches->fusion || switches->tiles || switches->vectors);
}

// The emitters rely on equal element types without asking.
TEST(Switches, WhatLaterStagesRelyOnStaysOn) {
  EXPECT_FALSE(switchesOf({"lz-promote-operands"}).ok());
}

TEST(Switches, AnUnknownNameIsAnErrorThatListsTheKnown) {
  Status status = switchesOf({"lz-cze"}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  std::string message(status.message());
  EXPECT_NE(message.find("no part \"lz-cze\""), std::string::npos) << message;
  EXPECT_NE(message.find("fusion, vectors, tiles, pairs, epilogues, objects, lz-"),
            std::string::npos)
      << message;
}

} // namespace
} // namespace lz
