#include "compiler/options/Environment.h"

#include "base/machine/DetectCpu.h"
#include "base/sizes/ByteSize.h"
#include "compiler/options/CompileOptions.h"
#include "compiler/options/TensorFlags.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace lz::compiler {

static std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// Returns whether the variable is set to a text other than "" and "0".
static bool isSet(const char* name) {
  const std::string value = variable(name);
  return !value.empty() && value != "0";
}

Environment environmentOf(const CompileOptions& options) {
  Environment environment;
  environment.cpu = options.ignoreEnvironment ? detectMachineClass() : hostMachineClass();
  if (options.ignoreEnvironment)
    return environment;
  environment.dumpDir = variable("LAZULI_DUMP");
  environment.disabled = variable("LAZULI_DISABLE");
  environment.symbols = variable("LAZULI_SYMBOLS");
  environment.verify = isSet("LAZULI_VERIFY");
  return environment;
}

StatusOr<MachineClass> cpuOf(const CompileOptions& options) {
  const MachineClass best = environmentOf(options).cpu;
  if (options.cpu.empty() || options.cpu == "host")
    return best;
  LZ_ASSIGN_OR_RETURN(MachineClass cpu, parseMachineClass(options.cpu));
  if (!runs(best, cpu))
    return invalidArgument("the CPU class ", machineClassName(cpu),
                           " does not run here: this machine, or LAZULI_CPU, allows ",
                           machineClassName(best), " at most");
  return cpu;
}

// Returns the folder that the variable names. Returns "" if the path is not absolute, or if the
// process runs with the rights of another user.
static std::string folderIn(const char* name) {
  const char* value = ::secure_getenv(name);
  return value && *value == '/' ? value : "";
}

std::string cacheFolderOf(const std::string& wanted, bool ignoreEnvironment) {
  std::string folder = wanted;
  if (folder.empty() && !ignoreEnvironment)
    folder = variable("LAZULI_CACHE");
  if (folder == "off")
    return "";
  if (!folder.empty()) {
    std::error_code error;
    return std::filesystem::absolute(folder, error).lexically_normal().string();
  }
  if (const std::string caches = folderIn("XDG_CACHE_HOME"); !caches.empty())
    return caches + "/lazuli";
  const std::string home = folderIn("HOME");
  return home.empty() ? "" : home + "/.cache/lazuli";
}

StatusOr<ContextVariables> contextVariables(bool ignoreEnvironment) {
  ContextVariables variables;
  if (ignoreEnvironment)
    return variables;
  if (const std::string bits = variable("LAZULI_HASH_BITS"); !bits.empty())
    variables.hashBits = unsigned(std::atoi(bits.c_str()));
  variables.opByOp = isSet("LAZULI_OP_BY_OP");
  constexpr char kBudget[] = "LAZULI_MEMORY_BUDGET";
  if (const std::string size = variable(kBudget); !size.empty()) {
    LZ_ASSIGN_OR_RETURN(variables.budgetBytes, parseByteSize(size, kBudget));
  }
  constexpr char kFlags[] = "LAZULI_FLAGS";
  LZ_ASSIGN_OR_RETURN(variables.tensors, parseTensorFlags(variable(kFlags), kFlags));
  return variables;
}

} // namespace lz::compiler
