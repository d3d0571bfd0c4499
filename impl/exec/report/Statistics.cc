// Computes the memory and the work of a run.
#include "exec/report/BufferNames.h"
#include "exec/report/LowerBound.h"

#include <algorithm>

namespace lz::exec {
namespace {

struct Work {
  int64_t bytes = 0, steps = 0;
};

Work workOf(const ExecutableSpec& spec, const Sequence& sequence);

// A loop counts as one iteration, and a conditional as its most expensive branch. The bytes of
// a call's body do not count, because the body reads and writes only single elements.
Work workOf(const ExecutableSpec& spec, const Thunk& thunk) {
  Work work{0, 1};
  thunk.forEachBuffer([&](BufferId id, BufferUse use) {
    const BufferSpec& buffer = spec.buffers[size_t(id)];
    if (use != BufferUse::Keeps)
      work.bytes =
          addBytes(work.bytes, buffer.kind == BufferKind::View ? buffer.content : buffer.bytes);
  });
  const Nesting nesting = thunk.nesting();
  thunk.forEachSequence([&](const Sequence& nested) {
    const Work inside = workOf(spec, nested);
    work.steps += inside.steps;
    if (nesting == Nesting::Loop)
      work.bytes = addBytes(work.bytes, inside.bytes);
    else if (nesting == Nesting::Choice)
      work.bytes = std::max(work.bytes, inside.bytes);
  });
  return work;
}

// Recurses as deep as the program's loops and branches nest.
Work workOf(const ExecutableSpec& spec, const Sequence& sequence) {
  Work sum;
  for (const ThunkRef& thunk : sequence.thunks) {
    const Work work = workOf(spec, *thunk);
    sum.bytes = addBytes(sum.bytes, work.bytes);
    sum.steps += work.steps;
  }
  return sum;
}

int64_t bytesOfTypes(const std::vector<TensorType>& types) {
  int64_t sum = 0;
  for (const TensorType& type : types)
    sum = addBytes(sum, type.numBytes());
  return sum;
}

} // namespace

MemoryStatistics Executable::memory() const {
  MemoryStatistics m;
  m.inputs = bytesOfTypes(spec_.inputs);
  m.outputs = bytesOfTypes(spec_.outputs);
  m.arena = spec_.arenaBytes;
  for (const BufferSpec& buffer : spec_.buffers)
    if (buffer.kind == BufferKind::Constant)
      m.constants = addBytes(m.constants, buffer.bytes);
  m.constants = addBytes(m.constants, spec_.tableBytes);
  m.code = spec_.codeBytes;
  std::vector<bool> isTaken(spec_.inputs.size());
  for (size_t o = 0; o < spec_.outputs.size(); ++o)
    if (int32_t input = spec_.aliasOf[o]; input >= 0 && !isTaken[size_t(input)]) {
      isTaken[size_t(input)] = true;
      m.aliased = addBytes(m.aliased, spec_.outputs[o].numBytes());
    }
  m.run = spec_.runBytes;
  m.smallestBudget = spec_.smallestBudget > 0 ? spec_.smallestBudget : m.run.most;
  m.lowerBound = lowerBoundOf(spec_);
  m.peak = addBytes(addBytes(m.inputs, m.constants), addBytes(m.outputs - m.aliased, m.arena));
  return m;
}

CostStatistics Executable::cost() const {
  const Work work = workOf(spec_, spec_.body);
  return {spec_.flops, spec_.ns, work.bytes, spec_.numKernels, work.steps};
}

} // namespace lz::exec
