#include "compiler/lower/Sizes.h"

#include "base/Exhausted.h"
#include "hlo/ir/TypeBridge.h"

namespace lz::compiler {

Status checkFits(mlir::TypeRange types) {
  for (mlir::Type ir : types)
    if (TensorType type = hlo::fromIr(ir); type.numBytes() > kMostAddressable)
      return checkFits(type.numBytes(), absl::StrCat("a value ", type.str()));
  return okStatus();
}

Status checkFits(int64_t bytes, absl::string_view what) {
  if (bytes > kMostAddressable)
    return exhausted(
        "compile", bytes, kMostAddressable,
        absl::StrCat(what, " needs more memory than a process can address: use smaller shapes"));
  return okStatus();
}

} // namespace lz::compiler
