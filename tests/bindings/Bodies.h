// The bodies of regions, which the test vectors refer to by name. bindings/vectors/README.md says
// what each body computes. Each front end has these bodies in its own language.
#pragma once

#include "spec/Program.h"

#include <string>

namespace lz::vectors {

// Makes the region with this name, whose parameters have these types. If the op's regions take no
// parameters, the region works on captured values. Only its parameters and constants have types
// yet. Error: there is no such body.
StatusOr<Region> makeBody(Program& program, const std::string& name,
                          const std::vector<TensorType>& params,
                          const std::vector<ValueId>& captured);

} // namespace lz::vectors
