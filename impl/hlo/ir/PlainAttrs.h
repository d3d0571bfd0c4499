// Converts attributes of ops to plain data and back. Struct attributes such as
// #stablehlo.gather<...> are flattened, so their fields become plain attributes of the op with the
// names of the fields.
#pragma once

#include "base/Status.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include "mlir/IR/Operation.h"

namespace lz::hlo {

enum class Literals : uint8_t { Copy, Skip };

// Returns the attributes in the order of info.attrs. Attributes that the op does not have are
// unset. Literals::Skip leaves out the values of constants, for callers that only need types.
StatusOr<Attrs> plainAttrs(mlir::Operation* op, const OpInfo& info, Literals literals);

// Sets the attributes of an op that is being built from plain ones.
void setIrAttrs(mlir::MLIRContext* context, const OpInfo& info, absl::Span<const AttrValue> attrs,
                mlir::NamedAttrList& result);

} // namespace lz::hlo
