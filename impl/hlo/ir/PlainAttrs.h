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

// As info.attrs. An attribute that the op does not carry is not set. Literals::Skip leaves out the
// values of constants, for callers that only need types.
StatusOr<Attrs> plainAttrs(mlir::Operation* op, const OpInfo& info, Literals literals);

// The attributes of an op built from plain ones.
void setIrAttrs(mlir::MLIRContext* context, const OpInfo& info, absl::Span<const AttrValue> attrs,
                mlir::NamedAttrList& result);

} // namespace lz::hlo
