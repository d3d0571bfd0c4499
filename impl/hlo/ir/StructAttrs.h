// The struct attributes #stablehlo.dot, gather, scatter and conv. Their fields are plain attributes
// of the op, with the names of the specification. Code that reads and makes them is generated from
// their definitions (impl/spec/ops/Attrs.td).
#pragma once

#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include "mlir/IR/Attributes.h"

namespace lz::hlo {

struct StructAttr {
  Opcode opcode;
  llvm::StringLiteral name; // in the op's dictionary
  size_t first, count;      // position of its fields among the op's plain attributes
  bool (*read)(mlir::Attribute attr, AttrValue* fields); // false: it is another attribute
  mlir::Attribute (*make)(mlir::MLIRContext* context, const AttrValue* fields);

  bool holds(size_t i) const { return i >= first && i < first + count; }
};

// The struct attribute of an op, which has at most one; nullptr if it has none.
const StructAttr* structAttrOf(Opcode opcode);

} // namespace lz::hlo
