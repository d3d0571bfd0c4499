#include "compiler/Lower.h"

#include "codegen/MicroKernels.h"
#include "compiler/BufferPlanner.h"
#include "compiler/BufferSharing.h"
#include "compiler/LowerContraction.h"
#include "compiler/Origins.h"
#include "compiler/Provenance.h"
#include "compiler/RowRegions.h"
#include "compiler/Sizes.h"
#include "contraction/plan/Pairs.h"
#include "fusion/AttachRows.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/PlainAttrs.h"

namespace lz {
namespace {

using exec::BufferId;
using exec::BufferKind;
using exec::BufferSpec;
using exec::Sequence;

StatusOr<Op> plainOp(mlir::Operation* op) {
  const OpInfo* info = hlo::opInfo(op);
  Op plain;
  plain.opcode = info->opcode;
  LZ_ASSIGN_OR_RETURN(plain.attrs, hlo::plainAttrs(op, *info, hlo::Literals::Copy));
  return plain;
}

class Lowering {
public:
  Lowering(ModuleKernels& kernels, const LoweringOptions& options)
      : kernels_(kernels), options_(options), planner_(spec_.buffers) {}

  StatusOr<exec::ExecutableSpec> run(mlir::func::FuncOp main, const std::vector<bool>& donated) {
    mlir::Block& entry = main.getBody().front();
    LZ_RETURN_IF_ERROR(checkFits(entry.getArgumentTypes()));
    for (mlir::BlockArgument argument : entry.getArguments()) {
      TensorType type = hlo::fromIr(argument.getType());
      BufferSpec input{BufferKind::Input, type.numBytes(), int32_t(argument.getArgNumber())};
      buffers_[argument] = planner_.add(std::move(input));
      spec_.inputs.push_back(std::move(type));
    }
    mlir::Operation* terminator = entry.getTerminator();
    declareOutputs(terminator);
    LZ_RETURN_IF_ERROR(lowerBlock(entry, spec_.body));
    LZ_RETURN_IF_ERROR(copyRemainingOutputs(terminator, spec_.body));
    sharing_.workInPlace(spec_.buffers, planner_);
    LZ_ASSIGN_OR_RETURN(spec_.arenaBytes, planner_.place());
    spec_.donated = donated;
    spec_.aliasOf = sharing_.aliasesOf(donated, outputs_, spec_.buffers, planner_);
    return std::move(spec_);
  }

private:
  // A value that a thunk writes is written straight into the output that returns it first.
  void declareOutputs(mlir::Operation* terminator) {
    for (mlir::OpOperand& result : terminator->getOpOperands()) {
      TensorType type = hlo::fromIr(result.get().getType());
      BufferSpec output{BufferKind::Output, type.numBytes(), int32_t(result.getOperandNumber())};
      outputs_.push_back(planner_.add(std::move(output)));
      spec_.outputs.push_back(std::move(type));
      mlir::Value origin = originOf(result.get());
      if (isWritten(origin))
        outputOf_.try_emplace(origin, outputs_.back());
    }
  }

  BufferId resultBuffer(mlir::Value v) {
    auto it = outputOf_.find(v);
    BufferId buffer =
        it != outputOf_.end() ? it->second : planner_.addTemp(hlo::fromIr(v.getType()).numBytes());
    buffers_[v] = buffer;
    describe(spec_.buffers[size_t(buffer)], v);
    return buffer;
  }

  BufferId rowsBuffer(mlir::Value v) { return buffers_[v] = planner_.add({BufferKind::Rows}); }

  BufferId bufferOf(mlir::Value v) { return buffers_.lookup(v); }

  void touchAll(absl::Span<const BufferId> buffers) {
    for (BufferId b : buffers)
      planner_.touch(b);
  }

  void copy(BufferId source, BufferId target, Sequence& out) {
    if (source == target)
      return;
    planner_.nextStep();
    touchAll({source, target});
    out.thunks.push_back(exec::CopyThunk{source, target});
  }

  Status copyRemainingOutputs(mlir::Operation* terminator, Sequence& out) {
    for (mlir::OpOperand& result : terminator->getOpOperands())
      copy(bufferOf(result.get()), outputs_[result.getOperandNumber()], out);
    return okStatus();
  }

  Status lowerBlock(mlir::Block& block, Sequence& out) {
    for (mlir::Operation& op : block.without_terminator())
      if (Status status = lowerOp(&op, out); !status.ok())
        return withLocation(withOp(status, op.getName().getStringRef().str()),
                            hlo::locationFromIr(op.getLoc()));
    return okStatus();
  }

  Status lowerOp(mlir::Operation* op, Sequence& out) {
    if (mlir::isOpTriviallyDead(op)) // it is in no region, either
      return okStatus();
    LZ_RETURN_IF_ERROR(checkFits(op->getResultTypes()));
    if (auto region = mlir::dyn_cast<ir::RegionOp>(op))
      // A prologue is the contraction's business.
      return fusion::isPrologue(region) ? okStatus() : lowerRegion(region, out);
    const OpInfo* info = hlo::opInfo(op);
    if (!info)
      return unimplemented("op ", op->getName().getStringRef().str());
    if (renames(*info)) {
      for (mlir::OpResult r : op->getResults())
        buffers_[r] = bufferOf(op->getOperand(r.getResultNumber()));
      return okStatus();
    }
    if (info->opcode == Opcode::Constant)
      return lowerConstant(op);
    if (info->kind == OpKind::Contraction)
      return lowerContractionOp(op, out);
    if (info->opcode == Opcode::While)
      return lowerWhile(op, out);
    if (info->kind == OpKind::Control)
      return lowerConditional(op, out);
    return unimplemented("[", std::string(info->name), "] cannot be compiled yet");
  }

  Status lowerConstant(mlir::Operation* op) {
    LZ_ASSIGN_OR_RETURN(Op plain, plainOp(op));
    BufferSpec constant{BufferKind::Constant};
    constant.constant = std::get<Literal>(plain.attrs[0]);
    constant.bytes = constant.constant.type().numBytes();
    buffers_[op->getResult(0)] = planner_.add(std::move(constant));
    return okStatus();
  }

  Status lowerRegion(ir::RegionOp region, Sequence& out) {
    const RegionPlan& plan = planOf(region);
    exec::KernelThunk thunk = kernelThunk(region);
    for (const PlanOutput& output : plan.outputs)
      if (output.initial >= 0)
        copy(thunk.buffers[size_t(output.initial)],
             thunk.buffers[plan.inputs.size() + size_t(output.buffer)], out);
    if (!onRows_.contains(region))
      planner_.nextStep();
    touchKernel(plan, thunk);
    if (onRows_.contains(region))
      std::get<exec::ContractionThunk>(out.thunks.back())
          .epilogue.push_back(onRows(region, std::move(thunk)));
    else
      out.thunks.push_back(std::move(thunk));
    return okStatus();
  }

  const RegionPlan& planOf(ir::RegionOp region) const {
    return kernels_.kernels[kernels_.kernelOf.lookup(region)].chosen.plan;
  }

  exec::KernelThunk kernelThunk(ir::RegionOp region) {
    const RegionKernel& kernel = kernels_.kernels[kernels_.kernelOf.lookup(region)];
    exec::KernelThunk thunk;
    thunk.name = kernel.name;
    thunk.fn = kernel.code.fn;
    thunk.gridSize = kernel.code.gridSize;
    thunk.nsPerUnit = kernel.code.nsPerUnit;
    thunk.sequential = kernel.chosen.plan.sequential;
    for (mlir::Value v : region.getInputs())
      thunk.buffers.push_back(bufferOf(v));
    thunk.numReads = int32_t(thunk.buffers.size());
    for (mlir::Value v : region.getOutputs())
      thunk.buffers.push_back(
          onRows_.contains(region) && fusion::isPrologue(region) ? rowsBuffer(v) : resultBuffer(v));
    return thunk;
  }

  static exec::RowKernel onRows(ir::RegionOp region, exec::KernelThunk thunk) {
    int64_t unitsPerRow = thunk.gridSize / fusion::rowsOf(region);
    return {std::move(thunk), unitsPerRow};
  }

  // It runs in the current step.
  void touchKernel(const RegionPlan& plan, const exec::KernelThunk& thunk) {
    auto isOnlyCopied = [&](int32_t input) {
      return !loads(plan, input) && llvm::any_of(plan.outputs, [&](const PlanOutput& output) {
        return output.initial == input;
      });
    };
    for (size_t i = 0; i < thunk.buffers.size(); ++i)
      if (!isOnlyCopied(int32_t(i)))
        planner_.touch(thunk.buffers[i]);
    sharing_.addKernel(planner_.step(), plan, thunk.buffers);
  }

  // Without a tile.
  StatusOr<contraction::ContractionSpec> specOf(mlir::Operation* op, const Op& plain) const {
    LZ_ASSIGN_OR_RETURN(contraction::ContractionSpec spec,
                        lowerContraction(plain, hlo::fromIr(op->getOperand(0).getType()),
                                         hlo::fromIr(op->getOperand(1).getType()),
                                         hlo::fromIr(op->getResult(0).getType())));
    spec.cpu = options_.cpu;
    spec.kernels = &codegen::microKernels(spec.compute, options_.cpu);
    if (const MicroKernels* pairs = codegen::pairKernels(options_.cpu); pairs && options_.pairs)
      usePairs(spec, *pairs);
    spec.largeBlocks = options_.tiles;
    return spec;
  }

  Status lowerContractionOp(mlir::Operation* op, Sequence& out) {
    LZ_ASSIGN_OR_RETURN(Op plain, plainOp(op));
    LZ_ASSIGN_OR_RETURN(contraction::ContractionSpec spec, specOf(op, plain));
    InsideRegions inside = placeRegions(op, spec, options_.threads);
    exec::ContractionThunk thunk;
    thunk.name = std::string(opInfo(plain.opcode).name);
    thunk.plan = std::move(inside.plan);
    thunk.slices = std::move(inside.slices);
    LZ_RETURN_IF_ERROR(lowerPrologues(op, inside, thunk, out));
    thunk.lhs = bufferOf(op->getOperand(0));
    thunk.rhs = bufferOf(op->getOperand(1));
    onRows_.insert(inside.epilogues.begin(), inside.epilogues.end());
    mlir::Value result = op->getResult(0);
    thunk.out = inside.keepsOutput ? rowsBuffer(result) : resultBuffer(result);
    thunk.scratch = planner_.addTemp(thunk.scratchBytes());
    describe(spec_.buffers[size_t(thunk.scratch)], result, "packing of ");
    planner_.nextStep();
    std::vector<BufferId> buffers = {thunk.lhs, thunk.rhs, thunk.out, thunk.scratch};
    touchAll(buffers);
    sharing_.addContraction(planner_.step(), std::move(buffers));
    for (auto [region, row] : llvm::zip(inside.prologues, thunk.prologue))
      touchKernel(planOf(region), row.kernel);
    out.thunks.push_back(std::move(thunk));
    return okStatus();
  }

  // The regions that make operands: inside, or as kernels before the contraction.
  Status lowerPrologues(mlir::Operation* op, const InsideRegions& inside,
                        exec::ContractionThunk& thunk, Sequence& out) {
    onRows_.insert(inside.prologues.begin(), inside.prologues.end());
    for (ir::RegionOp region : inside.prologues)
      thunk.prologue.push_back(onRows(region, kernelThunk(region)));
    for (mlir::Value operand : op->getOperands())
      if (auto region = operand.getDefiningOp<ir::RegionOp>();
          region && fusion::isPrologue(region) && !onRows_.contains(region))
        LZ_RETURN_IF_ERROR(lowerRegion(region, out));
    return okStatus();
  }

  // The result of an update in place that is the next value of a carried one: nobody reads the old
  // value after it, so that it may be written over. Null: there is none.
  mlir::Value updateOf(mlir::BlockArgument carried, mlir::Value yielded) {
    mlir::Value next = originOf(yielded);
    auto region = next.getDefiningOp<ir::RegionOp>();
    if (!region || region->getBlock() != carried.getOwner())
      return nullptr;
    const RegionPlan& plan = planOf(region);
    int32_t initial = plan.outputs[mlir::cast<mlir::OpResult>(next).getResultNumber()].initial;
    if (initial < 0 || loads(plan, initial) ||
        originOf(region.getInputs()[size_t(initial)]) != carried)
      return nullptr;
    return isLastReader(region, unsigned(initial), carried) ? next : nullptr;
  }

  // Whether operand `operand` of `reader` is the last use of the value, under any of its names.
  static bool isLastReader(mlir::Operation* reader, unsigned operand, mlir::Value value) {
    llvm::SmallVector<mlir::Value> names{value};
    while (!names.empty())
      for (mlir::OpOperand& use : names.pop_back_val().getUses()) {
        mlir::Operation* user = reader->getBlock()->findAncestorOpInBlock(*use.getOwner());
        const OpInfo* info = hlo::opInfo(use.getOwner());
        if (user == use.getOwner() && info && renames(*info)) {
          names.push_back(user->getResult(use.getOperandNumber()));
          continue;
        }
        bool isTheRead = use.getOwner() == reader && use.getOperandNumber() == operand;
        if (!isTheRead && (user == reader || !user->isBeforeInBlock(reader)))
          return false;
      }
    return true;
  }

  // The carried values live in fixed buffers: condition and body read them, and what the body
  // yields is copied over them. A yield of another carried value (a swap) goes through a temporary,
  // since the copies run one after another.
  Status lowerWhile(mlir::Operation* op, Sequence& out) {
    std::vector<BufferId> state;
    for (mlir::OpResult r : op->getResults()) {
      state.push_back(resultBuffer(r));
      copy(bufferOf(op->getOperand(r.getResultNumber())), state.back(), out);
    }
    planner_.beginLoop();
    touchAll(state);
    mlir::Block &cond = op->getRegion(0).front(), &body = op->getRegion(1).front();
    for (mlir::Block* block : {&cond, &body})
      for (mlir::BlockArgument a : block->getArguments())
        buffers_[a] = state[a.getArgNumber()];
    auto condition = std::make_shared<Sequence>(), iteration = std::make_shared<Sequence>();
    exec::WhileThunk thunk;
    thunk.name = "while";
    thunk.predicate = planner_.addTemp(1);
    LZ_RETURN_IF_ERROR(lowerBlock(cond, *condition));
    copy(bufferOf(cond.getTerminator()->getOperand(0)), thunk.predicate, *condition);
    for (mlir::OpOperand& yielded : body.getTerminator()->getOpOperands()) {
      unsigned i = yielded.getOperandNumber();
      if (mlir::Value update = updateOf(body.getArgument(i), yielded.get()))
        outputOf_.try_emplace(update, state[i]);
    }
    LZ_RETURN_IF_ERROR(lowerBlock(body, *iteration));
    llvm::DenseSet<BufferId> states(state.begin(), state.end());
    std::vector<BufferId> next;
    for (mlir::OpOperand& yielded : body.getTerminator()->getOpOperands()) {
      BufferId source = bufferOf(yielded.get());
      bool swaps = source != state[yielded.getOperandNumber()] && states.contains(source);
      if (swaps) {
        BufferId saved = planner_.addTemp(spec_.buffers[size_t(source)].bytes);
        copy(source, saved, *iteration);
        source = saved;
      }
      next.push_back(source);
    }
    for (size_t i = 0; i < next.size(); ++i)
      copy(next[i], state[i], *iteration);
    planner_.touch(thunk.predicate);
    touchAll(state);
    planner_.endLoop();
    touchAll(state);
    thunk.condition = std::move(condition);
    thunk.body = std::move(iteration);
    out.thunks.push_back(std::move(thunk));
    return okStatus();
  }

  Status lowerConditional(mlir::Operation* op, Sequence& out) {
    exec::ConditionalThunk thunk;
    thunk.name = std::string(hlo::opInfo(op)->name);
    thunk.selector = bufferOf(op->getOperand(0));
    thunk.selectorIsPred = hlo::fromIr(op->getOperand(0).getType()).dtype == DType::Pred;
    std::vector<BufferId> results;
    for (mlir::OpResult r : op->getResults())
      results.push_back(resultBuffer(r));
    planner_.nextStep();
    planner_.touch(thunk.selector);
    touchAll(results);
    for (mlir::Region& region : op->getRegions()) {
      auto branch = std::make_shared<Sequence>();
      LZ_RETURN_IF_ERROR(lowerBlock(region.front(), *branch));
      for (mlir::OpOperand& yielded : region.front().getTerminator()->getOpOperands())
        copy(bufferOf(yielded.get()), results[yielded.getOperandNumber()], *branch);
      thunk.branches.push_back(std::move(branch));
    }
    planner_.nextStep();
    touchAll(results);
    out.thunks.push_back(std::move(thunk));
    return okStatus();
  }

  ModuleKernels& kernels_;
  const LoweringOptions& options_;
  exec::ExecutableSpec spec_;
  BufferPlanner planner_;
  BufferSharing sharing_;
  llvm::DenseMap<mlir::Value, BufferId> buffers_;
  llvm::DenseMap<mlir::Value, BufferId> outputOf_; // a value -> the output it is written to
  std::vector<BufferId> outputs_;
  llvm::DenseSet<mlir::Operation*> onRows_; // regions that run inside contractions
};

} // namespace

StatusOr<exec::ExecutableSpec> lowerToExecutable(mlir::func::FuncOp main, ModuleKernels kernels,
                                                 const std::vector<bool>& donated,
                                                 const LoweringOptions& options) {
  LZ_ASSIGN_OR_RETURN(exec::ExecutableSpec spec, Lowering(kernels, options).run(main, donated));
  spec.name = main.getName().str();
  spec.numKernels = int(kernels.kernels.size());
  spec.code = kernels.library;
  spec.codeBytes = kernels.library->bytes();
  return spec;
}

} // namespace lz
