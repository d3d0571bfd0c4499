// Describes the struct attributes #stablehlo.dot, gather, scatter and conv. Their fields are plain
// attributes of the op, with the names of the specification. Code that reads and makes the struct
// attributes is generated from their definitions (impl/spec/ops/Attrs.td).
#pragma once

#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include "mlir/IR/Attributes.h"

namespace lz::hlo {

struct StructAttr {
  Opcode opcode;
  llvm::StringLiteral name; // name in the op's dictionary
  size_t first, count;      // which plain attributes of the op are its fields
  bool (*read)(mlir::Attribute attr, AttrValue* fields); // returns false for other attributes
  mlir::Attribute (*make)(mlir::MLIRContext* context, const AttrValue* fields);

  bool holds(size_t i) const { return i >= first && i < first + count; }
};

// Returns the struct attribute of an op, or nullptr. An op has at most one.
const StructAttr* structAttrOf(Opcode opcode);

} // namespace lz::hlo
