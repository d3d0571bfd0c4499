// Lets equal programs share an executable when the locations of their ops differ. The shared
// executable is compiled from a program in which each op has a location of its own.
#pragma once

#include "exec/Executable.h"
#include "spec/Program.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::compiler {

// Returns the location of each op, or "" if the location is unknown. An op comes before the ops in
// its regions.
std::vector<std::string> locationsOf(const Program& program);

// Returns the same program with locationsOf(program) as its list. Op number i has location i.
Program withLocationOfEachOp(const Program& program);

// Returns an executable that shares everything with `executable`, except for the locations.
// `isShared` says whether both executables are in use (ExecutableSpec::isShared).
std::shared_ptr<const exec::Executable> withLocations(const exec::Executable& executable,
                                                      std::vector<std::string> locations,
                                                      bool isShared);

} // namespace lz::compiler
