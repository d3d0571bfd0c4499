// Machine code as objects that have no addresses yet: the form that is saved, and linked elsewhere.
#pragma once

#include "absl/types/span.h"

#include <string_view>
#include <vector>

namespace lz {

// An ELF file that defines one function.
struct MachineObject {
  std::string_view symbol;
  absl::Span<const char> bytes;
};

// Kernels that have addresses, with the objects that they come from. Immutable. The last owner
// unmaps the code.
class MachineCode {
public:
  virtual ~MachineCode() = default;
  // They live as long as this object.
  virtual std::vector<MachineObject> objects() const = 0;
};

} // namespace lz
