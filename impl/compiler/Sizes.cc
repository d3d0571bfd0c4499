#include "compiler/Sizes.h"

#include "hlo/ir/TypeBridge.h"

namespace lz {

constexpr int64_t kMostBytes = int64_t(1) << 56;

Status checkFits(mlir::TypeRange types) {
  for (mlir::Type ir : types)
    if (TensorType type = hlo::fromIr(ir); type.numBytes() > kMostBytes)
      return resourceExhausted("a value ", type.str(), " takes ", type.numBytes(),
                               " bytes, more than a process can address");
  return okStatus();
}

} // namespace lz
