#include "RunParallel.h"

#include "formats/adopt/ops/Collectives.h"
#include "hlo/build/Bridge.h"
#include "hlo/build/InlineCalls.h"

#include "mlir/IR/IRMapping.h"

namespace lz::conformance {
namespace {

constexpr llvm::StringLiteral kName = "interpreter.run_parallel";

bool isCollective(mlir::Operation* op) {
  return formats::isCollective(op->getName().getStringRef());
}

Status at(mlir::Operation* op, const Status& status) {
  return withLocation(status, hlo::locationFromIr(op->getLoc()));
}

// A function that runs; `next` is its next op.
struct Process {
  mlir::func::FuncOp function;
  mlir::Operation* next = nullptr;
  mlir::IRMapping values = {};

  bool hasEnded() const { return next->hasTrait<mlir::OpTrait::IsTerminator>(); }
  llvm::SmallVector<mlir::Value> mapped(mlir::OperandRange operands) const {
    llvm::SmallVector<mlir::Value> result;
    for (mlir::Value operand : operands)
      result.push_back(values.lookup(operand));
    return result;
  }
};

class Processes {
public:
  explicit Processes(mlir::Operation* op) : op_(op), rewriter_(op) {}

  Status run() {
    LZ_RETURN_IF_ERROR(readPrograms());
    LZ_RETURN_IF_ERROR(passArguments());
    for (Process& process : processes_)
      LZ_RETURN_IF_ERROR(advance(process));
    bool moved = true;
    while (moved) {
      LZ_ASSIGN_OR_RETURN(moved, meet());
    }
    for (auto [i, process] : llvm::enumerate(processes_))
      if (!process.hasEnded())
        return at(process.next,
                  invalidArgument("[run_parallel] process ", i, " waits without end at ",
                                  process.next->getName().getStringRef().str()));
    return takeResults();
  }

private:
  Status readPrograms() {
    auto rows = op_->getAttrOfType<mlir::ArrayAttr>("programs");
    if (!rows || rows.empty())
      return invalidArgument("[run_parallel] programs must be a list of lists of functions");
    llvm::SmallVector<mlir::func::FuncOp> functions;
    grid_.replicas = int64_t(rows.size());
    for (mlir::Attribute attribute : rows) {
      auto row = mlir::dyn_cast<mlir::ArrayAttr>(attribute);
      if (!row || row.empty())
        return invalidArgument("[run_parallel] programs must be a list of lists of functions");
      grid_.partitions = int64_t(row.size());
      for (mlir::Attribute name : row) {
        auto symbol = mlir::dyn_cast<mlir::FlatSymbolRefAttr>(name);
        auto function =
            symbol ? op_->getParentOfType<mlir::ModuleOp>().lookupSymbol<mlir::func::FuncOp>(
                         symbol.getAttr())
                   : mlir::func::FuncOp();
        if (!function || function.isExternal())
          return invalidArgument("[run_parallel] a program is no function with a body");
        processes_.push_back({function});
        if (!llvm::is_contained(functions, function))
          functions.push_back(function);
      }
    }
    if (int64_t(processes_.size()) != grid_.size())
      return invalidArgument("[run_parallel] replicas have unlike numbers of partitions");
    if (std::optional<hlo::CallProblem> problem = hlo::inlineCalls(functions))
      return at(problem->call, problem->status);
    return okStatus();
  }

  Status passArguments() {
    mlir::ValueRange rest = op_->getOperands();
    for (Process& process : processes_) {
      mlir::Block& body = process.function.front();
      const size_t count = body.getNumArguments();
      if (rest.size() < count || body.getArgumentTypes() != rest.take_front(count).getTypes())
        return invalidArgument("[run_parallel] the operands are not those of the programs");
      process.values.map(body.getArguments(), rest.take_front(count));
      process.next = &body.front();
      rest = rest.drop_front(count);
    }
    if (!rest.empty())
      return invalidArgument("[run_parallel] the operands are not those of the programs");
    return okStatus();
  }

  // Runs the process until its next collective op, or until its end.
  Status advance(Process& process) {
    for (; !process.hasEnded() && !isCollective(process.next);
         process.next = process.next->getNextNode()) {
      mlir::WalkResult found = process.next->walk([](mlir::Operation* inner) {
        return isCollective(inner) ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
      });
      if (found.wasInterrupted())
        return at(process.next,
                  unimplemented("[run_parallel] ", process.next->getName().getStringRef().str(),
                                " holds a collective op in a region"));
      rewriter_.clone(*process.next, process.values);
    }
    return okStatus();
  }

  bool isAt(const Process& process, mlir::Operation* op) const {
    return process.next->getName() == op->getName() &&
           process.next->getAttrDictionary() == op->getAttrDictionary();
  }

  // Lets the first group of processes that have met at a collective op go on. Processes are tried
  // in the order of their numbers. Returns false if no processes have met.
  StatusOr<bool> meet() {
    for (auto [i, process] : llvm::enumerate(processes_)) {
      mlir::Operation* op = process.next;
      if (process.hasEnded())
        continue;
      StatusOr<formats::Companions> companions = formats::companionsOf(op, grid_, int64_t(i));
      if (!companions.ok())
        return at(op, companions.status());
      if (!llvm::all_of(companions->processes,
                        [&](int64_t k) { return isAt(processes_[size_t(k)], op); }))
        continue;
      LZ_RETURN_IF_ERROR(exchange(op, *companions));
      return true;
    }
    return false;
  }

  Status exchange(mlir::Operation* op, const formats::Companions& companions) {
    formats::ValueLists given;
    for (int64_t k : companions.processes) {
      const Process& process = processes_[size_t(k)];
      given.push_back(process.mapped(process.next->getOperands()));
    }
    StatusOr<formats::ValueLists> results =
        formats::exchange(rewriter_, op, grid_, companions, given);
    if (!results.ok())
      return at(op, results.status());
    for (auto [k, values] : llvm::zip(companions.processes, *results)) {
      Process& process = processes_[size_t(k)];
      process.values.map(process.next->getResults(), mlir::ValueRange(values));
      process.next = process.next->getNextNode();
      LZ_RETURN_IF_ERROR(advance(process));
    }
    return okStatus();
  }

  Status takeResults() {
    llvm::SmallVector<mlir::Value> results;
    for (const Process& process : processes_)
      llvm::append_range(results, process.mapped(process.next->getOperands()));
    if (mlir::TypeRange(mlir::ValueRange(results)) != op_->getResultTypes())
      return invalidArgument("[run_parallel] the results are not those of the programs");
    rewriter_.replaceOp(op_, results);
    return okStatus();
  }

  mlir::Operation* op_;
  mlir::IRRewriter rewriter_;
  formats::ProcessGrid grid_;
  std::vector<Process> processes_;
};

} // namespace

Status runParallel(mlir::ModuleOp module) {
  llvm::SmallVector<mlir::Operation*> found;
  module.walk([&](mlir::Operation* op) {
    if (op->getName().getStringRef() == kName)
      found.push_back(op);
  });
  for (mlir::Operation* op : found)
    if (Status status = Processes(op).run(); !status.ok())
      return locationOf(status).empty() ? at(op, status) : status;
  return okStatus();
}

} // namespace lz::conformance
