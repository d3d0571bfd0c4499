// Replaces every complex value by two values of floats, its real and its imaginary part.
//
//   main(%x: 3xcomplex<f64>) {            main(%x: 3x2xf64) {
//     %0 = multiply %x, %x           ->     %a = reshape (slice %x [0:3, 0:1]) : 3xf64
//     return %0                             %b = reshape (slice %x [0:3, 1:2]) : 3xf64
//   }                                       %c = subtract (multiply %a, %a), (multiply %b, %b)
//                                           %d = add (multiply %a, %b), (multiply %b, %a)
//                                           return (concatenate %c, %d, dim = 1) : 3x2xf64
//                                         }
//
// The parameters and results of the function get types of the same bytes (JoinedParts.h). Calls of
// foreign code and of complex library functions get such types, too, and state their original types
// (ForeignTypes.h). Complex carried values and arguments of bodies become two values each.
//
// Needs: calls inlined; operands of the types in which they are combined (PromoteOperands).
// Leaves: no complex number. The formulas are those of the interpreter (ComplexFormulas.h); sums
// are computed separately for each part.
#include "hlo/ir/ForeignTypes.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/ComplexFactors.h"
#include "hlo/rewrite/JoinedParts.h"
#include "spec/OpAttrs.inc.h"

#include "llvm/ADT/DenseMap.h"

namespace lz::hlo {
namespace {

using Values = llvm::SmallVector<mlir::Value>;

bool isComplexType(mlir::Type type) {
  auto shaped = mlir::dyn_cast<mlir::ShapedType>(type);
  return shaped && mlir::isa<mlir::ComplexType>(shaped.getElementType());
}

bool isComplexValue(mlir::Value value) {
  return isComplexType(value.getType());
}

bool readsOrMakesComplex(mlir::Operation* op) {
  return llvm::any_of(op->getOperandTypes(), isComplexType) ||
         llvm::any_of(op->getResultTypes(), isComplexType);
}

// Returns the type of a part, or `type` itself if its elements are not complex.
mlir::Type partIr(mlir::Type type) {
  return isComplexType(type) ? mlir::Type(toIr(type.getContext(), partTypeOf(fromIr(type)))) : type;
}

class Expander {
public:
  explicit Expander(mlir::MLIRContext* context) : builder_(context) {}

  mlir::LogicalResult run(mlir::func::FuncOp function) {
    mlir::Block& entry = function.getBody().front();
    builder_.setInsertionPointToStart(&entry);
    OpMaker maker(builder_, function.getLoc());
    for (unsigned i = 0; i < entry.getNumArguments(); ++i)
      if (mlir::BlockArgument argument = entry.getArgument(i); isComplexValue(argument)) {
        mlir::Type joined = toIr(builder_.getContext(), joinedType(typeOf(argument)));
        split(maker, argument, entry.insertArgument(++i, joined, argument.getLoc()));
      }
    if (failed(expandBlock(entry)))
      return mlir::failure();
    mlir::Operation* end = entry.getTerminator();
    builder_.setInsertionPoint(end);
    OpMaker last(builder_, end->getLoc());
    for (mlir::OpOperand& result : end->getOpOperands())
      result.set(joined(last, result.get()));
    dropComplex(entry);
    function.setType(mlir::FunctionType::get(builder_.getContext(), entry.getArgumentTypes(),
                                             end->getOperandTypes()));
    return mlir::success();
  }

private:
  // Removes the complex ops that were replaced. Users are removed before the ops that they use.
  void dropComplex(mlir::Block& entry) {
    for (mlir::Operation* op : llvm::reverse(replaced_))
      op->erase();
    bodies_.push_back(&entry);
    for (mlir::Block* block : bodies_)
      block->eraseArguments([](mlir::BlockArgument a) { return isComplexValue(a); });
  }

  void split(OpMaker& maker, mlir::Value complex, mlir::Value joined) {
    joined_[complex] = joined;
    define(complex, partOfJoined(maker, joined, 0), partOfJoined(maker, joined, 1));
  }
  // Returns the value in joined form, with both parts in one value (JoinedParts.h).
  mlir::Value joined(OpMaker& maker, mlir::Value value) {
    if (!isComplexValue(value))
      return value;
    mlir::Value& known = joined_[value];
    return known ? known : joinParts(maker, part(value, 0), part(value, 1));
  }
  Parts partsOf(OpMaker& maker, mlir::Value value) const {
    auto [re, im] = parts_.lookup(value);
    return {{&maker, re}, {&maker, im}};
  }
  llvm::SmallVector<Parts> partsOfOperands(OpMaker& maker, mlir::Operation* op) const {
    llvm::SmallVector<Parts> parts;
    for (mlir::Value operand : op->getOperands())
      parts.push_back(partsOf(maker, operand));
    return parts;
  }
  mlir::Value part(mlir::Value value, int which) const {
    auto it = parts_.find(value);
    return it == parts_.end() ? value : which == 0 ? it->second.first : it->second.second;
  }
  void define(mlir::Value result, mlir::Value re, mlir::Value im) { parts_[result] = {re, im}; }

  // Expands all ops except the terminator. Callers replace the operands of the terminator.
  mlir::LogicalResult expandBlock(mlir::Block& block) {
    for (mlir::Operation& op : llvm::make_early_inc_range(block.without_terminator())) {
      if (!readsOrMakesComplex(&op)) {
        for (mlir::Region& region : op.getRegions())
          if (failed(expandBody(region)))
            return mlir::failure();
        continue;
      }
      builder_.setInsertionPoint(&op);
      OpMaker maker(builder_, op.getLoc());
      if (failed(expand(maker, &op)))
        return mlir::failure();
      replaced_.push_back(&op);
    }
    return mlir::success();
  }

  mlir::LogicalResult expand(OpMaker& maker, mlir::Operation* op) {
    const OpInfo* info = opInfo(op);
    if (!info || !hasKnownTypes(op))
      return refuse(op);
    switch (info->opcode) {
    case Opcode::Constant:
      return expandConstant(maker, op);
    case Opcode::Iota:
      return expandIota(maker, op);
    case Opcode::Complex:
      define(op->getResult(0), op->getOperand(0), op->getOperand(1));
      return mlir::success();
    case Opcode::Convert:
      return expandConvert(maker, op);
    case Opcode::Compare:
      return give(op, compareParts(AttrsOf<CompareAttrs>(op).comparisonDirection(),
                                   partsOf(maker, op->getOperand(0)),
                                   partsOf(maker, op->getOperand(1))));
    case Opcode::BitcastConvert:
      return expandBitcast(maker, op);
    case Opcode::DotGeneral:
    case Opcode::Convolution:
      return expandContraction(maker, op);
    case Opcode::Cholesky:
    case Opcode::TriangularSolve:
      return give(op, expandFactors(maker, op, partsOfOperands(maker, op)));
    case Opcode::CustomCall:
    case Opcode::Fft:
      return expandForeign(maker, op);
    case Opcode::SelectAndScatter:
      return refuse(op);
    default:
      break;
    }
    if (info->kind == OpKind::Elementwise && info->opcode != Opcode::Select)
      return expandElementwise(maker, op, info->opcode);
    if (info->kind == OpKind::Elementwise || info->kind == OpKind::View ||
        info->kind == OpKind::Indexed || isByParts(op))
      return expandByParts(op);
    return expandTogether(op);
  }

  static mlir::LogicalResult refuse(mlir::Operation* op) {
    const OpInfo* info = opInfo(op);
    llvm::StringRef name = info ? llvm::StringRef(info->name) : op->getName().getStringRef();
    return op->emitError() << '[' << name << "] of " << calledTypes(op) << ' ' << kNotSupported;
  }

  // Records the parts of a complex result. Replaces the uses of any other result at once.
  mlir::LogicalResult give(mlir::Operation* op, Expanded result) {
    if (!result.re || (isComplexValue(op->getResult(0)) && !result.im))
      return op->emitOpError(
          "on complex numbers needs a value of more bytes than a tensor may have");
    if (isComplexValue(op->getResult(0)))
      define(op->getResult(0), result.re, result.im);
    else
      op->getResult(0).replaceAllUsesWith(result.re);
    return mlir::success();
  }

  mlir::LogicalResult expandElementwise(OpMaker& maker, mlir::Operation* op, Opcode opcode) {
    std::optional<Expanded> result = expandByFormula(opcode, partsOfOperands(maker, op));
    return result ? give(op, *result) : refuse(op);
  }

  mlir::LogicalResult expandConstant(OpMaker& maker, mlir::Operation* op) {
    StatusOr<Literal> value = literalFromIr(mlir::cast<ConstantOp>(op).getValue());
    if (!value.ok())
      return op->emitOpError(std::string(value.status().message()));
    Complex<Literal> parts = partsOfLiteral(*value);
    define(op->getResult(0), maker.constant(parts.re), maker.constant(parts.im));
    return mlir::success();
  }

  mlir::LogicalResult expandIota(OpMaker& maker, mlir::Operation* op) {
    TensorType type = typeOf(op->getResult(0));
    type.dtype = partType(type.dtype);
    mlir::Value re = maker.make(
        Opcode::Iota, {}, {{"iota_dimension", AttrsOf<IotaAttrs>(op).iotaDimension()}}, &type);
    define(op->getResult(0), re, maker.splat(type, 0));
    return mlir::success();
  }

  mlir::LogicalResult expandConvert(OpMaker& maker, mlir::Operation* op) {
    mlir::Value x = op->getOperand(0);
    TensorType to = typeOf(op->getResult(0));
    DType dtype = partType(to.dtype);
    mlir::Value re = maker.convert(part(x, 0), dtype);
    if (!isComplexValue(x)) {
      TensorType zeros{dtype, to.dims};
      define(op->getResult(0), re, maker.splat(zeros, 0));
      return mlir::success();
    }
    if (isComplex(to.dtype))
      define(op->getResult(0), re, maker.convert(part(x, 1), dtype));
    else
      op->getResult(0).replaceAllUsesWith(re);
    return mlir::success();
  }

  // Expands a bitcast. In joined form both types have elements of 64 bits: 3xcomplex<f64> is
  // 3x2xf64, and 3x2xcomplex<f32> is 3x2xui64.
  mlir::LogicalResult expandBitcast(OpMaker& maker, mlir::Operation* op) {
    const TensorType to = joinedType(typeOf(op->getResult(0)));
    mlir::Value from = joined(maker, op->getOperand(0));
    split(maker, op->getResult(0), maker.make(Opcode::BitcastConvert, from, {}, &to));
    return mlir::success();
  }

  // Expands (a + bi)(c + di) to four contractions of parts.
  mlir::LogicalResult expandContraction(OpMaker& maker, mlir::Operation* op) {
    auto contract = [&](int lhs, int rhs) {
      mlir::Operation* made = builder_.clone(*op);
      made->setOperand(0, part(op->getOperand(0), lhs));
      made->setOperand(1, part(op->getOperand(1), rhs));
      made->getResult(0).setType(partIr(op->getResult(0).getType()));
      return RealValue{&maker, made->getResult(0)};
    };
    RealValue ac = contract(0, 0), bd = contract(1, 1), ad = contract(0, 1), bc = contract(1, 0);
    return give(op, Parts{ac - bd, ad + bc});
  }

  mlir::LogicalResult expandForeign(OpMaker& maker, mlir::Operation* op) {
    Values operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(joined(maker, operand));
    llvm::SmallVector<mlir::Type> results;
    for (mlir::Type type : op->getResultTypes())
      results.push_back(isComplexType(type) ? toIr(type.getContext(), joinedType(fromIr(type)))
                                            : type);
    mlir::OperationState state(op->getLoc(), op->getName(), operands, results, op->getAttrs());
    mlir::Operation* made = builder_.create(state);
    keepCalledTypes(made, op);
    for (auto [old, result] : llvm::zip(op->getResults(), made->getResults()))
      if (isComplexValue(old))
        split(maker, old, result);
      else
        old.replaceAllUsesWith(result);
    return mlir::success();
  }

  // Makes the op once for each part.
  mlir::LogicalResult expandByParts(mlir::Operation* op) {
    mlir::Value made[2];
    for (int which : {0, 1}) {
      mlir::Operation* copy = builder_.clone(*op);
      for (mlir::OpOperand& operand : copy->getOpOperands())
        operand.set(part(operand.get(), which));
      copy->getResult(0).setType(partIr(op->getResult(0).getType()));
      for (mlir::Region& region : copy->getRegions())
        region.walk([](mlir::Block* block) {
          for (mlir::BlockArgument argument : block->getArguments())
            argument.setType(partIr(argument.getType()));
          for (mlir::Operation& inner : *block)
            for (mlir::Value result : inner.getResults())
              result.setType(partIr(result.getType()));
        });
      made[which] = copy->getResult(0);
    }
    define(op->getResult(0), made[0], made[1]);
    return mlir::success();
  }

  // Returns the values, with both parts in the place of each complex value.
  Values withParts(mlir::ValueRange values) const {
    Values all;
    for (mlir::Value value : values) {
      all.push_back(part(value, 0));
      if (parts_.contains(value))
        all.push_back(part(value, 1));
    }
    return all;
  }

  // Replaces the op by one op in which each complex operand, result and argument of a body becomes
  // two values. The real part is first. Ops with bodies have no computation part by part.
  mlir::LogicalResult expandTogether(mlir::Operation* op) {
    llvm::SmallVector<mlir::Type> types;
    for (mlir::Type type : op->getResultTypes())
      types.append(isComplexType(type) ? 2 : 1, partIr(type));
    mlir::OperationState state(op->getLoc(), op->getName(), withParts(op->getOperands()), types,
                               op->getAttrs());
    for (mlir::Region& region : op->getRegions()) {
      if (failed(expandBody(region)))
        return mlir::failure();
      state.addRegion()->takeBody(region);
    }
    builder_.setInsertionPoint(op);
    mlir::Operation* made = builder_.create(state);
    unsigned next = 0;
    for (mlir::Value result : op->getResults()) {
      mlir::Value first = made->getResult(next++);
      if (isComplexValue(result))
        define(result, first, made->getResult(next++));
      else
        result.replaceAllUsesWith(first);
    }
    return mlir::success();
  }

  mlir::LogicalResult expandBody(mlir::Region& region) {
    for (mlir::Block& block : region) {
      expandArguments(block);
      if (failed(expandBlock(block)))
        return mlir::failure();
      mlir::Operation* end = block.getTerminator();
      end->setOperands(withParts(end->getOperands()));
    }
    return mlir::success();
  }

  // Inserts both parts after each complex argument. The comparator of a sort has two arguments for
  // each input, so after these two come both real parts and then both imaginary parts.
  void expandArguments(mlir::Block& block) {
    const unsigned together = mlir::isa<SortOp>(block.getParentOp()) ? 2 : 1;
    for (unsigned i = 0; i < block.getNumArguments(); i += together) {
      if (!isComplexValue(block.getArgument(i)))
        continue;
      mlir::Type type = partIr(block.getArgument(i).getType());
      const unsigned first = i;
      i += together;
      for (unsigned k = 0; k < 2 * together; ++k)
        block.insertArgument(i + k, type, block.getArgument(first).getLoc());
      for (unsigned k = 0; k < together; ++k)
        define(block.getArgument(first + k), block.getArgument(i + k),
               block.getArgument(i + together + k));
      i += together;
    }
    bodies_.push_back(&block);
  }

  mlir::OpBuilder builder_;
  llvm::DenseMap<mlir::Value, std::pair<mlir::Value, mlir::Value>> parts_;
  llvm::DenseMap<mlir::Value, mlir::Value> joined_; // joined form of values from outside
  llvm::SmallVector<mlir::Operation*> replaced_;
  llvm::SmallVector<mlir::Block*> bodies_; // can still have complex arguments
};

bool hasComplex(mlir::ModuleOp module) {
  return module
      .walk([](mlir::Operation* op) {
        return readsOrMakesComplex(op) ? mlir::WalkResult::interrupt()
                                       : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

struct ExpandComplex : ModulePass<ExpandComplex> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandComplex)
  static constexpr llvm::StringLiteral kName = "lz-expand-complex";
  static constexpr llvm::StringLiteral kSummary = "Split complex numbers into two parts.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    if (!hasComplex(module))
      return mlir::success();
    for (auto function : module.getOps<mlir::func::FuncOp>())
      if (failed(Expander(module.getContext()).run(function)))
        return mlir::failure();
    return mlir::success();
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createExpandComplexPass() {
  return std::make_unique<ExpandComplex>();
}

} // namespace lz::hlo
