#include "fusion/tables/MakeOp.h"

#include "hlo/ir/PlainAttrs.h"

#include "mlir/IR/IRMapping.h"

namespace lz::fusion {

mlir::Operation* makeOp(mlir::OpBuilder& builder, mlir::Location loc, Opcode opcode,
                        mlir::ValueRange operands, mlir::Type type,
                        llvm::ArrayRef<std::pair<std::string_view, AttrValue>> attrs,
                        mlir::Region* body) {
  const OpInfo& info = opInfo(opcode);
  Attrs plain(info.attrs.size());
  for (const auto& [name, value] : attrs)
    for (size_t i = 0; i < info.attrs.size(); ++i)
      if (info.attrs[i].name == name)
        plain[i] = value;
  mlir::OperationState state(loc, llvm::StringRef(info.fullName));
  state.addOperands(operands);
  state.addTypes(type);
  hlo::setIrAttrs(builder.getContext(), info, plain, state.attributes);
  if (mlir::IRMapping map; body)
    body->cloneInto(state.addRegion(), map);
  return builder.create(state);
}

} // namespace lz::fusion
