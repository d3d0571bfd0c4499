#include "compiler/options/Environment.h"

#include "base/machine/DetectCpu.h"
#include "base/sizes/ByteSize.h"
#include "compiler/Compiler.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lz::compiler {
namespace {

// Sets variables, and restores the old values at the end.
class Variables {
public:
  explicit Variables(const std::map<std::string, std::string>& values) {
    for (const auto& [name, value] : values) {
      const char* before = std::getenv(name.c_str());
      before_.emplace_back(name, before ? std::optional<std::string>(before) : std::nullopt);
      setenv(name.c_str(), value.c_str(), 1);
    }
  }
  ~Variables() {
    for (const auto& [name, value] : before_)
      value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
  }

private:
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

const std::map<std::string, std::string> kAll = {{"LAZULI_CPU", "x86-64-v2"},
                                                 {"LAZULI_DUMP", "dir"},
                                                 {"LAZULI_DISABLE", "fusion"},
                                                 {"LAZULI_SYMBOLS", "perf"},
                                                 {"LAZULI_VERIFY", "1"}};

TEST(Environment, IsWhatTheVariablesSay) {
  Variables set(kAll);
  Environment environment = environmentOf({});
  EXPECT_EQ(environment.cpu, MachineClass::X86V2);
  EXPECT_EQ(environment.dumpDir, "dir");
  EXPECT_EQ(environment.disabled, "fusion");
  EXPECT_EQ(environment.symbols, "perf");
  EXPECT_TRUE(environment.verify);
}

TEST(Environment, IsNothingWhereItIsIgnored) {
  Variables set(kAll);
  CompileOptions options;
  options.ignoreEnvironment = true;
  Environment environment = environmentOf(options);
  EXPECT_EQ(environment.cpu, detectMachineClass());
  EXPECT_EQ(environment.dumpDir + environment.disabled + environment.symbols, "");
  EXPECT_FALSE(environment.verify);
}

TEST(Environment, VerifiesUnlessToldNotTo) {
  for (const char* off : {"", "0"}) {
    Variables set({{"LAZULI_VERIFY", off}});
    EXPECT_FALSE(environmentOf({}).verify) << off;
  }
}

TEST(Environment, TheBudgetOfAContext) {
  Variables set({{"LAZULI_MEMORY_BUDGET", "1.5GB"}});
  EXPECT_EQ(contextVariables(false)->budgetBytes, 1'500'000'000);
  EXPECT_EQ(contextVariables(true)->budgetBytes, 0);
  setenv("LAZULI_MEMORY_BUDGET", "", 1);
  EXPECT_EQ(contextVariables(false)->budgetBytes, 0);
  setenv("LAZULI_MEMORY_BUDGET", "2gigs", 1);
  EXPECT_TRUE(contextVariables(true).ok());
  EXPECT_EQ(contextVariables(false).status(),
            parseByteSize("2gigs", "LAZULI_MEMORY_BUDGET").status());
}

TEST(Environment, TheLimitsOfTensors) {
  Variables set({{"LAZULI_FLAGS", "--tensor_size_threshold=1MB --xla_tensor_split_size=1kB"}});
  EXPECT_EQ(contextVariables(false)->tensors, (TensorLimits{1'000'000, 1000}));
  EXPECT_EQ(contextVariables(true)->tensors, TensorLimits());
  setenv("LAZULI_FLAGS", "--tensor_size=1MB", 1);
  EXPECT_TRUE(contextVariables(true).ok());
  EXPECT_TRUE(absl::IsInvalidArgument(contextVariables(false).status()));
}

} // namespace
} // namespace lz::compiler
