// The bodies of regions that vectors know by name; bindings/vectors/README.md says what each
// computes. A front end writes them in its own words.
#pragma once

#include "spec/Program.h"

#include <string>

namespace lz::vectors {

// A region of this name on parameters of these types, or on what is captured where an op's regions
// take nothing. Its values have no types yet but those of parameters and constants. Error: there is
// no such body.
StatusOr<Region> makeBody(Program& program, const std::string& name,
                          const std::vector<TensorType>& params,
                          const std::vector<ValueId>& captured);

} // namespace lz::vectors
