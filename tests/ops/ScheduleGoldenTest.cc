// The schedules of the bench's kernels for each CPU class must equal those in
// schedules/<class>.txt, so that a changed decision appears as a changed text.
// LAZULI_UPDATE_GOLDENS=1 writes new files.
#include "CaseFiles.h"
#include "RegionPlans.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "codegen/LlvmTarget.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"
#include "schedule/Schedule.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace lz::test {
namespace {

// Returns for each kernel of a program, in order, a line such as "softmax kernel 0 of 7 values" and
// its schedule.
std::string schedulesOf(const CaseProgram& row, MachineClass cpu) {
  StatusOr<Program> program = formats::parseStableHlo(row.text, row.name);
  EXPECT_TRUE(program.ok()) << program.status();
  if (!program.ok())
    return "";
  std::string text;
  int kernels = 0;
  for (const auto& [plan, choice] : regionPlans(*program, cpu)) {
    schedule::Schedule schedule(plan, choice, codegen::targetInfo(cpu).vector);
    absl::StrAppend(&text, row.name, " kernel ", kernels++, " of ", plan.nodes.size(), " values\n",
                    print(schedule));
  }
  return text;
}

std::string contentsOf(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Expects equal texts. A failure shows the first line that differs.
void expectSame(const std::string& actual, const std::string& expected, const std::string& path) {
  if (actual == expected)
    return;
  std::vector<std::string> now = absl::StrSplit(actual, '\n'),
                           before = absl::StrSplit(expected, '\n');
  size_t line = 0;
  while (line < now.size() && line < before.size() && now[line] == before[line])
    ++line;
  auto at = [&](const std::vector<std::string>& lines) {
    return line < lines.size() ? lines[line] : std::string("the end");
  };
  ADD_FAILURE() << path << ":" << line + 1 << ": " << at(before) << "\nis now: " << at(now)
                << "\nIf that is meant, run this test with LAZULI_UPDATE_GOLDENS=1 and read the "
                   "difference in git.";
}

class ScheduleGolden : public testing::TestWithParam<MachineClass> {};

TEST_P(ScheduleGolden, EveryKernelOfTheBenchIsScheduledAsBefore) {
  std::string path = absl::StrCat(LZ_SCHEDULES, "/", machineClassName(GetParam()), ".txt"), text;
  for (const CaseProgram& row : readCaseFiles(LZ_BENCH_ROWS))
    text += schedulesOf(row, GetParam());
  if (std::getenv("LAZULI_UPDATE_GOLDENS")) {
    std::ofstream(path) << text;
    GTEST_SKIP() << path << " is written anew";
  }
  expectSame(text, contentsOf(path), path);
}

INSTANTIATE_TEST_SUITE_P(Classes, ScheduleGolden,
                         testing::Values(MachineClass::X86V2, MachineClass::Avx2,
                                         MachineClass::Avx512),
                         [](const auto& info) {
                           std::string name = machineClassName(info.param);
                           std::erase(name, '-');
                           return name;
                         });

} // namespace
} // namespace lz::test
