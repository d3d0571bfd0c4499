#include "formats/adopt/types/StaticForms.h"

#include "hlo/ir/Dialect.h"
#include "hlo/ir/Effects.h"
#include "hlo/rewrite/OpMaker.h"

#include "llvm/ADT/TypeSwitch.h"

namespace lz::formats {
namespace {

// Returns whether two values are computed in the same way from the same values. JAX computes the
// start of a slice twice: once as the start itself, and once to compute the limit of the slice.
bool areAlike(mlir::Value x, mlir::Value y) {
  constexpr int kMostPairs = 64;
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> open{{x, y}};
  for (int pairs = 0; !open.empty(); ++pairs) {
    auto [a, b] = open.pop_back_val();
    if (a == b)
      continue;
    mlir::Operation *of = a.getDefiningOp(), *other = b.getDefiningOp();
    if (pairs == kMostPairs || !of || !other || of->getName() != other->getName() ||
        of->getNumRegions() > 0 || hlo::hasEffects(of) || mlir::isa<hlo::CustomCallOp>(of) ||
        of->getAttrDictionary() != other->getAttrDictionary() ||
        of->getResultTypes() != other->getResultTypes() ||
        of->getNumOperands() != other->getNumOperands() ||
        mlir::cast<mlir::OpResult>(a).getResultNumber() !=
            mlir::cast<mlir::OpResult>(b).getResultNumber())
      return false;
    for (auto [operand, otherOperand] : llvm::zip(of->getOperands(), other->getOperands()))
      open.emplace_back(operand, otherOperand);
  }
  return true;
}

class Form {
public:
  Form(mlir::OpBuilder& builder, mlir::Operation* op, KnownValue known)
      : maker_(builder, op->getLoc()), op_(op), known_(known) {}

  mlir::Value make() {
    return llvm::TypeSwitch<mlir::Operation*, mlir::Value>(op_)
        .Case<hlo::GetDimensionSizeOp, hlo::SetDimensionSizeOp, hlo::DynamicReshapeOp,
              hlo::DynamicBroadcastInDimOp, hlo::DynamicIotaOp, hlo::DynamicPadOp,
              hlo::RealDynamicSliceOp, hlo::DynamicGatherOp, hlo::DynamicConvOp>(
            [&](auto op) { return check(of(op)); })
        .Default(mlir::Value());
  }

private:
  // Returns the value if one was made, and a null value otherwise. If `made` is null, shape
  // inference rejected the new op, and this function reports that. If `made` is nullopt, an error
  // has been reported already.
  mlir::Value check(std::optional<mlir::Value> made) {
    if (!made)
      return {};
    if (*made)
      return *made;
    hlo::errorOf(op_) << "of (" << op_->getOperandTypes() << ") cannot return "
                      << op_->getResult(0).getType() << " with these sizes";
    return {};
  }

  // Returns the numbers of a value. If they are not known, reports an error and returns nullopt.
  std::optional<Ints> list(mlir::Value value, llvm::StringRef what) {
    Literal literal = known_(value);
    if (!literal.valid()) {
      hlo::errorOf(op_) << what << " is known only when the program runs, which "
                        << hlo::kNotSupported
                        << ": shapes must follow from the shapes of the parameters";
      return std::nullopt;
    }
    Ints result;
    for (int64_t i = 0; i < literal.type().numElements(); ++i)
      result.push_back(literal.toInt(i));
    return result;
  }
  std::optional<Dims> dims(mlir::Value value, llvm::StringRef what) {
    std::optional<Ints> sizes = list(value, what);
    if (!sizes)
      return std::nullopt;
    if (llvm::any_of(*sizes, [](int64_t size) { return size < 0; })) {
      hlo::errorOf(op_) << what << " has a negative size";
      return std::nullopt;
    }
    return Dims(sizes->begin(), sizes->end());
  }
  TensorType operandType(unsigned i) const { return hlo::typeOf(op_->getOperand(i)); }
  DType resultDType() const {
    auto type = mlir::cast<mlir::RankedTensorType>(op_->getResult(0).getType());
    return hlo::dtypeFromIr(type.getElementType());
  }

  std::optional<mlir::Value> of(hlo::GetDimensionSizeOp op) {
    const int64_t size = operandType(0).dims[size_t(op.getDimension())];
    if (size == int32_t(size))
      return maker_.constant(Literal::splatInt({DType::S32, {}}, size));
    hlo::errorOf(op_) << "dimension " << op.getDimension() << " has " << size
                      << " elements, which i32 cannot hold";
    return std::nullopt;
  }

  // Replaces the op by its operand if the size is that of the whole dimension. Other sizes are
  // errors.
  std::optional<mlir::Value> of(hlo::SetDimensionSizeOp op) {
    Literal size = known_(op.getSize());
    if (size.valid() && size.toInt(0) == operandType(0).dims[size_t(op.getDimension())])
      return op.getOperand();
    hlo::errorOf(op_) << "with a size that differs from the dimension " << hlo::kNotSupported
                      << ": use slice";
    return std::nullopt;
  }

  std::optional<mlir::Value> of(hlo::DynamicReshapeOp op) {
    std::optional<Dims> shape = dims(op.getOutputShape(), "output_shape");
    return shape ? std::optional(maker_.reshape(op.getOperand(), *shape)) : std::nullopt;
  }

  std::optional<mlir::Value> of(hlo::DynamicBroadcastInDimOp op) {
    std::optional<Dims> shape = dims(op.getOutputDimensions(), "output_dimensions");
    llvm::ArrayRef<int64_t> to = op.getBroadcastDimensions();
    return shape ? std::optional(
                       maker_.broadcast(op.getOperand(), *shape, Ints(to.begin(), to.end())))
                 : std::nullopt;
  }

  std::optional<mlir::Value> of(hlo::DynamicIotaOp op) {
    std::optional<Dims> shape = dims(op.getOutputShape(), "output_shape");
    if (!shape)
      return std::nullopt;
    TensorType type{resultDType(), *shape};
    return maker_.make(Opcode::Iota, {}, {{"iota_dimension", int64_t(op.getIotaDimension())}},
                       &type);
  }

  std::optional<mlir::Value> of(hlo::DynamicPadOp op) {
    std::optional<Ints> low = list(op.getEdgePaddingLow(), "edge_padding_low"),
                        high = low ? list(op.getEdgePaddingHigh(), "edge_padding_high") : low,
                        interior = high ? list(op.getInteriorPadding(), "interior_padding") : high;
    if (!interior)
      return std::nullopt;
    return maker_.make(Opcode::Pad, {op.getOperand(), op.getPaddingValue()},
                       {{"edge_padding_low", *low},
                        {"edge_padding_high", *high},
                        {"interior_padding", *interior}});
  }

  // Returns the sizes of a slice whose starts are computed. The sizes are known if the limit is
  // computed as start + sizes.
  std::optional<Ints> sizesOf(hlo::RealDynamicSliceOp op) {
    mlir::Operation* limit = op.getLimitIndices().getDefiningOp();
    Literal strides = known_(op.getStrides());
    if (!hlo::is(limit, Opcode::Add) || !strides.valid())
      return std::nullopt;
    for (int64_t i = 0; i < strides.type().numElements(); ++i)
      if (strides.toInt(i) != 1)
        return std::nullopt;
    for (unsigned i : {0U, 1U})
      if (known_(limit->getOperand(1 - i)).valid() &&
          areAlike(limit->getOperand(i), op.getStartIndices()))
        return list(limit->getOperand(1 - i), "the size");
    return std::nullopt;
  }

  std::optional<mlir::Value> of(hlo::RealDynamicSliceOp op) {
    if (std::optional<Ints> sizes = sizesOf(op); sizes && !known_(op.getStartIndices()).valid()) {
      llvm::SmallVector<mlir::Value> operands{op.getOperand()};
      for (int64_t d = 0; d < operandType(0).rank(); ++d) {
        mlir::Value start = maker_.make(
            Opcode::Slice, op.getStartIndices(),
            {{"start_indices", Ints{d}}, {"limit_indices", Ints{d + 1}}, {"strides", Ints{1}}});
        operands.push_back(maker_.reshape(start, {}));
      }
      return maker_.make(Opcode::DynamicSlice, operands, {{"slice_sizes", *sizes}});
    }
    std::optional<Ints> starts = list(op.getStartIndices(), "start_indices"),
                        limits = starts ? list(op.getLimitIndices(), "limit_indices") : starts,
                        strides = limits ? list(op.getStrides(), "strides") : limits;
    if (!strides)
      return std::nullopt;
    return maker_.make(
        Opcode::Slice, op.getOperand(),
        {{"start_indices", *starts}, {"limit_indices", *limits}, {"strides", *strides}});
  }

  // Returns the op with one operand turned into an attribute. Its other attributes do not change.
  std::optional<mlir::Value> withAttr(Opcode opcode, unsigned operand, llvm::StringRef name,
                                      mlir::Attribute value) {
    mlir::OperationState state(op_->getLoc(), llvm::StringRef(lz::opInfo(opcode).fullName));
    for (unsigned i = 0; i < op_->getNumOperands(); ++i)
      if (i != operand)
        state.addOperands(op_->getOperand(i));
    state.addAttributes(op_->getAttrs());
    state.attributes.set(name, value);
    state.addTypes(op_->getResult(0).getType());
    mlir::Operation* made = maker_.builder().create(state);
    TensorType lhs = operandType(0), rhs = operandType(1), stated{resultDType(), {}};
    const TensorType* types[] = {&lhs, &rhs};
    const Attrs attrs = hlo::plainAttrsOf(made);
    StatusOr<shape::TypeList> results = shape::inferTypes({opcode, types, attrs, {}, &stated});
    if (!results.ok()) {
      op_->emitError() << std::string(results.status().message());
      made->erase();
      return std::nullopt;
    }
    made->getResult(0).setType(hlo::toIr(op_->getContext(), results->front()));
    return made->getResult(0);
  }

  std::optional<mlir::Value> of(hlo::DynamicGatherOp op) {
    std::optional<Ints> sizes = list(op.getSliceSizes(), "slice_sizes");
    if (!sizes)
      return std::nullopt;
    return withAttr(Opcode::Gather, 2, "slice_sizes",
                    mlir::DenseI64ArrayAttr::get(op_->getContext(), *sizes));
  }

  std::optional<mlir::Value> of(hlo::DynamicConvOp op) {
    std::optional<Ints> padding = list(op.getPadding(), "padding");
    if (!padding)
      return std::nullopt;
    auto type = mlir::RankedTensorType::get({int64_t(padding->size()) / 2, 2},
                                            maker_.builder().getI64Type());
    return withAttr(Opcode::Convolution, 2, "padding",
                    mlir::DenseIntElementsAttr::get(type, llvm::ArrayRef(*padding)));
  }

  hlo::OpMaker maker_;
  mlir::Operation* op_;
  KnownValue known_;
};

} // namespace

bool hasStaticForm(mlir::Operation* op) {
  return mlir::isa<hlo::GetDimensionSizeOp, hlo::SetDimensionSizeOp, hlo::DynamicReshapeOp,
                   hlo::DynamicBroadcastInDimOp, hlo::DynamicIotaOp, hlo::DynamicPadOp,
                   hlo::RealDynamicSliceOp, hlo::DynamicGatherOp, hlo::DynamicConvOp>(op);
}

mlir::Value staticForm(mlir::OpBuilder& builder, mlir::Operation* op, KnownValue known) {
  return Form(builder, op, known).make();
}

} // namespace lz::formats
