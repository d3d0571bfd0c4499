// Visits blocks with a stack of frames. The arguments of a loop get their types when the loop is
// entered. The results of a loop or branch get their types when its last region is finished.
#include "formats/adopt/types/StaticShapes.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/Checked.h"
#include "formats/adopt/ops/Rng.h"
#include "formats/adopt/types/StaticForms.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/text/QuantizedOps.h"
#include "hlo/rewrite/OpMaker.h"
#include "semantics/eval/Evaluate.h"

#include "mlir/IR/TypeUtilities.h"

namespace lz::formats {
namespace {

using mlir::failed;
using mlir::failure;
using mlir::LogicalResult;
using mlir::succeeded;
using mlir::success;

// The largest number of elements of a value that is evaluated because a shape can depend on it.
constexpr int64_t kMostNumbers = 64;

bool isStatic(mlir::Type type) {
  auto shaped = mlir::dyn_cast<mlir::ShapedType>(type);
  return !shaped || shaped.hasStaticShape();
}

bool isPlain(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding();
}

bool isAssertion(mlir::Operation* op) {
  auto call = mlir::dyn_cast<hlo::CustomCallOp>(op);
  return call && call.getCallTargetName() == "shape_assertion";
}

bool needsShapes(mlir::Operation* op) {
  return hasStaticForm(op) || mlir::isa<hlo::RngOp>(op) || isAssertion(op) ||
         !llvm::all_of(op->getOperandTypes(), isStatic) ||
         !llvm::all_of(op->getResultTypes(), isStatic);
}

// Returns the numbers of an attribute. Numbers of the type index become i64.
Literal literalOf(mlir::ElementsAttr elements) {
  if (!elements || elements.getNumElements() > kMostNumbers)
    return {};
  auto dense = mlir::dyn_cast<mlir::DenseIntElementsAttr>(elements);
  if (!dense || !elements.getElementType().isIndex()) {
    StatusOr<Literal> literal = hlo::literalFromIr(elements);
    return literal.ok() ? *std::move(literal) : Literal();
  }
  llvm::ArrayRef<int64_t> shape = dense.getType().getShape();
  Literal literal({DType::S64, Dims(shape.begin(), shape.end())});
  for (auto [i, value] : llvm::enumerate(dense.getValues<llvm::APInt>()))
    literal.mutableAs<int64_t>()[i] = value.getSExtValue();
  return literal;
}

class Refiner {
public:
  explicit Refiner(mlir::MLIRContext* context) : builder_(context) {}

  LogicalResult run(mlir::func::FuncOp main) {
    for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
      if (!isStatic(type))
        return main.emitError() << "parameter " << i << " of main is " << type
                                << ": a dynamic shape " << hlo::kNotSupported
                                << "; give it a static shape, and other shapes are inferred";
    frames_.push_back({main, 0, main.getBody().front().begin()});
    while (!frames_.empty())
      if (failed(step()))
        return failure();
    for (mlir::Operation* op : llvm::reverse(dead_))
      op->erase();
    for (hlo::ConstantOp sizes : ofIndexType_)
      if (sizes->use_empty())
        sizes->erase();
    mlir::Operation* end = main.getBody().front().getTerminator();
    main.setType(mlir::FunctionType::get(main.getContext(), main.getArgumentTypes(),
                                         end->getOperandTypes()));
    return success();
  }

private:
  // An op, one of whose regions is being walked.
  struct Frame {
    mlir::Operation* op;
    unsigned region;
    mlir::Block::iterator next;
  };

  LogicalResult step() {
    Frame& frame = frames_.back();
    mlir::Block& block = frame.op->getRegion(frame.region).front();
    if (frame.next == block.end())
      return closeRegion();
    mlir::Operation* op = &*frame.next++;
    if (op->hasTrait<mlir::OpTrait::IsTerminator>())
      return success();
    if (op->getNumRegions() == 0)
      return refine(op);
    if (mlir::isa<hlo::WhileOp>(op))
      enterLoop(op);
    numRepeating_ += repeats(op);
    return enter(op, 0);
  }

  LogicalResult enter(mlir::Operation* op, unsigned region) {
    if (!op->getRegion(region).hasOneBlock())
      return op->emitError() << '[' << op->getName().stripDialect()
                             << "] every region must be one block";
    frames_.push_back({op, region, op->getRegion(region).front().begin()});
    return success();
  }

  void enterLoop(mlir::Operation* loop) {
    for (mlir::Region& region : loop->getRegions())
      for (auto [argument, operand] : llvm::zip(region.getArguments(), loop->getOperands()))
        argument.setType(operand.getType());
  }

  // Returns whether a region of the op can run more than once.
  static bool repeats(mlir::Operation* op) { return !mlir::isa<hlo::IfOp, hlo::CaseOp>(op); }

  LogicalResult closeRegion() {
    auto [op, region, next] = frames_.back();
    frames_.pop_back();
    if (region + 1 < op->getNumRegions())
      return enter(op, region + 1);
    if (mlir::isa<mlir::func::FuncOp>(op))
      return success();
    numRepeating_ -= repeats(op);
    if (mlir::isa<hlo::WhileOp>(op))
      return setResults(op, op->getOperandTypes(), op->getRegion(1));
    if (mlir::isa<hlo::IfOp, hlo::CaseOp>(op))
      return setResults(op, op->getRegion(0).front().back().getOperandTypes(),
                        op->getRegion(op->getNumRegions() - 1));
    return refine(op);
  }

  // Sets the types of the op's results. Fails if the last region returns other types.
  static LogicalResult setResults(mlir::Operation* op, mlir::TypeRange types, mlir::Region& last) {
    llvm::SmallVector<mlir::Type> kept(types);
    const auto returned = last.front().back().getOperandTypes();
    if (kept.size() != op->getNumResults() || returned.size() != kept.size())
      return hlo::errorOf(op) << "has " << op->getNumResults()
                              << " results, but its regions return " << kept.size() << " and "
                              << returned.size() << " values";
    for (auto [i, type] : llvm::enumerate(kept))
      if (returned[i] != type)
        return hlo::errorOf(op) << "value " << i << " is " << type << " and becomes " << returned[i]
                                << (mlir::isa<hlo::WhileOp>(op) ? " in an iteration"
                                                                : " in another branch")
                                << ", which " << hlo::kNotSupported << ": pad it to one shape";
    for (auto [result, type] : llvm::zip(op->getResults(), kept))
      result.setType(type);
    return success();
  }

  LogicalResult refine(mlir::Operation* op) {
    builder_.setInsertionPoint(op);
    if (auto constant = mlir::dyn_cast<hlo::ConstantOp>(op);
        constant && mlir::cast<mlir::ShapedType>(constant.getType()).getElementType().isIndex())
      ofIndexType_.push_back(constant);
    if (hlo::hasQuantized(op) && needsShapes(op))
      return hlo::errorOf(op) << "of (" << op->getOperandTypes()
                              << ") with quantized tensors and dynamic shapes "
                              << hlo::kNotSupported << ": use static shapes";
    if (hasStaticForm(op)) {
      if (!llvm::all_of(op->getOperandTypes(), isPlain))
        return hlo::errorOf(op) << "of (" << op->getOperandTypes()
                                << "), whose shapes are not known here, " << hlo::kNotSupported;
      return replace(op, staticForm(builder_, op, [&](mlir::Value v) { return known(v); }));
    }
    if (auto rng = mlir::dyn_cast<hlo::RngOp>(op))
      return refineRng(rng);
    if (isAssertion(op))
      return checkAssertion(mlir::cast<hlo::CustomCallOp>(op));
    if (failed(infer(op)))
      return failure();
    if (!llvm::all_of(op->getResultTypes(), isStatic))
      return op->emitError() << "op " << op->getName() << " with a result of dynamic shape "
                             << hlo::kNotSupported;
    fold(op);
    return success();
  }

  static LogicalResult checkFits(mlir::Operation* op, mlir::Type stated, mlir::Type made) {
    if (succeeded(mlir::verifyCompatibleShape(stated, made)) &&
        mlir::getElementTypeOrSelf(stated) == mlir::getElementTypeOrSelf(made))
      return success();
    return hlo::errorOf(op) << "returns " << made << " for its operands, but the text states "
                            << stated;
  }

  LogicalResult replace(mlir::Operation* op, mlir::Value value) {
    if (!value || failed(checkFits(op, op->getResult(0).getType(), value.getType())))
      return failure();
    op->getResult(0).replaceAllUsesWith(value);
    if (mlir::Operation* made = value.getDefiningOp())
      fold(made);
    dead_.push_back(op);
    return success();
  }

  LogicalResult refineRng(hlo::RngOp op) {
    Literal shape = known(op.getShape());
    if (!shape.valid())
      return op.emitError() << "[rng] shape is known only when the program runs, which "
                            << hlo::kNotSupported
                            << ": it must follow from the shapes of the parameters";
    if (numRepeating_ > 0)
      return op.emitError()
             << "[rng] in a loop or a body, where each run would get the same numbers, "
             << hlo::kNotSupported << ": use rng_bit_generator, and carry its state";
    Dims dims;
    for (int64_t i = 0; i < shape.type().numElements(); ++i)
      dims.push_back(shape.toInt(i));
    if (mlir::Value made = randomNumbers(builder_, op, dims, uint64_t(numRandom_++)))
      return replace(op, made);
    return op.emitError() << "[rng] the shape operand is ["
                          << llvm::ArrayRef<int64_t>(dims.data(), dims.size())
                          << "], but the text states the result type " << op.getType();
  }

  // Checks an assumption about sizes that JAX states as a custom call.
  LogicalResult checkAssertion(hlo::CustomCallOp call) {
    if (call.getNumResults() > 0 || call.getNumOperands() == 0 ||
        hlo::typeOf(call.getOperand(0)) != TensorType{DType::Pred, {}})
      return call.emitError() << "[custom_call] shape_assertion must take a tensor<i1> and the "
                                 "values of its message, and return nothing";
    const Literal holds = known(call.getOperand(0));
    if (!holds.valid())
      return call.emitError() << "[custom_call] a shape_assertion of a value that is known only "
                                 "when the program runs "
                              << hlo::kNotSupported;
    if (holds.toInt(0) == 0)
      return call.emitError() << "[custom_call] shape_assertion: " << messageOf(call);
    dead_.push_back(call);
    return success();
  }

  // Formats a message such as "Expected {0} to be 3", where {0} stands for the operand after the
  // predicate.
  std::string messageOf(hlo::CustomCallOp call) const {
    auto stated = call->getAttrOfType<mlir::StringAttr>("error_message");
    if (!stated)
      return "the shapes differ from those for which the program was made";
    std::string message = stated.str();
    for (unsigned i = 1; i < call.getNumOperands(); ++i) {
      const Literal number = known(call.getOperand(i));
      if (number.valid() && number.type().numElements() == 1)
        absl::StrReplaceAll({{absl::StrCat("{", i - 1, "}"), absl::StrCat(number.toInt(0))}},
                            &message);
    }
    return message;
  }

  // Infers the result types of an op from its operands, if the op is in the op table.
  LogicalResult infer(mlir::Operation* op) {
    const OpInfo* info = hlo::opInfo(op);
    if (!info || info->opcode == Opcode::Constant || info->opcode == Opcode::CustomCall ||
        op->getNumResults() == 0 || llvm::all_of(op->getResultTypes(), isStatic))
      return success();
    std::vector<TensorType> operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(hlo::typeOf(operand));
    std::vector<const TensorType*> pointers;
    for (const TensorType& type : operands)
      pointers.push_back(&type);
    std::vector<shape::RegionType> regions;
    for (mlir::Region& region : op->getRegions()) {
      shape::RegionType& type = regions.emplace_back();
      for (mlir::Value param : region.getArguments())
        type.params.push_back(hlo::typeOf(param));
      for (mlir::Value result : region.front().back().getOperands())
        type.results.push_back(hlo::typeOf(result));
    }
    Attrs attrs = hlo::plainAttrsOf(op);
    std::optional<TensorType> stated = statedType(op, operands);
    if (!stated)
      return success();
    StatusOr<shape::TypeList> types =
        shape::inferTypes({info->opcode, pointers, attrs, regions, &*stated});
    if (!types.ok())
      return op->emitError() << std::string(types.status().message());
    for (auto [result, type] : llvm::zip(op->getResults(), *types)) {
      const mlir::Type made = hlo::toIr(op->getContext(), type);
      if (failed(checkFits(op, result.getType(), made)))
        return failure();
      result.setType(made);
    }
    return success();
  }

  // Returns the type that the text states for the result, with its unknown sizes filled in. Returns
  // nullopt if the unknown sizes do not follow from the operands, as for a reshape with two unknown
  // sizes.
  static std::optional<TensorType> statedType(mlir::Operation* op,
                                              llvm::ArrayRef<TensorType> operands) {
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(op->getResult(0).getType());
    if (!type)
      return std::nullopt;
    TensorType stated{hlo::dtypeFromIr(type.getElementType()), {}};
    if (!hlo::is(op, Opcode::Reshape)) {
      if (hlo::opInfo(op)->resultSpec == ResultSpec::Shape ||
          hlo::opInfo(op)->resultSpec == ResultSpec::Type)
        return std::nullopt;
      stated.dims = operands.empty() ? Dims() : operands[0].dims;
      return stated;
    }
    CheckedInt others = 1;
    for (int64_t size : type.getShape())
      others = checkedMultiply(others, mlir::ShapedType::isDynamic(size) ? 1 : size);
    if (llvm::count_if(type.getShape(), mlir::ShapedType::isDynamic) != 1 ||
        others.value_or(0) == 0 || !checkType(operands[0]).ok())
      return std::nullopt;
    for (int64_t size : type.getShape())
      stated.dims.push_back(mlir::ShapedType::isDynamic(size) ? operands[0].numElements() / *others
                                                              : size);
    return stated;
  }

  Literal known(mlir::Value value) const {
    if (auto it = known_.find(value); it != known_.end())
      return it->second;
    auto constant = value.getDefiningOp<hlo::ConstantOp>();
    return constant ? literalOf(constant.getValue()) : Literal();
  }

  // Evaluates a small op whose operands are known, and stores the value of its result.
  void fold(mlir::Operation* op) {
    const OpInfo* info = hlo::opInfo(op);
    if (!info || op->getNumResults() != 1 || op->getNumRegions() > 0 || op->getNumOperands() == 0 ||
        (info->kind != OpKind::Elementwise && info->kind != OpKind::View))
      return;
    const TensorType type = hlo::typeOf(op->getResult(0));
    if (!isValid(type.dtype) || !checkType(type).ok() || type.numElements() > kMostNumbers)
      return;
    std::vector<Literal> operands;
    for (mlir::Value operand : op->getOperands()) {
      operands.push_back(known(operand));
      if (!operands.back().valid())
        return;
    }
    StatusOr<Attrs> attrs = hlo::plainAttrs(op, *info, hlo::Literals::Copy);
    StatusOr<Literal> value = attrs.ok() ? eval::evaluateOp(info->opcode, operands, *attrs, type)
                                         : StatusOr<Literal>(Literal());
    if (value.ok() && value->valid())
      known_[op->getResult(0)] = *std::move(value);
  }

  mlir::OpBuilder builder_;
  std::vector<Frame> frames_;
  llvm::DenseMap<mlir::Value, Literal> known_;
  llvm::SmallVector<mlir::Operation*> dead_;
  llvm::SmallVector<hlo::ConstantOp> ofIndexType_; // programs cannot have this type
  int64_t numRepeating_ = 0; // number of enclosing ops that can run a region repeatedly
  int64_t numRandom_ = 0;
};

} // namespace

mlir::FailureOr<bool> makeShapesStatic(mlir::func::FuncOp main) {
  const bool found =
      !llvm::all_of(main.getArgumentTypes(), isStatic) ||
      main.walk([](mlir::Operation* op) {
            return needsShapes(op) ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
          })
          .wasInterrupted();
  if (found && failed(Refiner(main.getContext()).run(main)))
    return failure();
  return found;
}

} // namespace lz::formats
