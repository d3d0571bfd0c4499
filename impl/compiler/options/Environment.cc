#include "compiler/options/Environment.h"

#include "base/machine/DetectCpu.h"
#include "compiler/Compiler.h"

#include <cstdlib>

namespace lz {

static std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Environment environmentOf(const CompileOptions& options) {
  Environment environment;
  environment.cpu = options.ignoreEnvironment ? detectCpuClass() : hostCpuClass();
  if (options.ignoreEnvironment)
    return environment;
  environment.dumpDir = variable("LAZULI_DUMP");
  environment.disabled = variable("LAZULI_DISABLE");
  environment.symbols = variable("LAZULI_SYMBOLS");
  const std::string verify = variable("LAZULI_VERIFY");
  environment.verify = !verify.empty() && verify != "0";
  return environment;
}

} // namespace lz
