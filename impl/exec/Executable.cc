#include "exec/Executable.h"

#include "absl/algorithm/container.h"
#include "base/Cancel.h"
#include "base/Exceptions.h"
#include "base/Integers.h"
#include "base/machine/RunningPrograms.h"
#include "exec/thunks/Run.h"
#include "runtime/Arena.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lz::exec {
namespace {

using runtime::Storage;
using runtime::StorageRef;
using runtime::StorageState;

// Returns the largest number of arguments that are in use at the same time: those of a thunk and of
// the thunks inside of it.
size_t mostArgs(const Sequence& sequence) {
  size_t most = 0;
  for (const ThunkRef& thunk : sequence.thunks) {
    size_t own = 0, inside = 0;
    thunk->forEachBuffer([&](BufferId, BufferUse use) { own += use != BufferUse::Keeps; });
    thunk->forEachSequence(
        [&](const Sequence& nested) { inside = std::max(inside, mostArgs(nested)); });
    most = std::max(most, own + inside);
  }
  return most;
}

// Returns the offset of the table in the arena.
int64_t tableOffsetOf(const ExecutableSpec& spec) {
  return roundUp(spec.arenaBytes, runtime::kAlignment);
}

// Returns the size of the table with the addresses of all buffers and the arguments of one thunk.
int64_t tableBytesOf(const ExecutableSpec& spec, size_t numArgs) {
  return int64_t((spec.buffers.size() + numArgs) * sizeof(void*));
}

bool isQuickToRun(const ExecutableSpec& spec) {
  return spec.ns <= ThreadPool::kHandOffNs &&
         absl::c_all_of(spec.body.thunks, [](const ThunkRef& t) { return t->hasKnownTime(); });
}

} // namespace

Executable::Executable(ExecutableSpec spec)
    : spec_(std::move(spec)), isQuick_(isQuickToRun(spec_)) {
  spec_.aliasOf.resize(spec_.outputs.size(), -1);
  tableOffset_ = tableOffsetOf(spec_);
  mostArgs_ = mostArgs(spec_.body);
}

RunBytes bytesOfRun(const ExecutableSpec& spec) {
  const int64_t arena = tableOffsetOf(spec) + tableBytesOf(spec, mostArgs(spec.body));
  RunBytes bytes;
  bytes.most = arena <= kArenaOnStack ? 0 : runtime::Allocator::blockBytes(arena);
  bytes.least = bytes.most;
  std::vector<bool> isTaken(spec.inputs.size());
  for (size_t o = 0; o < spec.outputs.size(); ++o) {
    const int64_t block = runtime::Allocator::blockBytes(spec.outputs[o].numBytes());
    const int32_t input = o < spec.aliasOf.size() ? spec.aliasOf[o] : -1;
    const bool takesOver = input >= 0 && !isTaken[size_t(input)];
    if (takesOver)
      isTaken[size_t(input)] = true;
    bytes.most += block;
    bytes.least += takesOver ? 0 : block;
  }
  return bytes;
}

Status Executable::checkArgs(absl::Span<const StorageRef> args,
                             absl::Span<const bool> donated) const {
  if (args.size() != spec_.inputs.size())
    return invalidArgument("[run] the program has ", spec_.inputs.size(), " inputs, but ",
                           args.size(), " were given");
  if (!donated.empty() && donated.size() != args.size())
    return invalidArgument("[run] ", donated.size(), " donation flags for ", args.size(),
                           " inputs: give one per input, or none");
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

// Fails if the memory of an output overlaps that of an input or of another output.
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
  // The loop visits the ranges in the order of their beginnings. Of the ranges visited so far,
  // `any` is the one that ends last. Of the visited ranges that belong to outputs, `output` is the
  // one that ends last.
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

std::string originOf(const ExecutableSpec& spec, const BufferSpec& buffer) {
  return originText(buffer.origin, buffer.locations, spec.locations);
}

// Adds to the status the name and location of the op that writes buffer `id`. If there is no memory
// for the longer text, returns the status unchanged.
static Status atWritten(const ExecutableSpec& spec, BufferId id, const Status& status) noexcept {
  if (id < 0)
    return status;
  const BufferSpec& buffer = spec.buffers[size_t(id)];
  return caught([&] {
    return withLocation(withOp(status, buffer.op), firstLocation(spec.locations, buffer.locations));
  });
}

// Gets the memory for the arena and for the new outputs, which have no memory yet. If the memory
// for all of them does not fit, the function gets no memory at all. A small arena lies in
// `onStack`.
static StatusOr<runtime::Arena> reserve(runtime::Device& device,
                                        const runtime::MemoryRequest& request, int64_t arenaBytes,
                                        absl::Span<std::byte> onStack,
                                        absl::Span<const StorageRef> newOutputs) {
  const std::shared_ptr<runtime::Allocator>& allocator = device.allocator();
  const bool isOnStack = arenaBytes <= int64_t(onStack.size());
  absl::InlinedVector<int64_t, 8> sizes;
  for (const StorageRef& output : newOutputs)
    sizes.push_back(output->bytes());
  if (!isOnStack)
    sizes.push_back(arenaBytes);
  absl::InlinedVector<runtime::Block, 8> blocks(sizes.size());
  LZ_RETURN_IF_ERROR(allocator->allocateAll(sizes, absl::MakeSpan(blocks), request));
  for (size_t i = 0; i < newOutputs.size(); ++i)
    newOutputs[i]->setBlock(allocator, blocks[i]);
  return isOnStack ? runtime::Arena(*allocator, *request.run, onStack)
                   : runtime::Arena(*allocator, *request.run, blocks.back());
}

int64_t Executable::bytesToTake(absl::Span<const StorageRef> args, absl::Span<const bool> donated,
                                absl::Span<const StorageRef> outData) const {
  int64_t bytes = spec_.runBytes.most;
  for (size_t i = 0; i < spec_.outputs.size(); ++i)
    if ((!outData.empty() && outData[i]) || takesOver(i, args, donated))
      bytes -= runtime::Allocator::blockBytes(spec_.outputs[i].numBytes());
  return bytes;
}

StatusOr<RunResult> Executable::run(runtime::Device& device, absl::Span<const StorageRef> args,
                                    absl::Span<const bool> donated,
                                    absl::Span<const StorageRef> outData,
                                    const RunMemory& memory) const {
  LZ_RETURN_IF_ERROR(checkArgs(args, donated));
  if (!outData.empty())
    LZ_RETURN_IF_ERROR(checkOutData(args, outData));
  size_t numBuffers = spec_.buffers.size();
  const int64_t tableBytes = tableBytesOf(spec_, mostArgs_);
  RunResult result;
  result.outputs.assign(outData.begin(), outData.end());
  result.outputs.resize(spec_.outputs.size());
  absl::InlinedVector<StorageRef, 4> newOutputs;
  for (size_t i = 0; i < spec_.outputs.size(); ++i)
    if (!result.outputs[i] && !takesOver(i, args, donated))
      newOutputs.push_back(result.outputs[i] = Storage::withoutBlock(spec_.outputs[i].numBytes()));
  // Small programs, with a few kernels and no large temporaries, need no arena from the allocator.
  alignas(runtime::kAlignment) std::byte onStack[kArenaOnStack];
  runtime::Reservation own;
  runtime::Reservation& reservation = memory.reservation ? *memory.reservation : own;
  auto arena = reserve(device, {.run = &reservation, .relieves = memory.relieves},
                       tableOffset_ + tableBytes, onStack, newOutputs);
  if (absl::IsCancelled(arena.status()))
    return arena.status();
  if (!arena.ok())
    return refusedRun(spec_, arena.status());
  // From here on only cancellation can end the run with an error, so it is safe to take over
  // storage.
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
  for (size_t i = 0; i < numBuffers; ++i)
    if (spec_.buffers[i].kind == BufferKind::View) // until its thunk sets the address
      addresses[i] = addresses[spec_.buffers[i].viewOf];
  RunScope scope;
  Run run(spec_.buffers, spec_.locations, addresses, addresses + numBuffers, device.pool(), cancel);
  Status status = caught([&] {
    run.run(spec_.body);
    return isSet(cancel) ? absl::CancelledError("[run] the run was cancelled") : run.failure;
  });
  if (status.ok())
    return result;
  return isSet(cancel) ? status : atWritten(spec_, run.written, status);
}

} // namespace lz::exec
