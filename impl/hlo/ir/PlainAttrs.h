// Converts attributes of ops to plain data and back. Each field of a struct attribute such as
// #stablehlo.gather<...> becomes a plain attribute of the op, with the name of the field.
#pragma once

#include "base/Status.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include "mlir/IR/Operation.h"

namespace lz::hlo {

enum class Literals : uint8_t { Copy, Skip };

// Returns the attributes in the order of info.attrs. Attributes that the op does not have are
// unset. With Literals::Skip, the values of constants are left out.
StatusOr<Attrs> plainAttrs(mlir::Operation* op, const OpInfo& info, Literals literals);

// Converts the plain attributes of an op to attributes of the IR, and sets them in `result`.
void setIrAttrs(mlir::MLIRContext* context, const OpInfo& info, absl::Span<const AttrValue> attrs,
                mlir::NamedAttrList& result);

} // namespace lz::hlo
