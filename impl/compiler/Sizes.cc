#include "compiler/Sizes.h"

#include "base/Exhausted.h"
#include "hlo/ir/TypeBridge.h"

namespace lz {

Status checkFits(mlir::TypeRange types) {
  for (mlir::Type ir : types)
    if (TensorType type = hlo::fromIr(ir); type.numBytes() > kMostAddressable)
      return exhausted("compile", type.numBytes(), kMostAddressable,
                       absl::StrCat("a value ", type.str(),
                                    " is more than a process can address: use smaller shapes"));
  return okStatus();
}

} // namespace lz
