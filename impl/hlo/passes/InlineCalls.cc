// Puts the body of the called function in place of each call, in callees before their callers, and
// removes the private functions, which nobody calls any more.
//
//   func.func @main(%x) {                 func.func @main(%x) {
//     %0 = func.call @relu(%x)              %c = stablehlo.constant ...
//     return %0                      ->     %0 = stablehlo.maximum %x, %c
//   }                                       return %0
//   func.func private @relu(%y) {...}     }
//
// Needs: symbols resolved; a program without recursion (an error).
// Leaves: no func.call and no stablehlo.composite; of private functions none but @main.
#include "hlo/ir/Dialect.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"

#include "mlir/IR/IRMapping.h"

namespace lz::hlo {
namespace {

using mlir::func::FuncOp;

// Functions that call twice double at every level: refuse instead of eating the machine.
constexpr int64_t kMaxOps = 50'000'000;

// The function that `op` calls: func.call and stablehlo.composite name it in a symbol attribute.
FuncOp calleeOf(mlir::Operation* op, mlir::SymbolTable& symbols) {
  if (auto call = mlir::dyn_cast<mlir::func::CallOp>(op))
    return symbols.lookup<FuncOp>(call.getCallee());
  if (auto symbol = op->getAttrOfType<mlir::FlatSymbolRefAttr>("decomposition"))
    return symbols.lookup<FuncOp>(symbol.getValue());
  return {};
}

bool isCall(mlir::Operation* op) {
  return mlir::isa<mlir::func::CallOp>(op) ||
         op->hasAttrOfType<mlir::FlatSymbolRefAttr>("decomposition");
}

struct Function {
  llvm::SmallVector<mlir::Operation*> calls;
  int64_t size = 0; // ops, of nested regions too; after inlining
};

class Inliner {
public:
  explicit Inliner(mlir::ModuleOp module) : module_(module), symbols_(module) {}

  mlir::LogicalResult run() {
    for (FuncOp function : module_.getOps<FuncOp>())
      collect(function);
    llvm::SmallVector<FuncOp> order;
    if (failed(calleesFirst(order)))
      return mlir::failure();
    for (FuncOp function : order)
      if (failed(inlineInto(function)))
        return mlir::failure();
    for (FuncOp function : order)
      if (function.isPrivate() && function != symbols_.lookup("main"))
        function.erase();
    return mlir::success();
  }

private:
  void collect(FuncOp function) {
    Function& entry = functions_[function];
    function->walk([&](mlir::Operation* op) {
      ++entry.size;
      if (isCall(op))
        entry.calls.push_back(op);
    });
  }

  // Depth first with a stack of our own. A function met again while it is open calls itself.
  mlir::LogicalResult calleesFirst(llvm::SmallVector<FuncOp>& order) {
    enum class State : uint8_t { Open = 1, Done = 2 };
    llvm::DenseMap<mlir::Operation*, State> states;
    struct Frame {
      FuncOp function;
      size_t nextCall;
    };
    for (FuncOp root : module_.getOps<FuncOp>()) {
      llvm::SmallVector<Frame> stack;
      if (states.try_emplace(root, State::Open).second)
        stack.push_back({root, 0});
      while (!stack.empty()) {
        Frame& frame = stack.back();
        auto& calls = functions_[frame.function].calls;
        if (frame.nextCall == calls.size()) {
          states[frame.function] = State::Done;
          order.push_back(frame.function);
          stack.pop_back();
          continue;
        }
        mlir::Operation* call = calls[frame.nextCall++];
        FuncOp callee = calleeOf(call, symbols_);
        if (!callee || callee.isDeclaration())
          return call->emitError("[call] the called function has no body in this module");
        auto [state, isNew] = states.try_emplace(callee, State::Open);
        if (isNew)
          stack.push_back({callee, 0});
        else if (state->second == State::Open)
          return call->emitError() << "[call] function @" << callee.getName()
                                   << " calls itself; use while instead of recursion";
      }
    }
    return mlir::success();
  }

  mlir::LogicalResult inlineInto(FuncOp function) {
    Function& entry = functions_[function];
    for (mlir::Operation* call : entry.calls) {
      FuncOp callee = calleeOf(call, symbols_);
      entry.size += functions_[callee].size;
      if (entry.size > kMaxOps)
        return call->emitError() << "[call] inlining makes more than " << kMaxOps << " ops";
      if (failed(inlineCall(call, callee)))
        return mlir::failure();
    }
    return mlir::success();
  }

  mlir::LogicalResult inlineCall(mlir::Operation* call, FuncOp callee) {
    mlir::Block& body = callee.getBody().front();
    if (call->getOperandTypes() != body.getArgumentTypes() ||
        call->getResultTypes() != body.getTerminator()->getOperandTypes())
      return call->emitError() << "[call] operands or results do not have the types of @"
                               << callee.getName() << ", " << callee.getFunctionType();
    mlir::IRMapping mapping;
    mapping.map(body.getArguments(), call->getOperands());
    mlir::OpBuilder builder(call);
    for (mlir::Operation& op : body.without_terminator())
      builder.clone(op, mapping);
    for (auto [result, value] : llvm::zip(call->getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call->erase();
    return mlir::success();
  }

  mlir::ModuleOp module_;
  mlir::SymbolTable symbols_;
  llvm::DenseMap<mlir::Operation*, Function> functions_;
};

struct InlineCalls : ModulePass<InlineCalls> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InlineCalls)
  static constexpr llvm::StringLiteral kName = "lz-inline-calls";
  static constexpr llvm::StringLiteral kSummary = "Put called functions in place of their calls.";

  mlir::LogicalResult run(mlir::ModuleOp module) { return Inliner(module).run(); }
};

} // namespace

std::unique_ptr<mlir::Pass> createInlineCallsPass() {
  return std::make_unique<InlineCalls>();
}

} // namespace lz::hlo
