#include "compiler/Switches.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "compiler/Compiler.h"
#include "hlo/passes/Pipelines.h"

#include <cstdlib>

namespace lz {

static bool asksToVerify() {
  const char* variable = std::getenv("LAZULI_VERIFY");
  return variable && *variable && absl::string_view(variable) != "0";
}

StatusOr<Switches> switchesOf(const CompileOptions& options) {
  std::vector<std::string> names = options.disabled;
  if (const char* variable = std::getenv("LAZULI_DISABLE"))
    for (absl::string_view name : absl::StrSplit(variable, ',', absl::SkipWhitespace()))
      names.emplace_back(absl::StripAsciiWhitespace(name));

  Switches switches;
  switches.verify = options.verify || asksToVerify();
  std::vector<std::string> passes = hlo::optionalPasses();
  for (const std::string& name : names) {
    auto isIt = [&](const std::string& pass) {
      return name == pass || name == absl::StripPrefix(pass, "lz-");
    };
    if (name == "fusion")
      switches.fusion = false;
    else if (name == "vectors")
      switches.vectors = false;
    else if (name == "tiles")
      switches.tiles = false;
    else if (name == "pairs")
      switches.pairs = false;
    else if (name == "epilogues")
      switches.epilogues = false;
    else if (name == "objects")
      switches.objects = false;
    else if (absl::c_any_of(passes, isIt))
      switches.disabledPasses.push_back(name);
    else
      return invalidArgument(
          "LAZULI_DISABLE: no part \"", name,
          "\" can be left out; there are fusion, vectors, tiles, pairs, epilogues, objects, ",
          absl::StrJoin(passes, ", "));
  }
  return switches;
}

} // namespace lz
