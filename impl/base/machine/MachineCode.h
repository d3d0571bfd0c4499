// Machine code as relocatable objects. This is the form that is saved to disk and linked by another
// process.
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

// Linked kernels, with the objects that they come from. An object of this class does not change.
// The code is unmapped when the last owner releases it.
class MachineCode {
public:
  virtual ~MachineCode() = default;
  // The spans in the result are valid as long as this object.
  virtual std::vector<MachineObject> objects() const = 0;
};

} // namespace lz
