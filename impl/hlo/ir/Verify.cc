// Verifies all ops that have entries (spec/ops).
#include "hlo/ir/Dialect.h"
#include "hlo/ir/ForeignTypes.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/TypeBridge.h"
#include "hlo/ir/text/QuantizedOps.h"
#include "semantics/shape/Infer.h"

#include "llvm/ADT/STLExtras.h"

namespace lz::hlo {
namespace {

// Appends the types to `result`. Returns false if Lazuli does not know one of them.
template <typename Types, typename List>
bool convertTypes(QuantizedForm form, Types&& types, List& result) {
  for (mlir::Type type : types) {
    result.push_back(fromIr(computedType(type, form)));
    if (!isValid(result.back().dtype))
      return false;
  }
  return true;
}

enum class Regions { Known, UnknownTypes, Malformed };

Regions convertRegions(mlir::Operation* op, QuantizedForm form,
                       std::vector<shape::RegionType>& result) {
  for (mlir::Region& region : op->getRegions()) {
    if (!region.hasOneBlock() || region.front().empty())
      return Regions::Malformed;
    shape::RegionType& type = result.emplace_back();
    if (!convertTypes(form, region.getArgumentTypes(), type.params) ||
        !convertTypes(form, region.front().back().getOperandTypes(), type.results))
      return Regions::UnknownTypes;
  }
  return Regions::Known;
}

mlir::LogicalResult verifyResults(mlir::Operation* op, const OpInfo& info,
                                  llvm::ArrayRef<mlir::Type> stated,
                                  llvm::ArrayRef<TensorType> computed,
                                  const shape::TypeList& expected) {
  if (expected.size() != op->getNumResults())
    return op->emitError() << "[" << info.name << "] must have " << expected.size()
                           << " results, but has " << op->getNumResults();
  for (auto [i, type] : llvm::enumerate(stated))
    if (computed[i] != expected[i])
      return op->emitError() << "[" << info.name << "] result " << i << " must be "
                             << expected[i].str() << ", but is " << type;
  return mlir::success();
}

// Returns whether the value of a constant has the type of its result. If the result is quantized,
// the value consists of integers with the width of the storage type. MLIR does not know the
// quantized type, so it would read dense<1> of this type as text.
bool isValueOf(mlir::Type value, mlir::Type result) {
  const QuantizedType element = quantizedElement(result);
  if (!element)
    return value == result;
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(value);
  return tensor && tensor.getElementType().isInteger(bitWidth(element->storage)) &&
         tensor.clone(element.storageType()) == computedType(result, QuantizedForm::Storage);
}

mlir::LogicalResult verifyValue(mlir::Operation* op, const OpInfo& info) {
  for (const AttrInfo& attr : info.attrs) {
    if (attr.kind != AttrKind::Literal)
      continue;
    auto value = op->getAttrOfType<mlir::TypedAttr>(llvm::StringRef(attr.name));
    const mlir::Type result = op->getResult(0).getType();
    if (value && isValueOf(value.getType(), result))
      continue;
    if (quantizedElement(result))
      return op->emitError() << "[" << info.name << "] the value of " << result
                             << " must be integers, as in constant() <{value = dense<1> : "
                             << computedType(result, QuantizedForm::Storage) << "}> : () -> ...";
    return op->emitError() << "[" << info.name << "] the value must have the type of the result";
  }
  return mlir::success();
}

bool hasLiteral(const OpInfo& info) {
  return llvm::any_of(info.attrs, [](const AttrInfo& a) { return a.kind == AttrKind::Literal; });
}

struct StatedTypes {
  llvm::SmallVector<mlir::Type, 4> operands;
  llvm::SmallVector<mlir::Type, 2> results;
};

// Returns whether `stated` equals `called`, or is a type with as many bytes as the complex type
// `called`.
bool mayStandFor(mlir::Type stated, mlir::Type called) {
  TensorType type = fromIr(stated), complex = fromIr(called);
  return stated == called ||
         (isComplex(complex.dtype) && isValid(type.dtype) && checkType(type).ok() &&
          checkType(complex).ok() && type.numBytes() == complex.numBytes());
}

// Replaces the types to verify by those that a library function expects (ForeignTypes.h).
mlir::LogicalResult takeCalledTypes(mlir::Operation* op, const OpInfo& info, StatedTypes& stated) {
  mlir::FunctionType called = calledTypes(op);
  if (!llvm::all_of_zip(stated.operands, called.getInputs(), mayStandFor) ||
      !llvm::all_of_zip(stated.results, called.getResults(), mayStandFor))
    return op->emitError() << "[" << info.name << "] lz.types " << called
                           << " must be types of the same sizes as the types of the op";
  stated.operands.assign(called.getInputs().begin(), called.getInputs().end());
  stated.results.assign(called.getResults().begin(), called.getResults().end());
  return mlir::success();
}

} // namespace

mlir::LogicalResult verifyOneType(mlir::Operation* op) {
  return hasQuantized(op) ? mlir::success()
                          : mlir::OpTrait::impl::verifySameOperandsAndResultType(op);
}

mlir::LogicalResult verifyOp(mlir::Operation* op) {
  const OpInfo& info = *opInfo(op);
  if (hasQuantized(op) && failed(verifyQuantized(op)))
    return mlir::failure();
  if (hasLiteral(info))
    return verifyValue(op, info);

  llvm::SmallVector<TensorType, 4> operands;
  llvm::SmallVector<TensorType, 2> results;
  std::vector<shape::RegionType> regions;
  StatedTypes stated{llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes())};
  if (info.kind == OpKind::Library && failed(takeCalledTypes(op, info, stated)))
    return mlir::failure();
  const QuantizedForm form = quantizedForm(op);
  if (!convertTypes(form, stated.operands, operands) ||
      !convertTypes(form, stated.results, results))
    return mlir::success();
  // The sizes of results need no check, since results are compared with inferred types.
  for (const TensorType& operand : operands)
    if (Status status = checkType(operand); !status.ok())
      return op->emitError() << "[" << info.name << "] " << std::string(status.message());
  switch (convertRegions(op, form, regions)) {
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

  shape::OpQuery query{
      info.opcode, {operandPointers.data(), operandPointers.size()}, *attrs, regions};
  if (info.resultSpec != ResultSpec::Inferred && !results.empty())
    query.stated = &results.back();
  query.claimed = {results.data(), results.size()};
  StatusOr<shape::TypeList> types = shape::inferTypes(query);
  if (!types.ok())
    return op->emitError() << std::string(types.status().message());
  return verifyResults(op, info, stated.results, results, *types);
}

} // namespace lz::hlo
