#include "compiler/lower/LowerToSteps.h"

#include "compiler/lower/Aliases.h"
#include "compiler/lower/CallAttrs.h"
#include "compiler/lower/CarriedUpdates.h"
#include "compiler/lower/LowerHostCalls.h"
#include "compiler/lower/SameBytes.h"
#include "compiler/lower/Sizes.h"
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
      values_[argument] = add(std::move(input));
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
  // Declares the outputs. The step that makes a returned value writes it directly into the first
  // output that returns it.
  void declareOutputs(mlir::Operation* terminator) {
    for (mlir::OpOperand& result : terminator->getOpOperands()) {
      TensorType type = hlo::fromIr(result.get().getType());
      outputs_.push_back(
          add({ValueKind::Output, type.numBytes(), int32_t(result.getOperandNumber())}));
      mlir::Value origin = originOf(result.get());
      if (isWritten(origin))
        outputOf_.try_emplace(origin, outputs_.back());
    }
  }

  // If a kernel updates a value in place, gives the result of the update and the value before the
  // update the same place.
  void declareUpdated(mlir::Block& entry) {
    for (auto [before, after] : updatedResults(entry, kernels_)) {
      auto it = outputOf_.find(after);
      if (it == outputOf_.end())
        it = outputOf_.try_emplace(after, add({ValueKind::Temp, bytesOf(after)})).first;
      outputOf_.try_emplace(before, ValueId(it->second));
    }
  }

  static int64_t bytesOf(mlir::Value v) { return hlo::fromIr(v.getType()).numBytes(); }

  ValueId add(StepValue value) {
    program_.steps.values.push_back(std::move(value));
    return ValueId(program_.steps.values.size()) - 1;
  }

  StepValue& at(ValueId value) { return program_.steps.values[size_t(value)]; }

  ValueId valueOf(mlir::Value v) const { return values_.lookup(v); }

  ValueId resultOf(mlir::Value v) {
    auto it = outputOf_.find(v);
    ValueId value = it != outputOf_.end() ? it->second : add({ValueKind::Temp, bytesOf(v)});
    describe(at(value), v);
    return values_[v] = value;
  }

  ValueId rowsOf(mlir::Value v) { return values_[v] = add({ValueKind::Rows}); }

  void copy(ValueId source, ValueId target, StepList& out) {
    if (source != target)
      out.push_back(copyStep(program_.steps, source, target));
  }

  Status lowerBlock(mlir::Block& block, StepList& out) {
    for (mlir::Operation& op : block.without_terminator())
      if (Status status = lowerOp(&op, out); !status.ok())
        return withLocation(withOp(status, op.getName().getStringRef().str()),
                            hlo::locationFromIr(op.getLoc()));
    return okStatus();
  }

  Status lowerOp(mlir::Operation* op, StepList& out) {
    if (mlir::isOpTriviallyDead(op)) // a dead op is in no region
      return okStatus();
    LZ_RETURN_IF_ERROR(checkFits(op->getResultTypes()));
    if (auto region = mlir::dyn_cast<ir::RegionOp>(op))
      // A prologue is lowered with its contraction.
      return region.isPrologue() ? okStatus() : lowerRegion(region, out);
    if (auto around = mlir::dyn_cast<ir::ContractionOp>(op))
      return lowerBody(around, out);
    const OpInfo* info = hlo::opInfo(op);
    if (!info)
      return unimplemented("op ", op->getName().getStringRef().str(), " cannot be compiled");
    if (renames(*info)) {
      for (mlir::OpResult r : op->getResults())
        values_[r] = valueOf(op->getOperand(r.getResultNumber()));
      return okStatus();
    }
    if (info->opcode == Opcode::Constant)
      return lowerConstant(op);
    if (info->kind == OpKind::Contraction)
      return lowerContractionOp(op, out);
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

  // Lowers the body of an lz.contraction. Its arguments are other names for the operands of the op,
  // and its returned values other names for the results.
  Status lowerBody(ir::ContractionOp around, StepList& out) {
    mlir::Block& body = around.getBody().front();
    for (auto [inside, outside] : llvm::zip(body.getArguments(), around.getInputs()))
      values_[inside] = valueOf(outside);
    LZ_RETURN_IF_ERROR(lowerBlock(body, out));
    for (auto [inside, outside] :
         llvm::zip(body.getTerminator()->getOperands(), around.getResults()))
      values_[outside] = valueOf(inside);
    return okStatus();
  }

  Status lowerConstant(mlir::Operation* op) {
    LZ_ASSIGN_OR_RETURN(Op plain, plainOp(op));
    Literal& constant = program_.constants.emplace_back(ConstantAttrs(plain.attrs).value());
    values_[op->getResult(0)] = add(
        {ValueKind::Constant, constant.type().numBytes(), int32_t(program_.constants.size()) - 1});
    return okStatus();
  }

  // Lowers a region to a kernel. If the region runs on the rows of a contraction, its kernel is
  // added to the contraction's step, which is the last step in `out`.
  Status lowerRegion(ir::RegionOp region, StepList& out) {
    const region::RegionPlan& plan = kernels_.planOf(region);
    Step kernel = kernelOf(region);
    for (const region::PlanOutput& output : plan.outputs)
      if (output.initial >= 0)
        copy(kernel.operands[size_t(output.initial)], kernel.results[size_t(output.buffer)], out);
    listAliases(plan, program_.steps.values, kernel);
    if (!onRows_.contains(region)) {
      out.push_back(std::move(kernel));
      return okStatus();
    }
    Step& contraction = out.back();
    contraction.ns += kernel.ns;
    contraction.lists[1].push_back(std::move(kernel));
    return okStatus();
  }

  // Returns the step of a kernel, without aliases.
  Step kernelOf(ir::RegionOp region) {
    const size_t index = kernels_.kernelOf.lookup(region);
    const RegionKernel& kernel = kernels_.kernels[index];
    const bool isOnRows = onRows_.contains(region);
    Step step{StepKind::Kernel, kernel.name};
    for (mlir::Value v : region.getInputs())
      step.operands.push_back(valueOf(v));
    for (mlir::Value v : region.getOutputs())
      step.results.push_back(isOnRows && region.isPrologue() ? rowsOf(v) : resultOf(v));
    step.ns = kernel.ns();
    step.payload = int32_t(index);
    step.rows = isOnRows ? region.numRows() : 0;
    return step;
  }

  Status lowerContractionOp(mlir::Operation* op, StepList& out) {
    LZ_ASSIGN_OR_RETURN(contraction::TiledContraction spec,
                        fusion::tiledContraction(op, options_.target));
    const fusion::RegionPlacement inside = fusion::placementOf(op);
    std::optional<fusion::PlacedContraction> work =
        planPlaced(op, spec, inside, options_.target.threads);
    if (!work)
      return internalError("a contraction cannot run its regions where they were placed");
    Step step{StepKind::Contraction, std::string(hlo::opInfo(op)->name)};
    step.lists.resize(2);
    LZ_RETURN_IF_ERROR(lowerPrologues(op, inside, step.lists[0], out));
    step.operands = {valueOf(op->getOperand(0)), valueOf(op->getOperand(1))};
    onRows_.insert(inside.epilogues.begin(), inside.epilogues.end());
    mlir::Value result = op->getResult(0);
    step.results = {inside.keepsOutput ? rowsOf(result) : resultOf(result)};
    step.ns = work->plan.ns + nsOf(step.lists[0]);
    step.scratch = add({ValueKind::Temp, work->scratchBytes()});
    describe(at(step.scratch), result, "packing of ");
    step.payload = int32_t(program_.contractions.size());
    program_.contractions.push_back(std::move(*work));
    out.push_back(std::move(step));
    return okStatus();
  }

  // Lowers the regions that make operands. They run inside the contraction, or as kernels before
  // it.
  Status lowerPrologues(mlir::Operation* op, const fusion::RegionPlacement& inside,
                        StepList& onRows, StepList& out) {
    onRows_.insert(inside.prologues.begin(), inside.prologues.end());
    for (ir::RegionOp region : inside.prologues) {
      onRows.push_back(kernelOf(region));
      listAliases(kernels_.planOf(region), program_.steps.values, onRows.back());
    }
    for (unsigned operand : {0u, 1u})
      if (ir::RegionOp region = ir::prologueOf(op, operand); region && !onRows_.contains(region))
        LZ_RETURN_IF_ERROR(lowerRegion(region, out));
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
    if (mlir::Block* body = calledBody(op))
      LZ_RETURN_IF_ERROR(lowerCalledBody(*body, step));
    addCall(std::move(step), std::move(work), out);
    return okStatus();
  }

  Status lowerCalledBody(mlir::Block& body, Step& step) {
    for (mlir::BlockArgument param : body.getArguments()) {
      values_[param] = add({ValueKind::Temp, hlo::fromIr(param.getType()).numBytes()});
      step.bodyParams.push_back(values_[param]);
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

  // Lowers a call of a function of the caller or of the library.
  Status lowerCustomCall(hlo::CustomCallOp op, StepList& out) {
    LZ_ASSIGN_OR_RETURN(std::optional<exec::CallAttrs> lapack, lapackAttrs(op, options_.hostCalls));
    if (lapack)
      return lowerCall(op, *exec::findCall("lapack"), std::move(*lapack), out);
    LZ_ASSIGN_OR_RETURN(CallWork work, hostCallWork(op, options_.hostCalls));
    Step step = callStep(op, "@" + work.host->name(), work.signature);
    step.attrs = exec::print(work.signature.attrs);
    step.ns = work.host->traits().ns;
    listAliases(work.host->traits(), program_.steps.values, step);
    addCall(std::move(step), std::move(work), out);
    return okStatus();
  }

  // Each carried value has one place. The condition and the body read it there, and the value that
  // the body yields is copied there.
  Status lowerWhile(mlir::Operation* op, StepList& out) {
    Step loop{StepKind::Loop, "while"};
    for (mlir::OpResult r : op->getResults()) {
      loop.results.push_back(resultOf(r));
      copy(valueOf(op->getOperand(r.getResultNumber())), loop.results.back(), out);
    }
    mlir::Block &condition = op->getRegion(0).front(), &body = op->getRegion(1).front();
    for (mlir::Block* block : {&condition, &body})
      for (mlir::BlockArgument a : block->getArguments())
        values_[a] = loop.results[a.getArgNumber()];
    loop.lists.resize(2);
    const ValueId predicate = add({ValueKind::Temp, 1});
    loop.operands = {predicate};
    LZ_RETURN_IF_ERROR(lowerBlock(condition, loop.lists[0]));
    copy(valueOf(condition.getTerminator()->getOperand(0)), predicate, loop.lists[0]);
    mlir::Operation* yield = body.getTerminator();
    for (mlir::OpOperand& yielded : yield->getOpOperands()) {
      const unsigned i = yielded.getOperandNumber();
      if (mlir::Value update = updateOf(body.getArgument(i), yielded.get(), kernels_))
        outputOf_.try_emplace(update, loop.results[i]);
    }
    LZ_RETURN_IF_ERROR(lowerBlock(body, loop.lists[1]));
    copyYielded(yield, loop.results, loop.lists[1]);
    loop.ns = nsOf(loop.lists[0]) + nsOf(loop.lists[1]);
    out.push_back(std::move(loop));
    return okStatus();
  }

  // Copies the yielded values to the carried ones. If the body yields another carried value, as for
  // a swap, that value is first copied to a temporary, since one of the copies may overwrite it.
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
            {Alias::Kind::May, result, selector, "the choice is made before a list begins"});
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
  llvm::DenseMap<mlir::Value, ValueId> values_;
  llvm::DenseMap<mlir::Value, ValueId> outputOf_; // where a step must write a value
  std::vector<ValueId> outputs_;
  llvm::DenseSet<mlir::Operation*> onRows_; // regions that contractions run on rows
};

} // namespace

StatusOr<LoweredProgram> lowerToSteps(mlir::func::FuncOp main, const ModuleKernels& kernels,
                                      const std::vector<bool>& donated,
                                      const LoweringOptions& options) {
  return Lowering(kernels, options).run(main, donated);
}

} // namespace lz::compiler
