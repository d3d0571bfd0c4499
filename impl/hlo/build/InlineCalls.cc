// Replaces each call of a function by copies of the ops that the call would run, in the same order.
// Before that, visits the graph of calls, to check that it has no cycle and to compute how many ops
// the result will have. Each op of the result is made once, and each value is replaced once.
//
//   main: %1 = call @f(%0)     f(%a): %b = call @g(%a)     g(%c): %d = -%c
//         return %1                   return %b                   return %d
//
// The call in main pushes a frame for f, in which %a stands for %0. The call in f pushes a frame
// for g, in which %c stands for %0. The negation in g is copied to the place before the call in
// main. The copy makes %d'. When g ends, %d' replaces %b. When f ends, %d' replaces %1.
#include "hlo/build/InlineCalls.h"

#include "base/Checked.h"
#include "base/Exhausted.h"
#include "spec/Program.h"

#include "llvm/ADT/MapVector.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

#include <limits>

namespace lz::hlo {
namespace {

using mlir::func::FuncOp;

constexpr int64_t kMaxBytesOfCopies = int64_t{128} << 20;

// Returns the name of the function that `op` calls. func.call and stablehlo.composite have it as an
// attribute.
mlir::FlatSymbolRefAttr calleeName(mlir::Operation* op) {
  if (auto call = mlir::dyn_cast<mlir::func::CallOp>(op))
    return call.getCalleeAttr();
  return op->getAttrOfType<mlir::FlatSymbolRefAttr>("decomposition");
}

// Returns how many bytes the op takes in a program. Counts only values. Attributes and types take
// less than twice as many bytes as their text, so they need no limit.
int64_t bytesOf(mlir::Operation* op) {
  int64_t values = op->getNumOperands() + op->getNumResults();
  for (mlir::Region& region : op->getRegions())
    values += region.getNumArguments();
  return int64_t(sizeof(Op)) + values * int64_t(sizeof(TensorType));
}

// A function that can be reached from a root.
struct Function {
  llvm::SmallVector<mlir::Operation*> calls; // the calls in the order of the text
  int64_t ownBytes = 0;
  CheckedInt bytes = 0; // the size with all callees inlined
  bool open = false;    // the search has entered it but not left it
};

class CallGraph {
public:
  explicit CallGraph(mlir::ModuleOp module) : symbols_(module) {}

  std::optional<CallProblem> add(FuncOp root);
  std::optional<CallProblem> checkSize(llvm::ArrayRef<FuncOp> roots) const;
  llvm::ArrayRef<mlir::Operation*> callsOf(FuncOp f) const {
    return functions_.find(f)->second.calls;
  }
  FuncOp callee(mlir::Operation* call) const {
    return symbols_.lookup<FuncOp>(calleeName(call).getAttr());
  }

private:
  struct Frame {
    FuncOp function;
    size_t nextCall = 0;
  };

  void open(FuncOp function);
  void close();
  std::optional<CallProblem> step();
  std::optional<CallProblem> checkCall(mlir::Operation* call) const;

  mlir::SymbolTable symbols_;
  llvm::MapVector<mlir::Operation*, Function> functions_;
  std::vector<Frame> frames_;
};

void CallGraph::open(FuncOp function) {
  auto [entry, isNew] = functions_.insert({function, {}});
  if (!isNew)
    return;
  Function& found = entry->second;
  function->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation* op) {
    found.ownBytes += bytesOf(op);
    if (calleeName(op))
      found.calls.push_back(op);
  });
  found.bytes = found.ownBytes;
  found.open = true;
  frames_.push_back({function});
}

void CallGraph::close() {
  Function& function = functions_.find(frames_.back().function)->second;
  for (mlir::Operation* call : function.calls)
    function.bytes = checkedAdd(function.bytes, functions_.find(callee(call))->second.bytes);
  function.open = false;
  frames_.pop_back();
}

std::optional<CallProblem> CallGraph::checkCall(mlir::Operation* call) const {
  FuncOp function = callee(call);
  std::string name = calleeName(call).getValue().str();
  if (!function || function.isExternal() || !function.getBody().hasOneBlock())
    return CallProblem{
        call, invalidArgument("[call] the called function has no body in this module: @", name)};
  auto known = functions_.find(function);
  if (known != functions_.end() && known->second.open)
    return CallProblem{call, invalidArgument("[call] function @", name,
                                             " calls itself; use while instead of recursion")};
  mlir::Block& body = function.getBody().front();
  if (call->getOperandTypes() != body.getArgumentTypes() ||
      call->getResultTypes() != body.getTerminator()->getOperandTypes())
    return CallProblem{
        call, invalidArgument("[call] operands and results must have the types of @", name)};
  return std::nullopt;
}

std::optional<CallProblem> CallGraph::step() {
  Frame& frame = frames_.back();
  llvm::ArrayRef<mlir::Operation*> calls = callsOf(frame.function);
  if (frame.nextCall == calls.size()) {
    close();
    return std::nullopt;
  }
  mlir::Operation* call = calls[frame.nextCall++];
  if (std::optional<CallProblem> problem = checkCall(call))
    return problem;
  open(callee(call));
  return std::nullopt;
}

std::optional<CallProblem> CallGraph::add(FuncOp root) {
  open(root);
  while (!frames_.empty())
    if (std::optional<CallProblem> problem = step())
      return problem;
  return std::nullopt;
}

// Returns the first call whose inlining would exceed the limit.
std::optional<CallProblem> CallGraph::checkSize(llvm::ArrayRef<FuncOp> roots) const {
  CheckedInt allowed = kMaxBytesOfCopies;
  for (const auto& [function, entry] : functions_)
    allowed = checkedAdd(allowed, entry.ownBytes);
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max(); // stands for a sum that overflows
  CheckedInt bytes = 0;
  for (FuncOp root : roots) {
    bytes = checkedAdd(bytes, functions_.find(root)->second.ownBytes);
    for (mlir::Operation* call : callsOf(root)) {
      bytes = checkedAdd(bytes, functions_.find(callee(call))->second.bytes);
      if (!bytes || bytes > allowed)
        return CallProblem{
            call, exhausted("call", bytes.value_or(kMost), allowed.value_or(kMost),
                            "the program is too large when its calls are inlined: use loops")};
    }
  }
  return std::nullopt;
}

class Inliner {
public:
  explicit Inliner(const CallGraph& graph) : graph_(graph) {}

  // Replaces all calls in the root. Calls in regions of cloned ops become calls of the root, and
  // are replaced last.
  void run(FuncOp root) {
    calls_.assign(graph_.callsOf(root).begin(), graph_.callsOf(root).end());
    for (size_t i = 0; i < calls_.size(); ++i)
      replace(calls_[i]);
  }

private:
  // A body that is being cloned, and the call of it in the frame below or in the root.
  struct Frame {
    mlir::Operation* call;
    mlir::Block::iterator next;
  };

  void replace(mlir::Operation* call) {
    mlir::OpBuilder builder(call);
    open(call, call->getOperands());
    while (frames_.size() > 1 || !frames_.back().next->hasTrait<mlir::OpTrait::IsTerminator>())
      step(builder);
    for (auto [result, value] : llvm::zip(call->getResults(), frames_.back().next->getOperands()))
      result.replaceAllUsesWith(values_.lookup(value));
    frames_.pop_back();
    call->erase();
  }

  void step(mlir::OpBuilder& builder) {
    mlir::Operation* op = &*frames_.back().next++;
    if (op->hasTrait<mlir::OpTrait::IsTerminator>()) {
      values_.map(frames_.back().call->getResults(), valuesOf(op));
      frames_.pop_back();
      return;
    }
    if (calleeName(op)) {
      open(op, valuesOf(op));
      return;
    }
    forgetParameters(op);
    mlir::Operation* clone = builder.clone(*op, values_);
    if (op->getNumRegions() > 0)
      clone->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation* nested) {
        if (calleeName(nested))
          calls_.push_back(nested);
      });
  }

  // Removes the parameters of the op's regions from the map, where an earlier clone can have put
  // them. Otherwise the new clone would lack these parameters, and its ops would use those of the
  // earlier clone.
  void forgetParameters(mlir::Operation* op) {
    op->walk([&](mlir::Block* block) {
      for (mlir::BlockArgument parameter : block->getArguments())
        values_.erase(parameter);
    });
  }

  void open(mlir::Operation* call, mlir::ValueRange operands) {
    mlir::Block& body = graph_.callee(call).getBody().front();
    values_.map(body.getArguments(), operands);
    frames_.push_back({call, body.begin()});
  }

  llvm::SmallVector<mlir::Value> valuesOf(mlir::Operation* op) const {
    return llvm::map_to_vector(op->getOperands(),
                               [&](mlir::Value value) { return values_.lookup(value); });
  }

  const CallGraph& graph_;
  std::vector<mlir::Operation*> calls_;
  std::vector<Frame> frames_;
  // One map serves all frames. No function calls itself, so no function has two frames.
  mlir::IRMapping values_;
};

} // namespace

std::optional<CallProblem> inlineCalls(llvm::ArrayRef<FuncOp> roots) {
  if (roots.empty())
    return std::nullopt;
  CallGraph graph(roots.front()->getParentOfType<mlir::ModuleOp>());
  for (FuncOp root : roots)
    if (std::optional<CallProblem> problem = graph.add(root))
      return problem;
  if (std::optional<CallProblem> problem = graph.checkSize(roots))
    return problem;
  Inliner inliner(graph);
  for (FuncOp root : roots)
    inliner.run(root);
  return std::nullopt;
}

} // namespace lz::hlo
