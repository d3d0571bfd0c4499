// One verifier for all ops of the tables.
#include "hlo/ir/Dialect.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/TypeBridge.h"
#include "hlo/shape/Infer.h"

namespace lz::hlo {
namespace {

// False when one of the types is unknown to Lazuli.
template <typename Types, typename List> bool convertTypes(Types&& types, List& result) {
  for (mlir::Type type : types) {
    result.push_back(fromIr(type));
    if (!isValid(result.back().dtype))
      return false;
  }
  return true;
}

enum class Regions { Known, UnknownTypes, Malformed };

Regions convertRegions(mlir::Operation* op, std::vector<RegionType>& result) {
  for (mlir::Region& region : op->getRegions()) {
    if (!region.hasOneBlock() || region.front().empty())
      return Regions::Malformed;
    RegionType& type = result.emplace_back();
    if (!convertTypes(region.getArgumentTypes(), type.params) ||
        !convertTypes(region.front().back().getOperandTypes(), type.results))
      return Regions::UnknownTypes;
  }
  return Regions::Known;
}

mlir::LogicalResult verifyResults(mlir::Operation* op, const OpInfo& info,
                                  const TypeList& expected) {
  if (expected.size() != op->getNumResults())
    return op->emitError() << "[" << info.name << "] has " << op->getNumResults()
                           << " results; its operands make " << expected.size();
  for (auto [i, type] : llvm::enumerate(op->getResultTypes()))
    if (fromIr(type) != expected[i])
      return op->emitError() << "[" << info.name << "] result " << i << " is " << type
                             << "; it must be " << expected[i].str();
  return mlir::success();
}

// The value of a constant has the type of its result.
mlir::LogicalResult verifyValue(mlir::Operation* op, const OpInfo& info) {
  for (const AttrInfo& attr : info.attrs) {
    if (attr.kind != AttrKind::Literal)
      continue;
    auto value = op->getAttrOfType<mlir::TypedAttr>(llvm::StringRef(attr.name));
    if (!value || value.getType() != op->getResult(0).getType())
      return op->emitError() << "[" << info.name
                             << "] the value does not have the type of the result";
  }
  return mlir::success();
}

bool hasLiteral(const OpInfo& info) {
  return llvm::any_of(info.attrs, [](const AttrInfo& a) { return a.kind == AttrKind::Literal; });
}

} // namespace

mlir::LogicalResult verifyOp(mlir::Operation* op) {
  const OpInfo& info = *opInfo(op);
  if (hasLiteral(info))
    return verifyValue(op, info);

  llvm::SmallVector<TensorType, 4> operands;
  llvm::SmallVector<TensorType, 2> results;
  std::vector<RegionType> regions;
  if (!convertTypes(op->getOperandTypes(), operands) ||
      !convertTypes(op->getResultTypes(), results))
    return mlir::success();
  // Results are compared to what is inferred, which is checked.
  for (const TensorType& operand : operands)
    if (Status status = checkType(operand); !status.ok())
      return op->emitError() << "[" << info.name << "] " << std::string(status.message());
  switch (convertRegions(op, regions)) {
  case Regions::Malformed:
    return op->emitError() << "[" << info.name
                           << "] every region must be one block with a terminator";
  case Regions::UnknownTypes:
    return mlir::success();
  case Regions::Known:
    break;
  }

  StatusOr<Attrs> attrs = plainAttrs(op, info, Literals::Skip);
  if (!attrs.ok())
    return op->emitError() << std::string(attrs.status().message());
  llvm::SmallVector<const TensorType*, 4> operandPointers;
  for (const TensorType& operand : operands)
    operandPointers.push_back(&operand);

  OpQuery query{info.opcode, {operandPointers.data(), operandPointers.size()}, *attrs, regions};
  if (info.resultSpec != ResultSpec::Inferred && !results.empty())
    query.stated = &results.back();
  query.claimed = {results.data(), results.size()};
  StatusOr<TypeList> types = inferTypes(query);
  if (!types.ok())
    return op->emitError() << std::string(types.status().message());
  return verifyResults(op, info, *types);
}

} // namespace lz::hlo
