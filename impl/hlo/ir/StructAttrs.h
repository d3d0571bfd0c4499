// The struct attributes #stablehlo.dot, gather, scatter and conv, whose fields are plain attributes
// of the op under the names that the specification gives them. How to read and make one is
// generated from its definition (impl/spec/ops/Attrs.td).
#pragma once

#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include "mlir/IR/Attributes.h"

namespace lz::hlo {

struct StructAttr {
  Opcode opcode;
  llvm::StringLiteral name; // in the op's dictionary
  size_t first, count;      // its fields among the op's plain attributes
  bool (*read)(mlir::Attribute attr, AttrValue* fields); // false: it is another attribute
  mlir::Attribute (*make)(mlir::MLIRContext* context, const AttrValue* fields);

  bool holds(size_t i) const { return i >= first && i < first + count; }
};

// That of an op, which has at most one; nullptr if it has none.
const StructAttr* structAttrOf(Opcode opcode);

} // namespace lz::hlo
