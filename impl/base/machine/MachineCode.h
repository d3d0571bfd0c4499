// Machine code as objects, before it has addresses: what is saved of it, and linked elsewhere.
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

// Kernels that have addresses, and the objects that they come from. Immutable; unmaps the code when
// the last owner goes.
class MachineCode {
public:
  virtual ~MachineCode() = default;
  // They live as long as this.
  virtual std::vector<MachineObject> objects() const = 0;
};

} // namespace lz
