// Chooses the CPU classes that tests compile for if they run many small programs.
#pragma once

#include "base/machine/MachineClass.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lz::test {

// Returns the CPU classes for which the next program of the running test is compiled. By default
// they are the best CPU class of this machine and one other CPU class, because compiling takes
// nearly all of a test's time. The other CPU class depends on the test and on how many programs the
// test has compiled, but not on which other tests run. LAZULI_TEST_CLASSES=all means all CPU
// classes, and LAZULI_TEST_CLASSES=one means one.
inline std::vector<MachineClass> nextCpuClasses() {
  const absl::Span<const MachineClass> all = hostMachineClasses();
  const char* variable = std::getenv("LAZULI_TEST_CLASSES");
  const std::string_view wanted = variable ? variable : "";
  if (wanted == "all")
    return {all.begin(), all.end()};

  static std::string lastTest;
  static size_t turn = 0;
  const ::testing::TestInfo* info = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string test = std::string(info->test_suite_name()) + "." + info->name();
  turn = test == lastTest ? turn + 1 : std::hash<std::string>()(test);
  lastTest = test;
  if (wanted == "one" || all.size() == 1)
    return {all[turn % all.size()]};
  return {all[turn % (all.size() - 1)], all.back()};
}

} // namespace lz::test
