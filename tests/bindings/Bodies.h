// The bodies of regions that vectors name; bindings/vectors/README.md says what each computes. Each
// front end writes them in its own language.
#pragma once

#include "spec/Program.h"

#include <string>

namespace lz::vectors {

// Makes the region of this name. It works on parameters of these types, or on captured values if
// the op's regions take no parameters. Only its parameters and constants have types yet. Error:
// there is no such body.
StatusOr<Region> makeBody(Program& program, const std::string& name,
                          const std::vector<TensorType>& params,
                          const std::vector<ValueId>& captured);

} // namespace lz::vectors
