#include "compiler/options/Switches.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "compiler/options/CompileOptions.h"
#include "compiler/options/Environment.h"
#include "hlo/passes/Pipelines.h"

namespace lz::compiler {

StatusOr<Switches> switchesOf(const CompileOptions& options) {
  std::vector<std::string> names = options.disabled;
  const Environment environment = environmentOf(options);
  for (absl::string_view name : absl::StrSplit(environment.disabled, ',', absl::SkipWhitespace()))
    names.emplace_back(absl::StripAsciiWhitespace(name));

  Switches switches;
  switches.verify = options.verify || environment.verify;
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
    else if (name == "views")
      switches.views = false;
    else if (name == "sweeps")
      switches.sweeps = false;
    else if (name == "rescaling")
      switches.rescaling = false;
    else if (name == "objects")
      switches.objects = false;
    else if (absl::c_any_of(passes, isIt))
      switches.disabledPasses.push_back(name);
    else
      return invalidArgument("LAZULI_DISABLE: there is no part \"", name,
                             "\"; use fusion, vectors, tiles, pairs, epilogues, views, sweeps, "
                             "rescaling, objects, or a pass: ",
                             absl::StrJoin(passes, ", "));
  }
  return switches;
}

} // namespace lz::compiler
