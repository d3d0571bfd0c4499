#include "compiler/lower/LowerToSteps.h"

#include "compiler/lower/Aliases.h"
#include "compiler/lower/Alternatives.h"
#include "compiler/lower/CallAttrs.h"
#include "compiler/lower/CarriedPlaces.h"
#include "compiler/lower/CarriedUpdates.h"
#include "compiler/lower/LowerHostCalls.h"
#include "compiler/lower/LowerProducts.h"
#include "compiler/lower/LowerViews.h"
#include "compiler/lower/SameBytes.h"
#include "compiler/lower/Sizes.h"
#include "compiler/lower/StepValues.h"
#include "compiler/lower/UpdatedResults.h"
#include "compiler/report/Provenance.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/ForeignTypes.h"
#include "spec/OpAttrs.inc.h"

namespace lz::compiler {
namespace {

using StepList = std::vector<Step>;

class Lowering {
public:
  Lowering(const ModuleKernels& kernels, const LoweringOptions& options)
      : kernels_(kernels), options_(options) {}

  StatusOr<LoweredProgram> run(mlir::func::FuncOp main, const std::vector<bool>& donated) {
    mlir::Block& entry = main.getBody().front();
    LZ_RETURN_IF_ERROR(checkFits(entry.getArgumentTypes()));
    for (mlir::BlockArgument argument : entry.getArguments()) {
      const size_t i = argument.getArgNumber();
      TensorType type = hlo::fromIr(argument.getType());
      StepValue input{ValueKind::Input, type.numBytes(), int32_t(i)};
      input.donated = i < donated.size() && donated[i];
      values_.name(argument, add(std::move(input)));
    }
    mlir::Operation* terminator = entry.getTerminator();
    declareOutputs(terminator);
    declareUpdated(entry);
    LZ_RETURN_IF_ERROR(lowerBlock(entry, program_.steps.body));
    for (mlir::OpOperand& result : terminator->getOpOperands())
      copy(valueOf(result.get()), outputs_[result.getOperandNumber()], program_.steps.body);
    return std::move(program_);
  }

private:
  // Declares the outputs. If a step makes a returned value, the step writes the value directly to
  // the output. If several outputs return the value, the step writes it to the first of these
  // outputs.
  void declareOutputs(mlir::Operation* terminator) {
    for (mlir::OpOperand& result : terminator->getOpOperands()) {
      TensorType type = hlo::fromIr(result.get().getType());
      outputs_.push_back(
          add({ValueKind::Output, type.numBytes(), int32_t(result.getOperandNumber())}));
      mlir::Value origin = originOf(result.get());
      if (isWritten(origin))
        values_.writeTo(origin, outputs_.back());
    }
  }

  // If a kernel updates a value in place, gives the value before the update and the value after the
  // update the same place.
  void declareUpdated(mlir::Block& entry) {
    for (auto [before, after] : updatedResults(entry, kernels_))
      values_.writeTo(before, values_.placeOf(after));
  }

  ValueId add(StepValue value) { return values_.add(std::move(value)); }
  StepValue& at(ValueId value) { return values_.at(value); }
  ValueId valueOf(mlir::Value v) const { return values_.of(v); }
  ValueId resultOf(mlir::Value v) { return values_.resultOf(v); }
  void copy(ValueId source, ValueId target, StepList& out) { values_.copy(source, target, out); }

  // The start of a carried value is its value at the beginning of the loop. If a kernel makes the
  // start, and only the loop reads the start, the kernel writes it to the place of the carried
  // value.
  void declareStarts(mlir::Block& block) {
    for (mlir::Operation& op : block.without_terminator()) {
      const OpInfo* info = hlo::opInfo(&op);
      if (!info || info->opcode != Opcode::While)
        continue;
      for (auto [start, result] : llvm::zip(op.getOperands(), op.getResults()))
        if (auto region = start.getDefiningOp<ir::RegionOp>();
            region && region->getBlock() == &block && start.hasOneUse())
          values_.writeTo(start, values_.placeOf(result));
    }
  }

  Status lowerBlock(mlir::Block& block, StepList& out) {
    declareStarts(block);
    for (mlir::Operation& op : block.without_terminator())
      if (Status status = lowerOp(&op, out); !status.ok())
        return withLocation(withOp(status, fullNameOf(&op)), hlo::locationFromIr(op.getLoc()));
    return okStatus();
  }

  Status lowerOp(mlir::Operation* op, StepList& out) {
    if (mlir::isOpTriviallyDead(op)) // a dead op is in no region
      return okStatus();
    LZ_RETURN_IF_ERROR(checkFits(op->getResultTypes()));
    if (auto region = mlir::dyn_cast<ir::RegionOp>(op))
      return products_.lowerRegion(region, out);
    if (auto sweep = mlir::dyn_cast<ir::SweepOp>(op))
      return products_.lowerSweep(sweep, out);
    if (mlir::isa<ir::ContractionOp>(op) || ir::isContraction(op))
      return products_.lowerProduct(op, out);
    if (ir::isView(op)) {
      lowerView(op, program_, values_, out);
      return okStatus();
    }
    const OpInfo* info = hlo::opInfo(op);
    if (!info)
      return unimplemented("op ", op->getName().getStringRef().str(), " cannot be compiled");
    if (renames(*info)) {
      for (mlir::OpResult r : op->getResults())
        values_.name(r, valueOf(op->getOperand(r.getResultNumber())));
      return okStatus();
    }
    if (info->opcode == Opcode::Constant)
      return lowerConstant(op);
    if (const exec::CallFunction* function = exec::findCall(info->name)) {
      LZ_ASSIGN_OR_RETURN(exec::CallAttrs attrs, callAttrs(op));
      return lowerCall(op, *function, std::move(attrs), out);
    }
    if (info->opcode == Opcode::CustomCall)
      return lowerCustomCall(mlir::cast<hlo::CustomCallOp>(op), out);
    if (info->opcode == Opcode::While)
      return lowerWhile(op, out);
    if (info->kind == OpKind::Control)
      return lowerConditional(op, out);
    return refuseOp(op);
  }

  Status lowerConstant(mlir::Operation* op) {
    LZ_ASSIGN_OR_RETURN(Op plain, plainOp(op));
    Literal& constant = program_.constants.emplace_back(ConstantAttrs(plain.attrs).value());
    values_.name(op->getResult(0), add({ValueKind::Constant, constant.type().numBytes(),
                                        int32_t(program_.constants.size()) - 1}));
    return okStatus();
  }

  // Lowers an op that is in no region to a call of a library function.
  Status lowerCall(mlir::Operation* op, const exec::CallFunction& function, exec::CallAttrs attrs,
                   StepList& out) {
    CallWork work{&function, {}};
    Step step = callStep(op, std::string(function.name), work.signature);
    work.signature.attrs = std::move(attrs);
    step.attrs = exec::print(work.signature.attrs);
    if (work.function->plan) {
      LZ_ASSIGN_OR_RETURN(work.signature.plan, work.function->plan(work.signature));
    }
    const exec::CallNeeds needs = work.function->needs(work.signature);
    LZ_RETURN_IF_ERROR(checkFits(needs.scratchBytes, "its scratch"));
    if (needs.scratchBytes > 0) {
      step.scratch = add({ValueKind::Temp, needs.scratchBytes});
      describe(at(step.scratch), op->getResult(0), "scratch of ");
    }
    step.ns = needs.ns;
    if (!function.plan)
      step.alternatives = withFewerThreads(work.signature.threads, step.ns, [&](int threads) {
        return needsOf(work, threads).scratchBytes;
      });
    if (mlir::Block* body = calledBody(op))
      LZ_RETURN_IF_ERROR(lowerCalledBody(*body, step));
    addCall(std::move(step), std::move(work), out);
    return okStatus();
  }

  // Returns the needs of the call if it runs on `threads` threads.
  static exec::CallNeeds needsOf(const CallWork& work, int threads) {
    exec::CallSignature signature = work.signature;
    signature.threads = threads;
    return work.function->needs(signature);
  }

  Status lowerCalledBody(mlir::Block& body, Step& step) {
    for (mlir::BlockArgument param : body.getArguments()) {
      step.bodyParams.push_back(add({ValueKind::Temp, hlo::fromIr(param.getType()).numBytes()}));
      values_.name(param, step.bodyParams.back());
    }
    LZ_RETURN_IF_ERROR(lowerBlock(body, step.lists.emplace_back()));
    for (mlir::Value result : body.getTerminator()->getOperands())
      step.bodyResults.push_back(valueOf(result));
    return okStatus();
  }

  Step callStep(mlir::Operation* op, std::string name, exec::CallSignature& signature) {
    Step step{StepKind::Call, std::move(name)};
    for (mlir::Value operand : op->getOperands())
      step.operands.push_back(valueOf(operand));
    for (mlir::Value result : op->getResults())
      step.results.push_back(resultOf(result));
    mlir::FunctionType types = hlo::calledTypes(op);
    for (mlir::Type type : types.getInputs())
      signature.operands.push_back(hlo::fromIr(type));
    for (mlir::Type type : types.getResults())
      signature.results.push_back(hlo::fromIr(type));
    signature.threads = options_.target.threads;
    signature.cpu = options_.target.cpu;
    const bool isWide = partType(signature.operandType()) == DType::F64;
    signature.kernels = &options_.target.kernels.of(isWide ? DType::F64 : DType::F32);
    return step;
  }

  void addCall(Step step, CallWork work, StepList& out) {
    step.payload = int32_t(program_.calls.size());
    program_.calls.push_back(std::move(work));
    out.push_back(std::move(step));
  }

  // Lowers a custom call, which calls a function of the caller or of the library.
  Status lowerCustomCall(hlo::CustomCallOp op, StepList& out) {
    LZ_ASSIGN_OR_RETURN(std::optional<exec::CallAttrs> lapack, lapackAttrs(op, options_.hostCalls));
    if (lapack)
      return lowerCall(op, *exec::findCall("lapack"), std::move(*lapack), out);
    LZ_ASSIGN_OR_RETURN(CallWork work, hostCallWork(op, options_.hostCalls));
    Step step = callStep(op, "@" + work.host->name(), work.signature);
    step.attrs = exec::print(work.signature.attrs);
    step.ns = work.host->traits().ns;
    step.hasEffects = work.host->traits().hasEffects;
    listAliases(work.host->traits(), program_.steps.values, step);
    addCall(std::move(step), std::move(work), out);
    return okStatus();
  }

  // Each carried value has one place. The condition and the body read the carried value there. The
  // value that the body yields for the next trip is copied to this place.
  Status lowerWhile(mlir::Operation* op, StepList& out) {
    Step loop{StepKind::Loop, "while"};
    for (mlir::OpResult r : op->getResults()) {
      loop.results.push_back(resultOf(r));
      copy(valueOf(op->getOperand(r.getResultNumber())), loop.results.back(), out);
    }
    mlir::Block &condition = op->getRegion(0).front(), &body = op->getRegion(1).front();
    for (mlir::Block* block : {&condition, &body})
      for (mlir::BlockArgument a : block->getArguments())
        values_.name(a, loop.results[a.getArgNumber()]);
    loop.lists.resize(2);
    const ValueId predicate = add({ValueKind::Temp, 1});
    loop.operands = {predicate};
    LZ_RETURN_IF_ERROR(lowerBlock(condition, loop.lists[0]));
    copy(valueOf(condition.getTerminator()->getOperand(0)), predicate, loop.lists[0]);
    mlir::Operation* yield = body.getTerminator();
    for (mlir::OpOperand& yielded : yield->getOpOperands()) {
      const unsigned i = yielded.getOperandNumber();
      if (mlir::Value update = updateOf(body.getArgument(i), yielded.get(), kernels_))
        values_.writeTo(update, loop.results[i]);
    }
    LZ_RETURN_IF_ERROR(lowerBlock(body, loop.lists[1]));
    copyYielded(yield, loop.results, loop.lists[1]);
    writeToCarried(kernels_, program_.steps, loop);
    loop.ns = nsOf(loop.lists[0]) + nsOf(loop.lists[1]);
    out.push_back(std::move(loop));
    return okStatus();
  }

  // Copies the values that the body yields to the carried values. The body can yield one carried
  // value as the next value of another, for example to swap two values. Such a carried value is
  // first copied to a temporary, because the copy to its own place may overwrite it.
  void copyYielded(mlir::Operation* yield, const std::vector<ValueId>& carried, StepList& out) {
    llvm::DenseSet<ValueId> all(carried.begin(), carried.end());
    std::vector<ValueId> next;
    for (mlir::OpOperand& yielded : yield->getOpOperands()) {
      ValueId source = valueOf(yielded.get());
      bool swaps = source != carried[yielded.getOperandNumber()] && all.contains(source);
      if (swaps) {
        ValueId saved = add({ValueKind::Temp, at(source).bytes});
        copy(source, saved, out);
        source = saved;
      }
      next.push_back(source);
    }
    for (size_t i = 0; i < next.size(); ++i)
      copy(next[i], carried[i], out);
  }

  Status lowerConditional(mlir::Operation* op, StepList& out) {
    Step step{StepKind::Branch, std::string(hlo::opInfo(op)->name)};
    const ValueId selector = valueOf(op->getOperand(0));
    step.operands = {selector};
    for (mlir::OpResult r : op->getResults()) {
      const ValueId result = resultOf(r);
      step.results.push_back(result);
      if (couldTakeOver(at(result), at(selector)))
        step.aliases.push_back(
            {Alias::Kind::May, result, selector, "the branch is chosen before its list begins"});
    }
    for (mlir::Region& region : op->getRegions()) {
      StepList& list = step.lists.emplace_back();
      LZ_RETURN_IF_ERROR(lowerBlock(region.front(), list));
      for (mlir::OpOperand& yielded : region.front().getTerminator()->getOpOperands())
        copy(valueOf(yielded.get()), step.results[yielded.getOperandNumber()], list);
      step.ns = std::max(step.ns, nsOf(list));
    }
    out.push_back(std::move(step));
    return okStatus();
  }

  const ModuleKernels& kernels_;
  const LoweringOptions& options_;
  LoweredProgram program_;
  StepValues values_{program_.steps};
  ProductLowering products_{kernels_, options_.target, program_, values_};
  std::vector<ValueId> outputs_;
};

} // namespace

StatusOr<LoweredProgram> lowerToSteps(mlir::func::FuncOp main, const ModuleKernels& kernels,
                                      const std::vector<bool>& donated,
                                      const LoweringOptions& options) {
  return Lowering(kernels, options).run(main, donated);
}

} // namespace lz::compiler
