#include "exec/report/Lives.h"

#include "exec/report/BufferNames.h"

#include <algorithm>
#include <map>

namespace lz::exec {
namespace {

class Finder {
public:
  explicit Finder(const ExecutableSpec& spec) : buffers_(spec.buffers) {
    found_.buffers.resize(buffers_.size());
    visit(spec.body);
  }

  Lives take() { return std::move(found_); }

private:
  int64_t numThunks() const { return int64_t(found_.thunks.size()); }

  // Recurses as deep as loops and branches nest.
  void visit(const Sequence& sequence) {
    for (const ThunkRef& thunk : sequence.thunks)
      visit(*thunk);
  }

  void visit(const Thunk& thunk) {
    const int64_t number = numThunks();
    found_.thunks.push_back(&thunk);
    touchAll(thunk, number);
    thunk.forEachSequence([&](const Sequence& nested) { visit(nested); });
    const Nesting nesting = thunk.nesting();
    if (nesting == Nesting::Loop || nesting == Nesting::Body)
      keepAliveSince(number);
    if (nesting == Nesting::Body)
      touchAll(thunk, numThunks() - 1);
  }

  void keepAliveSince(int64_t number) {
    for (Life& life : found_.buffers)
      if (life.first < number && life.last > number)
        life.last = numThunks() - 1;
  }

  void touchAll(const Thunk& thunk, int64_t number) {
    thunk.forEachBuffer([&](BufferId used, BufferUse) {
      for (BufferId id = used; id >= 0; id = buffers_[size_t(id)].viewOf) {
        Life& life = found_.buffers[size_t(id)];
        life.first = std::min(life.first, number);
        life.last = std::max(life.last, number);
      }
    });
  }

  const std::vector<BufferSpec>& buffers_;
  Lives found_;
};

// Returns the temporaries that live during the thunk. Of several temporaries that begin at the same
// offset, returns only the largest.
std::vector<BufferId> temporariesAt(const ExecutableSpec& spec, const Lives& lives, int64_t thunk) {
  std::map<int64_t, BufferId> byOffset;
  for (size_t id = 0; id < spec.buffers.size(); ++id) {
    const BufferSpec& buffer = spec.buffers[id];
    if (buffer.kind != BufferKind::Temp || !lives.buffers[id].contains(thunk))
      continue;
    BufferId& there = byOffset.try_emplace(buffer.offset, BufferId(id)).first->second;
    if (spec.buffers[size_t(there)].bytes < buffer.bytes)
      there = BufferId(id);
  }
  std::vector<BufferId> temporaries;
  for (const auto& [offset, id] : byOffset)
    temporaries.push_back(id);
  return temporaries;
}

} // namespace

Lives livesOf(const ExecutableSpec& spec) {
  return Finder(spec).take();
}

Fullest fullestOf(const ExecutableSpec& spec, const Lives& lives) {
  Fullest fullest;
  for (size_t thunk = 0; thunk < lives.thunks.size(); ++thunk) {
    std::vector<BufferId> temporaries = temporariesAt(spec, lives, int64_t(thunk));
    int64_t bytes = 0;
    for (BufferId id : temporaries)
      bytes = addBytes(bytes, spec.buffers[size_t(id)].bytes);
    if (bytes > fullest.bytes)
      fullest = {int64_t(thunk), bytes, std::move(temporaries)};
  }
  return fullest;
}

} // namespace lz::exec
