#include "compiler/MakeThunks.h"

#include "absl/algorithm/container.h"
#include "exec/thunks/Call.h"
#include "exec/thunks/Contraction.h"
#include "exec/thunks/Kinds.h"
#include "exec/thunks/Sweep.h"

namespace lz::compiler {
namespace {

using exec::Sequence;
using exec::SequenceRef;
using exec::ThunkRef;

class Maker {
public:
  Maker(const LoweredProgram& program, const ModuleKernels& kernels)
      : program_(program), kernels_(kernels) {}

  Sequence sequenceOf(const std::vector<Step>& list) const {
    Sequence sequence;
    for (const Step& step : list) {
      sequence.thunks.push_back(thunkOf(step));
      sequence.contents.push_back(step.contents);
    }
    return sequence;
  }

private:
  ThunkRef thunkOf(const Step& step) const {
    switch (step.kind) {
    case StepKind::Kernel:
      return exec::makeKernel(kernelOf(step));
    case StepKind::Contraction:
      return exec::makeContraction(contractionOf(step));
    case StepKind::Sweep:
      return exec::makeSweep(sweepOf(step));
    case StepKind::Call:
      return exec::makeCall(callOf(step));
    case StepKind::Loop:
      return exec::makeWhile(step.name, shared(step.lists[0]), shared(step.lists[1]),
                             step.operands[0]);
    case StepKind::Branch:
      return branchOf(step);
    case StepKind::View:
      return exec::makeView(step.results[0], program_.views[size_t(step.payload)],
                            {step.operands.begin() + 1, step.operands.end()});
    case StepKind::Copy:
      break;
    }
    return exec::makeCopy(step.operands[0], step.results[0]);
  }

  SequenceRef shared(const std::vector<Step>& list) const {
    return std::make_shared<const Sequence>(sequenceOf(list));
  }

  // The buffers of a kernel are its inputs, followed by its results. The step can have more
  // operands than the plan of the kernel has inputs. The kernel updates the buffers of the
  // additional operands, so these buffers are already among the results.
  exec::BoundKernel kernelOf(const Step& step) const {
    const RegionKernel& kernel = kernels_.kernels[size_t(step.payload)];
    const region::RegionPlan& plan = kernel.plan();
    exec::BoundKernel bound{kernel.name,
                            kernel.code.fn,
                            kernel.schedule.grid.units,
                            kernel.schedule.grid.nsPerUnit,
                            {},
                            int32_t(plan.inputs.size()),
                            kernel.code.object};
    auto inputsEnd = step.operands.begin() + int64_t(plan.inputs.size());
    bound.buffers.assign(step.operands.begin(), inputsEnd);
    bound.buffers.insert(bound.buffers.end(), step.results.begin(), step.results.end());
    return bound;
  }

  std::vector<exec::RowKernel> rowsOf(const std::vector<Step>& list) const {
    std::vector<exec::RowKernel> rows;
    for (const Step& step : list) {
      exec::BoundKernel kernel = kernelOf(step);
      const int64_t unitsPerRow = kernel.gridSize / step.rows;
      rows.push_back({std::move(kernel), unitsPerRow});
    }
    return rows;
  }

  exec::Contraction contractionOf(const Step& step) const {
    const fusion::PlacedContraction& work = program_.contractions[size_t(step.payload)];
    return {step.name,       work.plan,    step.operands[0],      step.operands[1],
            step.results[0], step.scratch, rowsOf(step.lists[0]), rowsOf(step.lists[1]),
            work.slices};
  }

  exec::Sweep sweepOf(const Step& step) const {
    exec::Sweep sweep{step.name, program_.sweeps[size_t(step.payload)], {}, step.scratch};
    for (size_t p = 0; p < step.results.size(); ++p)
      sweep.products.push_back({step.operands[2 * p], step.operands[2 * p + 1], step.results[p],
                                rowsOf(step.lists[2 * p]), rowsOf(step.lists[2 * p + 1])});
    sweep.kept = step.kept;
    return sweep;
  }

  exec::Call callOf(const Step& step) const {
    const CallWork& work = program_.calls[size_t(step.payload)];
    exec::Call call{work.function, work.signature, step.operands,
                    step.scratch,  work.host,      work.location};
    call.buffers.insert(call.buffers.end(), step.results.begin(), step.results.end());
    if (step.threads > 0)
      call.signature.threads = step.threads;
    if (!step.lists.empty())
      call.body = {shared(step.lists[0]), step.bodyParams, step.bodyResults};
    return call;
  }

  ThunkRef branchOf(const Step& step) const {
    const ValueId selector = step.operands[0];
    const bool isPred = program_.steps.values[size_t(selector)].bytes == 1;
    std::vector<SequenceRef> branches;
    for (const std::vector<Step>& list : step.lists)
      branches.push_back(shared(list));
    return exec::makeConditional(step.name, selector, isPred, std::move(branches));
  }

  const LoweredProgram& program_;
  const ModuleKernels& kernels_;
};

std::vector<exec::BufferSpec> buffersOf(LoweredProgram& program, const memory::MemoryPlan& memory) {
  std::vector<exec::BufferSpec> buffers;
  for (size_t v = 0; v < program.steps.values.size(); ++v) {
    StepValue& value = program.steps.values[v];
    exec::BufferSpec buffer{value.kind, value.bytes, value.ordinal, memory.offsets[v]};
    if (value.kind == ValueKind::Constant)
      buffer.constant = std::move(program.constants[size_t(value.ordinal)]);
    buffer.content = value.content;
    buffer.viewOf = value.viewOf;
    buffer.origin = std::move(value.origin);
    buffer.op = std::move(value.op);
    buffer.locations = std::move(value.locations);
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

} // namespace

exec::ExecutableSpec makeThunks(LoweredProgram program, const memory::MemoryPlan& memory,
                                const ModuleKernels& kernels) {
  exec::ExecutableSpec spec;
  spec.body = Maker(program, kernels).sequenceOf(program.steps.body);
  spec.ends = program.steps.ends;
  spec.locations = program.steps.locations;
  spec.arenaBytes = memory.arenaBytes;
  spec.aliasOf = memory.aliasOf;
  for (const memory::Move& move : memory.moves)
    spec.moves.push_back(memory::print(move));
  for (const StepValue& value : program.steps.values)
    if (value.kind == ValueKind::Input)
      spec.donated.push_back(value.donated);
  spec.numKernels = int(kernels.kernels.size());
  spec.code = kernels.library;
  spec.codeBytes = kernels.library->bytes();
  for (const CallWork& call : program.calls)
    if (call.signature.plan)
      spec.tableBytes += call.signature.plan->bytes();
  spec.ns = nsOf(program.steps.body);
  spec.onProgramThread = absl::c_any_of(program.calls, [](const CallWork& call) {
    return call.host && call.host->traits().onProgramThread;
  });
  spec.buffers = buffersOf(program, memory);
  return spec;
}

} // namespace lz::compiler
