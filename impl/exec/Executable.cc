#include "exec/Executable.h"

#include "absl/algorithm/container.h"
#include "base/Cancel.h"
#include "base/Exceptions.h"
#include "base/machine/RunningPrograms.h"
#include "contraction/run/RunContraction.h"
#include "contraction/run/RunSlices.h"
#include "exec/RunBody.h"
#include "runtime/Arena.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <utility>

namespace lz::exec {
namespace {

using contraction::RowFn;
using contraction::RowWork;
using contraction::Slices;
using runtime::Storage;
using runtime::StorageRef;
using runtime::StorageState;

size_t maxArgs(const Sequence& sequence);

size_t maxArgs(const Thunk& thunk) {
  if (auto* kernel = std::get_if<KernelThunk>(&thunk))
    return kernel->buffers.size();
  if (auto* call = std::get_if<CallThunk>(&thunk))
    return call->buffers.size() + (call->body.steps ? maxArgs(*call->body.steps) : 0);
  if (auto* loop = std::get_if<WhileThunk>(&thunk))
    return std::max(maxArgs(*loop->condition), maxArgs(*loop->body));
  size_t most = 0;
  if (auto* conditional = std::get_if<ConditionalThunk>(&thunk))
    for (const auto& branch : conditional->branches)
      most = std::max(most, maxArgs(*branch));
  return most;
}

size_t maxArgs(const Sequence& sequence) {
  size_t most = 0;
  for (const Thunk& thunk : sequence.thunks)
    most = std::max(most, maxArgs(thunk));
  return most;
}

// One run: where every buffer is, and the threads.
struct Runner {
  const ExecutableSpec& spec;
  void** addresses;  // by BufferId
  void** kernelArgs; // of the kernel or call that runs now
  ThreadPool& pool;
  const CancelFlag* cancel; // once it is set no thunk begins, and nothing reads what others wrote
  BufferId written = -1;    // by the thunk that runs now, or ran last
  Status failure{};         // of a call; nothing begins after it

  // Nests as deep as the program's loops and branches do.
  void run(const Sequence& sequence) {
    for (const Thunk& thunk : sequence.thunks) {
      if (ends())
        return;
      std::visit([this](const auto& t) { execute(t); }, thunk);
    }
  }

  bool ends() const { return isSet(cancel) || !failure.ok(); }

  void* at(BufferId id) const { return addresses[id]; }

  void execute(const KernelThunk& kernel) {
    if (!kernel.buffers.empty())
      written = kernel.buffers.back();
    for (size_t i = 0; i < kernel.buffers.size(); ++i)
      kernelArgs[i] = at(kernel.buffers[i]);
    pool.parallelFor(kernel.gridSize, kernel.nsPerUnit,
                     [&](int64_t lo, int64_t hi, int) { kernel.fn(kernelArgs, lo, hi); });
  }

  void execute(const CopyThunk& copy) {
    constexpr int64_t kChunk = 64 << 10;
    constexpr double kNsPerChunk = 5e3;
    auto* source = static_cast<const std::byte*>(at(copy.source));
    auto* target = static_cast<std::byte*>(at(copy.target));
    const int64_t bytes =
        std::min(spec.buffers[size_t(copy.source)].bytes, spec.buffers[size_t(copy.target)].bytes);
    written = copy.target;
    if (source == target || bytes == 0)
      return;
    pool.parallelFor((bytes + kChunk - 1) / kChunk, kNsPerChunk, [&](int64_t lo, int64_t hi, int) {
      int64_t begin = lo * kChunk, end = std::min(hi * kChunk, bytes);
      std::memcpy(target + begin, source + begin, size_t(end - begin));
    });
  }

  void execute(const ContractionThunk& contraction) {
    written = contraction.out;
    if (contraction.slices)
      return executeSlices(contraction);
    auto finish = [&](int64_t row, int64_t end, void* out) {
      runRows(contraction.epilogue, row, end, contraction.out, out);
    };
    BufferId own = contraction.plan.privateOperand == 1 ? contraction.rhs : contraction.lhs;
    auto make = [&](int64_t row, int64_t end, void* operand) {
      runRows(contraction.prologue, row, end, own, operand);
    };
    RowWork rows{finish, nsPerRow(contraction.epilogue), RowFn(make)};
    bool isPlain = contraction.epilogue.empty() && contraction.prologue.empty();
    runContraction(contraction.plan, at(contraction.lhs), at(contraction.rhs), at(contraction.out),
                   at(contraction.scratch), scratchBytesOf(contraction), pool,
                   isPlain ? nullptr : &rows);
  }

  void executeSlices(const ContractionThunk& contraction) {
    std::array<BufferId, 3> arrays = {contraction.lhs, contraction.rhs, contraction.out};
    auto work = [&](size_t array, int64_t row, int64_t end, void* address) {
      if (array == Slices::Out)
        return runRows(contraction.epilogue, row, end, contraction.out, address);
      for (const RowKernel& maker : contraction.prologue)
        if (maker.kernel.buffers.back() == arrays[array])
          runRows({&maker, 1}, row, end, arrays[array], address);
    };
    double makeNs = nsPerRow(contraction.prologue);
    runSlices(*contraction.slices, {at(contraction.lhs), at(contraction.rhs), at(contraction.out)},
              static_cast<std::byte*>(at(contraction.scratch)), scratchBytesOf(contraction), pool,
              {work, {makeNs, makeNs, nsPerRow(contraction.epilogue)}});
  }

  int64_t scratchBytesOf(const ContractionThunk& contraction) const {
    return spec.buffers[size_t(contraction.scratch)].bytes;
  }

  static double nsPerRow(absl::Span<const RowKernel> kernels) {
    double ns = 0;
    for (const RowKernel& row : kernels)
      ns += row.kernel.nsPerUnit * double(row.unitsPerRow);
    return ns;
  }

  // On any thread, hence with arguments of its own. `buffer` is at `address` for these rows.
  void runRows(absl::Span<const RowKernel> kernels, int64_t row, int64_t end, BufferId buffer,
               void* address) const {
    void* args[kMostRowBuffers];
    for (const auto& [kernel, unitsPerRow] : kernels) {
      for (size_t i = 0; i < kernel.buffers.size(); ++i)
        args[i] = kernel.buffers[i] == buffer ? address : at(kernel.buffers[i]);
      kernel.fn(args, row * unitsPerRow, end * unitsPerRow);
    }
  }

  void execute(const CallThunk& call) {
    if (!call.buffers.empty())
      written = call.buffers.back();
    for (size_t i = 0; i < call.buffers.size(); ++i)
      kernelArgs[i] = at(call.buffers[i]);
    absl::Span<std::byte> scratch;
    if (call.scratch >= 0)
      scratch = {static_cast<std::byte*>(at(call.scratch)),
                 size_t(spec.buffers[size_t(call.scratch)].bytes)};
    CallArgs args{call.signature, kernelArgs, scratch, pool};
    if (call.body.steps)
      return executeWithBody(call, args);
    failure = call.host ? runHost(call, args) : call.function->run(args);
  }

  void executeWithBody(const CallThunk& call, CallArgs& args) {
    if (KernelBody body(call.body, addresses); body.isValid()) {
      args.body = &body;
      failure = call.function->run(args);
      return;
    }
    Runner inside{spec, addresses, kernelArgs + call.buffers.size(), pool, cancel};
    auto runSteps = [&] {
      inside.run(*call.body.steps);
      return !inside.ends();
    };
    StepsBody body(call.body, spec, addresses, runSteps);
    args.body = &body;
    failure = call.function->run(args);
    failure.Update(inside.failure);
  }

  static Status runHost(const CallThunk& call, const CallArgs& args) {
    Status status = call.host->run(args);
    return status.ok() ? status : withLocation(withOp(status, "custom_call"), call.place);
  }

  void execute(const WhileThunk& loop) {
    auto* predicate = static_cast<const uint8_t*>(at(loop.predicate));
    for (run(*loop.condition); !ends() && *predicate != 0; run(*loop.condition))
      run(*loop.body);
  }

  void execute(const ConditionalThunk& conditional) {
    const void* selector = at(conditional.selector);
    size_t count = conditional.branches.size(), index = 0;
    if (conditional.selectorIsPred) {
      index = *static_cast<const uint8_t*>(selector) ? 0 : 1;
    } else {
      int32_t value = *static_cast<const int32_t*>(selector);
      index = value < 0 || size_t(value) >= count ? count - 1 : size_t(value);
    }
    run(*conditional.branches[index]);
  }
};

bool runsEachStepOnce(const ExecutableSpec& spec) {
  return absl::c_all_of(spec.body.thunks, [](const Thunk& thunk) {
    return std::holds_alternative<KernelThunk>(thunk) || std::holds_alternative<CopyThunk>(thunk) ||
           std::holds_alternative<ContractionThunk>(thunk);
  });
}

} // namespace

Executable::Executable(ExecutableSpec spec)
    : spec_(std::move(spec)), isQuick_(spec_.ns <= kHandOffNs && runsEachStepOnce(spec_)) {
  spec_.aliasOf.resize(spec_.outputs.size(), -1);
  int64_t unit = runtime::kAlignment;
  tableOffset_ = (spec_.arenaBytes + unit - 1) / unit * unit;
  maxKernelArgs_ = maxArgs(spec_.body);
}

Status Executable::checkArgs(absl::Span<const StorageRef> args,
                             absl::Span<const bool> donated) const {
  if (args.size() != spec_.inputs.size())
    return invalidArgument("[run] the program has ", spec_.inputs.size(), " inputs, but ",
                           args.size(), " were given");
  if (!donated.empty() && donated.size() != args.size())
    return invalidArgument("[run] ", donated.size(), " donation flags for ", args.size(),
                           " inputs: give one an input, or none");
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i])
      return invalidArgument("[run] input ", i, " has no storage");
    if (StorageState state = args[i]->state(); state != StorageState::Live)
      return failedPrecondition("[run] input ", i, " was ",
                                state == StorageState::Donated ? "donated" : "deleted",
                                " and cannot be read any more");
    if (args[i]->bytes() != spec_.inputs[i].numBytes())
      return invalidArgument("[run] input ", i, " is ", spec_.inputs[i].str(), " of ",
                             spec_.inputs[i].numBytes(), " bytes, but ", args[i]->bytes(),
                             " bytes were given");
  }
  return okStatus();
}

bool Executable::takesOver(size_t output, absl::Span<const StorageRef> args,
                           absl::Span<const bool> donated) const {
  int32_t input = spec_.aliasOf[output];
  if (input < 0 || donated.empty() || !donated[size_t(input)])
    return false;
  auto earlier = spec_.aliasOf.begin();
  if (std::find(earlier, earlier + int64_t(output), input) != earlier + int64_t(output))
    return false;
  const StorageRef& arg = args[size_t(input)];
  return arg->owner() == runtime::StorageOwner::Library &&
         arg->bytes() == spec_.outputs[output].numBytes() && runtime::isExclusive(arg);
}

// Errors: bytes of an output that are also another's, or an input's.
static Status checkOutData(absl::Span<const StorageRef> args,
                           absl::Span<const StorageRef> outData) {
  struct Bytes {
    const std::byte *begin, *end;
    bool isOutput;
    size_t index;
    std::string str() const { return absl::StrCat(isOutput ? "output " : "input ", index); }
  };
  std::vector<Bytes> all;
  for (bool isOutput : {false, true}) {
    absl::Span<const StorageRef> storages = isOutput ? outData : args;
    for (size_t i = 0; i < storages.size(); ++i)
      if (storages[i] && storages[i]->bytes() > 0)
        all.push_back(
            {storages[i]->data(), storages[i]->data() + storages[i]->bytes(), isOutput, i});
  }
  std::sort(all.begin(), all.end(),
            [](const Bytes& a, const Bytes& b) { return std::less<>()(a.begin, b.begin); });
  // Those that reach furthest, of all and of the outputs, of what begins earlier.
  const Bytes *any = nullptr, *output = nullptr;
  for (const Bytes& bytes : all) {
    const Bytes* earlier = bytes.isOutput ? any : output;
    if (earlier && bytes.begin < earlier->end)
      return invalidArgument("[run] the memory for ", (bytes.isOutput ? bytes : *earlier).str(),
                             " overlaps that of ", (bytes.isOutput ? *earlier : bytes).str());
    if (!any || bytes.end > any->end)
      any = &bytes;
    if (bytes.isOutput && (!output || bytes.end > output->end))
      output = &bytes;
  }
  return okStatus();
}

// The op whose value found no room.
static Status atLargest(const ExecutableSpec& spec, BufferKind kind, const Status& status) {
  const BufferSpec* largest = nullptr;
  for (const BufferSpec& buffer : spec.buffers)
    if (buffer.kind == kind && (!largest || buffer.bytes > largest->bytes))
      largest = &buffer;
  return largest ? withLocation(withOp(status, largest->op), largest->place) : status;
}

// Without memory for the place, the plain status.
static Status atWritten(const ExecutableSpec& spec, BufferId id, const Status& status) noexcept {
  if (id < 0)
    return status;
  const BufferSpec& buffer = spec.buffers[size_t(id)];
  return caught([&] { return withLocation(withOp(status, buffer.op), buffer.place); });
}

static Status atOutput(const ExecutableSpec& spec, size_t output, const Status& status) {
  for (const BufferSpec& buffer : spec.buffers)
    if (buffer.kind == BufferKind::Output && buffer.ordinal == int32_t(output))
      return withLocation(withOp(status, buffer.op), buffer.place);
  return status;
}

static constexpr size_t kArenaOnStack = 1024;

StatusOr<RunResult> Executable::run(runtime::Device& device, absl::Span<const StorageRef> args,
                                    absl::Span<const bool> donated,
                                    absl::Span<const StorageRef> outData) const {
  LZ_RETURN_IF_ERROR(checkArgs(args, donated));
  if (!outData.empty())
    LZ_RETURN_IF_ERROR(checkOutData(args, outData));
  size_t numBuffers = spec_.buffers.size();
  int64_t tableBytes = int64_t((numBuffers + maxKernelArgs_) * sizeof(void*));
  // Enough for a program of some kernels without large temporaries.
  alignas(runtime::kAlignment) std::byte onStack[kArenaOnStack];
  auto arena = runtime::Arena::acquire(*device.allocator(), tableOffset_ + tableBytes, onStack);
  if (!arena.ok())
    return atLargest(spec_, BufferKind::Temp, arena.status());
  // Everything that can fail, but for a run that is cancelled, comes before the first storage
  // changes hands.
  RunResult result;
  result.outputs.assign(outData.begin(), outData.end());
  result.outputs.resize(spec_.outputs.size());
  for (size_t i = 0; i < spec_.outputs.size(); ++i)
    if (!result.outputs[i] && !takesOver(i, args, donated)) {
      auto storage = device.allocate(spec_.outputs[i].numBytes());
      if (!storage.ok())
        return atOutput(spec_, i, storage.status());
      result.outputs[i] = *std::move(storage);
    }
  auto** addresses = reinterpret_cast<void**>(arena->data() + tableOffset_);
  for (size_t i = 0; i < numBuffers; ++i) {
    const BufferSpec& buffer = spec_.buffers[i];
    if (buffer.kind == BufferKind::Input)
      addresses[i] = const_cast<std::byte*>(args[size_t(buffer.ordinal)]->data());
    else if (buffer.kind == BufferKind::Temp)
      addresses[i] = arena->data() + buffer.offset;
    else if (buffer.kind == BufferKind::Constant)
      addresses[i] = const_cast<std::byte*>(buffer.constant.data());
    else if (buffer.kind == BufferKind::Rows)
      addresses[i] = nullptr;
  }
  const CancelFlag* cancel = currentCancelFlag();
  if (isSet(cancel))
    return absl::CancelledError("[run] the run was cancelled before it began");
  for (size_t i = 0; i < result.outputs.size(); ++i)
    if (!result.outputs[i])
      result.outputs[i] = Storage::takeOver(*args[size_t(spec_.aliasOf[i])]);
  for (size_t i = 0; i < numBuffers; ++i)
    if (spec_.buffers[i].kind == BufferKind::Output)
      addresses[i] = result.outputs[size_t(spec_.buffers[i].ordinal)]->mutableData();
  RunScope scope;
  Runner runner{spec_, addresses, addresses + numBuffers, device.pool(), cancel};
  Status status = caught([&] {
    runner.run(spec_.body);
    return isSet(cancel) ? absl::CancelledError("[run] the run was cancelled") : runner.failure;
  });
  if (status.ok())
    return result;
  return isSet(cancel) ? status : atWritten(spec_, runner.written, status);
}

} // namespace lz::exec
