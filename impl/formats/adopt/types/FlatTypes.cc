// Visits ops in the order of the text, so the parts of each token, tuple or future are known before
// it is used. An op with tokens, tuples or futures is replaced by an op on the parts.
#include "formats/adopt/types/FlatTypes.h"

#include "hlo/ir/Dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {
namespace {

using Values = llvm::SmallVector<mlir::Value>;
using Types = llvm::SmallVector<mlir::Type>;

bool isFlat(mlir::Type type) {
  return !mlir::isa<hlo::TokenType, hlo::FutureType, mlir::TupleType>(type);
}

bool isFlatValue(mlir::Value value) {
  return isFlat(value.getType());
}

// Appends the types of the tensors and tokens in `type`, in order. The recursion is limited,
// because the nesting of the text is limited.
void appendElements(mlir::Type type, Types& elements) {
  Types open{type};
  while (!open.empty()) {
    mlir::Type next = open.pop_back_val();
    if (auto tuple = mlir::dyn_cast<mlir::TupleType>(next))
      llvm::append_range(open, llvm::reverse(tuple.getTypes()));
    else if (auto future = mlir::dyn_cast<hlo::FutureType>(next))
      llvm::append_range(open, llvm::reverse(future.getTypes()));
    else
      elements.push_back(next);
  }
}

Types elementsOf(mlir::TypeRange types) {
  Types elements;
  for (mlir::Type type : types)
    appendElements(type, elements);
  return elements;
}

Types flatTypes(mlir::TypeRange types) {
  Types flat = elementsOf(types);
  llvm::erase_if(flat, [](mlir::Type type) { return !isFlat(type); });
  return flat;
}

class Flattener {
public:
  void run(mlir::ModuleOp module) {
    llvm::SmallVector<mlir::Operation*> ops;
    module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation* op) { ops.push_back(op); });
    for (mlir::Operation* op : ops) {
      for (mlir::Region& region : op->getRegions())
        for (mlir::Block& block : region)
          openBlock(block);
      flatten(op);
    }
    for (mlir::Operation* op : llvm::reverse(dead_)) {
      op->dropAllUses();
      op->erase();
    }
    for (auto [block, count] : blocks_)
      block->eraseArguments(0, count);
  }

private:
  Values partsOf(mlir::Value value) const {
    return isFlatValue(value) ? Values{value} : parts_.lookup(value);
  }
  Values partsOf(mlir::ValueRange values) const {
    Values parts;
    for (mlir::Value value : values)
      llvm::append_range(parts, partsOf(value));
    return parts;
  }

  void openBlock(mlir::Block& block) {
    if (llvm::all_of(block.getArgumentTypes(), isFlat))
      return;
    const unsigned count = block.getNumArguments();
    for (unsigned i = 0; i < count; ++i) {
      mlir::BlockArgument old = block.getArgument(i);
      Values parts;
      for (mlir::Type type : flatTypes(old.getType()))
        parts.push_back(block.addArgument(type, old.getLoc()));
      if (isFlatValue(old))
        old.replaceAllUsesWith(parts.front());
      else
        parts_[old] = std::move(parts);
    }
    blocks_.emplace_back(&block, count);
  }

  void flatten(mlir::Operation* op) {
    if (auto function = mlir::dyn_cast<mlir::func::FuncOp>(op))
      return flattenFunction(function);
    if (auto element = mlir::dyn_cast<hlo::GetTupleElementOp>(op))
      return takeElement(element);
    if (auto start = mlir::dyn_cast<hlo::AsyncStartOp>(op))
      return runNow(start);
    if (llvm::all_of(op->getOperandTypes(), isFlat) && llvm::all_of(op->getResultTypes(), isFlat))
      return;
    if (mlir::isa<hlo::CreateTokenOp, hlo::AfterAllOp, hlo::TupleOp, hlo::AsyncDoneOp>(op))
      return give(op, partsOf(op->getOperands()));
    remake(op);
  }

  // Replaces the results of an op. The op is removed later. `parts` has the parts of all results,
  // in order.
  void give(mlir::Operation* op, mlir::ValueRange parts) {
    for (mlir::Value result : op->getResults()) {
      const size_t count = flatTypes(result.getType()).size();
      if (isFlatValue(result))
        result.replaceAllUsesWith(parts.front());
      else
        parts_[result] = llvm::to_vector(parts.take_front(count));
      parts = parts.drop_front(count);
    }
    dead_.push_back(op);
  }

  void takeElement(hlo::GetTupleElementOp op) {
    auto tuple = mlir::cast<mlir::TupleType>(op.getOperand().getType());
    mlir::TypeRange before(tuple.getTypes().take_front(op.getIndex()));
    Values parts = partsOf(op.getOperand());
    give(op, mlir::ValueRange(parts)
                 .drop_front(flatTypes(before).size())
                 .take_front(flatTypes(op.getType()).size()));
  }

  // Moves the op in the body of async_start to where async_start is.
  void runNow(hlo::AsyncStartOp op) {
    mlir::Block& body = op.getBody().front();
    for (auto [parameter, operand] : llvm::zip(body.getArguments(), op.getOperands()))
      parameter.replaceAllUsesWith(operand);
    mlir::Operation* inner = &body.front();
    inner->moveBefore(op);
    give(op, inner->getResults());
  }

  void remake(mlir::Operation* op) {
    mlir::OperationState state(op->getLoc(), op->getName(), partsOf(op->getOperands()),
                               flatTypes(op->getResultTypes()), op->getAttrs());
    for (mlir::Region& region : op->getRegions())
      state.addRegion()->takeBody(region);
    mlir::Operation* made = mlir::OpBuilder(op).create(state);
    give(op, made->getResults());
  }

  // Gives the function the types of the parts. Its block already has arguments for the parts.
  static void flattenFunction(mlir::func::FuncOp function) {
    mlir::FunctionType type = function.getFunctionType();
    Types params = flatTypes(type.getInputs()), results = flatTypes(type.getResults());
    if (mlir::TypeRange(params) == mlir::TypeRange(type.getInputs()) &&
        mlir::TypeRange(results) == mlir::TypeRange(type.getResults()))
      return;
    auto none = mlir::DictionaryAttr::get(function.getContext());
    auto attrsOf = [&](mlir::TypeRange types, auto attrsAt) {
      llvm::SmallVector<mlir::DictionaryAttr> attrs;
      for (unsigned i = 0; i < types.size(); ++i) {
        mlir::DictionaryAttr own = isFlat(types[i]) ? attrsAt(i) : none;
        attrs.append(flatTypes(types[i]).size(), own ? own : none);
      }
      return attrs;
    };
    auto ofParams =
        attrsOf(type.getInputs(), [&](unsigned i) { return function.getArgAttrDict(i); });
    auto ofResults =
        attrsOf(type.getResults(), [&](unsigned i) { return function.getResultAttrDict(i); });
    function.setType(mlir::FunctionType::get(function.getContext(), params, results));
    function.setAllArgAttrs(ofParams);
    function.setAllResultAttrs(ofResults);
  }

  llvm::DenseMap<mlir::Value, Values> parts_;
  llvm::SmallVector<mlir::Operation*> dead_;
  // Each changed block, with the number of arguments that it had before.
  llvm::SmallVector<std::pair<mlir::Block*, unsigned>> blocks_;
};

bool hasOtherValues(mlir::Operation* op) {
  auto function = mlir::dyn_cast<mlir::func::FuncOp>(op);
  if (function && !(llvm::all_of(function.getArgumentTypes(), isFlat) &&
                    llvm::all_of(function.getResultTypes(), isFlat)))
    return true;
  return !llvm::all_of(op->getOperandTypes(), isFlat) ||
         !llvm::all_of(op->getResultTypes(), isFlat);
}

} // namespace

bool flattenTypes(mlir::ModuleOp module) {
  const bool found =
      module
          .walk([](mlir::Operation* op) {
            return hasOtherValues(op) ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
          })
          .wasInterrupted();
  if (found)
    Flattener().run(module);
  return found;
}

std::vector<int64_t> placesOfTokens(mlir::TypeRange types) {
  std::vector<int64_t> places;
  for (auto [place, type] : llvm::enumerate(elementsOf(types)))
    if (mlir::isa<hlo::TokenType>(type))
      places.push_back(int64_t(place));
  return places;
}

mlir::LogicalResult checkOrder(mlir::ModuleOp module) {
  const bool found = module
                         .walk([](mlir::Operation* op) {
                           if (mlir::isa_and_nonnull<mlir::ModuleOp>(op->getParentOp()) &&
                               op->getNumOperands() + op->getNumResults() > 0) {
                             hlo::errorOf(op) << "is outside of a function; move it into one";
                             return mlir::WalkResult::interrupt();
                           }
                           for (mlir::Region& region : op->getRegions())
                             if (!region.empty() && !region.hasOneBlock()) {
                               hlo::errorOf(op) << "every region must be one block";
                               return mlir::WalkResult::interrupt();
                             }
                           return mlir::WalkResult::advance();
                         })
                         .wasInterrupted();
  return mlir::failure(found);
}

mlir::LogicalResult refuseTransfers(mlir::ModuleOp module) {
  const bool found =
      module
          .walk([](mlir::Operation* op) {
            if (!mlir::isa<hlo::SendOp, hlo::RecvOp, hlo::InfeedOp, hlo::OutfeedOp>(op))
              return mlir::WalkResult::advance();
            hlo::errorOf(op) << "transfers tensors while the program runs, which "
                             << hlo::kNotSupported
                             << ": pass them as parameters and results of main";
            return mlir::WalkResult::interrupt();
          })
          .wasInterrupted();
  return mlir::failure(found);
}

} // namespace lz::formats
