// Converts attributes of ops to plain data and back. Struct attributes such as
// #stablehlo.gather<...> are flattened: their fields are plain attributes of the op under their own
// names.
#pragma once

#include "base/Status.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include "mlir/IR/Operation.h"

namespace lz::hlo {

enum class Literals : uint8_t { Copy, Skip };

// Returns the attributes in the order of info.attrs; those that the op does not carry are unset.
// Literals::Skip leaves out the values of constants, for callers that only need types.
StatusOr<Attrs> plainAttrs(mlir::Operation* op, const OpInfo& info, Literals literals);

// Sets the attributes of an op that is being built from plain ones.
void setIrAttrs(mlir::MLIRContext* context, const OpInfo& info, absl::Span<const AttrValue> attrs,
                mlir::NamedAttrList& result);

} // namespace lz::hlo
