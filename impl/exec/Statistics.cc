// What a run holds and does, in numbers.
#include "exec/Executable.h"

#include <algorithm>

namespace lz::exec {
namespace {

struct Work {
  int64_t bytes = 0, steps = 0;

  Work& operator+=(const Work& other) {
    bytes += other.bytes;
    steps += other.steps;
    return *this;
  }
};

class WorkCounter {
public:
  explicit WorkCounter(const ExecutableSpec& spec) : spec_(spec) {}

  // Nests as deep as the program's loops and branches do.
  Work of(const Sequence& sequence) const {
    Work sum;
    for (const Thunk& thunk : sequence.thunks)
      sum += std::visit([this](const auto& t) { return of(t); }, thunk);
    return sum;
  }

private:
  int64_t bytesOf(BufferId id) const { return id < 0 ? 0 : spec_.buffers[size_t(id)].bytes; }
  int64_t bytesOf(absl::Span<const BufferId> ids) const {
    int64_t sum = 0;
    for (BufferId id : ids)
      sum += bytesOf(id);
    return sum;
  }

  Work of(const KernelThunk& t) const { return {bytesOf(t.buffers), 1}; }
  Work of(const CopyThunk& t) const { return {bytesOf({t.source, t.target}), 1}; }
  // Its body works on single elements.
  Work of(const CallThunk& t) const {
    return {bytesOf(t.buffers), 1 + (t.body.steps ? of(*t.body.steps).steps : 0)};
  }
  // What its kernels read or write of the contraction's own arrays is in a cache.
  Work of(const ContractionThunk& t) const {
    Work work{bytesOf({t.lhs, t.rhs, t.out}), 1};
    for (const auto* kernels : {&t.prologue, &t.epilogue})
      for (const RowKernel& row : *kernels)
        for (BufferId id : row.kernel.buffers)
          if (id != t.lhs && id != t.rhs && id != t.out)
            work.bytes += bytesOf(id);
    return work;
  }
  Work of(const WhileThunk& t) const {
    Work work{0, 1};
    work += of(*t.condition);
    work += of(*t.body);
    return work;
  }
  Work of(const ConditionalThunk& t) const {
    Work work{0, 1};
    int64_t most = 0;
    for (const auto& branch : t.branches) {
      const Work inside = of(*branch);
      work.steps += inside.steps;
      most = std::max(most, inside.bytes);
    }
    work.bytes = most;
    return work;
  }

  const ExecutableSpec& spec_;
};

int64_t bytesOfTypes(const std::vector<TensorType>& types) {
  int64_t sum = 0;
  for (const TensorType& type : types)
    sum += type.numBytes();
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
      m.constants += buffer.bytes;
  m.constants += spec_.tableBytes;
  m.code = spec_.codeBytes;
  std::vector<bool> isTaken(spec_.inputs.size());
  for (size_t o = 0; o < spec_.outputs.size(); ++o)
    if (int32_t input = spec_.aliasOf[o]; input >= 0 && !isTaken[size_t(input)]) {
      isTaken[size_t(input)] = true;
      m.aliased += spec_.outputs[o].numBytes();
    }
  m.peak = m.inputs + m.constants + (m.outputs - m.aliased) + m.arena;
  return m;
}

CostStatistics Executable::cost() const {
  const Work work = WorkCounter(spec_).of(spec_.body);
  return {spec_.flops, spec_.ns, work.bytes, spec_.numKernels, work.steps};
}

} // namespace lz::exec
