#include "exec/report/LowerBound.h"

#include "base/HashMap.h"
#include "exec/report/BufferNames.h"

#include <algorithm>

namespace lz::exec {
namespace {

using Buffers = HashSet<BufferId>;

// Calls `visit` for each content that a thunk of the sequence reads. Recurses as deep as loops and
// branches nest.
void forEachRead(const Sequence& sequence, absl::FunctionRef<void(BufferId, int32_t)> visit) {
  for (const Contents& contents : sequence.contents) {
    for (const auto* uses : {&contents.uses, &contents.after})
      for (const ContentUse& use : *uses)
        visit(use.value, use.reads);
    for (const ContentJoin& join : contents.joins)
      for (int32_t from : join.from)
        visit(join.value, from);
  }
  for (const ThunkRef& thunk : sequence.thunks)
    thunk->forEachSequence([&](const Sequence& inside) { forEachRead(inside, visit); });
}

class Bound {
public:
  explicit Bound(const ExecutableSpec& spec) : spec_(spec) {
    for (const BufferSpec& buffer : spec.buffers)
      bytes_.push_back(buffer.bytes);
    useLeastScratch(spec.body);
  }

  int64_t find() const {
    int64_t outputs = 0;
    for (const TensorType& type : spec_.outputs)
      outputs = addBytes(outputs, runtime::Allocator::blockBytes(type.numBytes()));
    return std::max(outputs, mostOf(spec_.body, {}));
  }

private:
  // Recurses as deep as loops and branches nest.
  void useLeastScratch(const Sequence& sequence) {
    for (const ThunkRef& thunk : sequence.thunks) {
      if (const LeastScratch least = thunk->leastScratch(); least.buffer >= 0)
        bytes_[size_t(least.buffer)] = std::min(bytes_[size_t(least.buffer)], least.bytes);
      thunk->forEachSequence([&](const Sequence& inside) { useLeastScratch(inside); });
    }
  }

  // Returns the largest number of bytes that exist at once while the sequence runs. The buffers of
  // `around` exist all the time. Recurses as deep as loops and branches nest.
  int64_t mostOf(const Sequence& sequence, const Buffers& around) const {
    static const Contents none;
    int64_t most = 0;
    for (size_t i = 0; i < sequence.thunks.size(); ++i) {
      const Thunk& thunk = *sequence.thunks[i];
      const Contents& contents = i < sequence.contents.size() ? sequence.contents[i] : none;
      Buffers used = around;
      addUsed(thunk, used);
      most = std::max(most, bytesOf(used, contents));
      if (thunk.nesting() == Nesting::Loop)
        most = std::max(most, bytesOf(carriedBy(thunk, contents), none));
      if (thunk.nesting() != Nesting::Body)
        used.clear();
      thunk.forEachSequence(
          [&](const Sequence& list) { most = std::max(most, mostOf(list, used)); });
    }
    return most;
  }

  // Adds the buffers that exist while the whole thunk runs. If a thunk with sequences keeps a
  // buffer (BufferUse::Keeps), possibly only the sequences use this buffer. The buffer does not
  // count, because it need not exist all the time.
  void addUsed(const Thunk& thunk, Buffers& used) const {
    const bool isOneStep = thunk.nesting() == Nesting::None;
    thunk.forEachBuffer([&](BufferId id, BufferUse use) {
      if (id >= 0 && (use != BufferUse::Keeps || (isOneStep && kindOf(id) == BufferKind::Temp)))
        add(id, used);
    });
  }

  // Returns the values that exist at the beginning of each iteration.
  Buffers carriedBy(const Thunk& loop, const Contents& contents) const {
    HashMap<BufferId, int32_t> carried;
    for (const ContentJoin& join : contents.joins)
      carried[join.value] = join.to;
    Buffers read;
    loop.forEachSequence([&](const Sequence& list) {
      forEachRead(list, [&](BufferId id, int32_t content) {
        if (auto it = carried.find(id); it != carried.end() && it->second == content)
          add(id, read);
      });
    });
    return read;
  }

  void add(BufferId id, Buffers& used) const {
    while (kindOf(id) == BufferKind::View)
      id = spec_.buffers[size_t(id)].viewOf;
    if (kindOf(id) == BufferKind::Temp || kindOf(id) == BufferKind::Output)
      used.insert(id);
  }

  // If a result is allowed to lie in the place of an operand, it needs no bytes of its own.
  int64_t bytesOf(Buffers used, const Contents& contents) const {
    for (const ContentShare& share : contents.shares)
      if (kindOf(share.result) == BufferKind::Temp && kindOf(share.operand) == BufferKind::Temp)
        used.erase(share.result);
    int64_t temporaries = 0, outputs = 0;
    for (BufferId id : used) {
      const int64_t bytes = bytes_[size_t(id)];
      if (kindOf(id) == BufferKind::Temp)
        temporaries = addBytes(temporaries, bytes);
      else
        outputs = addBytes(outputs, runtime::Allocator::blockBytes(bytes));
    }
    return addBytes(outputs, temporaries <= kArenaOnStack ? 0 : temporaries);
  }

  BufferKind kindOf(BufferId id) const { return spec_.buffers[size_t(id)].kind; }

  const ExecutableSpec& spec_;
  std::vector<int64_t> bytes_; // by buffer; scratch is for one thread
};

} // namespace

int64_t lowerBoundOf(const ExecutableSpec& spec) {
  return Bound(spec).find();
}

} // namespace lz::exec
