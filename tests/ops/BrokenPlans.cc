#include "BrokenPlans.h"

#include "memory/PlaceBuffers.h"

#include <algorithm>
#include <limits>
#include <random>

namespace lz::test {
namespace {

using exec::BufferId;
using exec::BufferKind;
using exec::BufferUse;
using exec::ExecutableSpec;
using exec::Nesting;
using exec::Sequence;
using exec::SequenceRef;
using exec::Thunk;
using exec::ThunkRef;

// The first and the last use of each buffer, as numbers of thunks. The life of a buffer that is
// used both inside and outside of a loop lasts until the loop ends.
class Lives {
public:
  explicit Lives(const ExecutableSpec& spec)
      : first_(spec.buffers.size(), std::numeric_limits<int64_t>::max()),
        last_(spec.buffers.size(), -1) {
    visit(spec.body);
  }

  bool isUsed(size_t id) const { return last_[id] >= 0; }
  int64_t first(size_t id) const { return first_[id]; }
  int64_t last(size_t id) const { return last_[id]; }

private:
  void visit(const Sequence& sequence) {
    for (size_t i = 0; i < sequence.thunks.size(); ++i)
      visit(*sequence.thunks[i], sequence.contents[i]);
  }

  // Joined values live during the whole loop or branch, although the thunk of the loop or branch
  // does not name them.
  void visit(const Thunk& thunk, const Contents& contents) {
    const int64_t start = now_++;
    touch(thunk, contents, start);
    thunk.forEachSequence([&](const Sequence& inside) { visit(inside); });
    if (thunk.nesting() == Nesting::None)
      return;
    if (thunk.nesting() != Nesting::Choice)
      for (size_t id = 0; id < last_.size(); ++id)
        if (first_[id] < start && last_[id] > start)
          last_[id] = now_;
    touch(thunk, contents, now_++);
  }

  void touch(const Thunk& thunk, const Contents& contents, int64_t at) {
    auto touchOne = [&](BufferId id) {
      first_[size_t(id)] = std::min(first_[size_t(id)], at);
      last_[size_t(id)] = std::max(last_[size_t(id)], at);
    };
    thunk.forEachBuffer([&](BufferId id, BufferUse) { touchOne(id); });
    for (const ContentJoin& join : contents.joins)
      touchOne(join.value);
  }

  std::vector<int64_t> first_, last_;
  int64_t now_ = 0;
};

class Breaker {
public:
  Breaker(const ExecutableSpec& spec, uint64_t seed) : spec_(spec), random_(seed) {}

  std::optional<ExecutableSpec> run(Fault fault) {
    if (!breakPlan(fault))
      return std::nullopt;
    if (fault != Fault::WrongSum)
      spec_.runBytes = exec::bytesOfRun(spec_);
    spec_.smallestBudget = 0;
    return std::move(spec_);
  }

private:
  bool breakPlan(Fault fault) {
    switch (fault) {
    case Fault::None:
      return placeAgain(-1);
    case Fault::PlaceMoved:
      return movePlace();
    case Fault::PlaceOfAnother:
      return takePlace();
    case Fault::LifeShortened:
      return shortenLife();
    case Fault::Exchanged:
      return editList([this](Sequence& list) { return exchange(list); });
    case Fault::LeftOut:
      return editList([this](Sequence& list) { return leaveOut(list); });
    case Fault::SmallScratch:
      return shrinkScratch();
    case Fault::WrongSum:
      return changeSum();
    }
    return false;
  }

  int64_t below(int64_t n) { return n <= 1 ? 0 : int64_t(random_() % uint64_t(n)); }

  std::vector<size_t> temporaries() const {
    const Lives lives(spec_);
    std::vector<size_t> ids;
    for (size_t id = 0; id < spec_.buffers.size(); ++id)
      if (spec_.buffers[id].kind == BufferKind::Temp && spec_.buffers[id].bytes > 0 &&
          lives.isUsed(id))
        ids.push_back(id);
    return ids;
  }

  bool movePlace() {
    const std::vector<size_t> ids = temporaries();
    if (ids.size() < 2)
      return false;
    exec::BufferSpec& moved = spec_.buffers[ids[size_t(below(int64_t(ids.size())))]];
    const int64_t before = moved.offset;
    moved.offset = below((spec_.arenaBytes - moved.bytes) / 64 + 1) * 64;
    return moved.offset != before;
  }

  bool takePlace() {
    std::vector<std::pair<size_t, size_t>> pairs;
    const std::vector<size_t> ids = temporaries();
    for (size_t a : ids)
      for (size_t b : ids)
        if (spec_.buffers[a].bytes == spec_.buffers[b].bytes &&
            spec_.buffers[a].offset != spec_.buffers[b].offset)
          pairs.emplace_back(a, b);
    if (pairs.empty())
      return false;
    const auto [a, b] = pairs[size_t(below(int64_t(pairs.size())))];
    spec_.buffers[a].offset = spec_.buffers[b].offset;
    return true;
  }

  // Chooses places anew. `shortened` is a buffer whose last use is forgotten, or -1.
  bool placeAgain(int64_t shortened) {
    const Lives lives(spec_);
    const std::vector<size_t> ids = temporaries();
    std::vector<memory::Lifetime> lifetimes;
    for (size_t id : ids) {
      int64_t last = lives.last(id);
      if (int64_t(id) == shortened)
        last = lives.first(id) + below(last - lives.first(id));
      lifetimes.push_back({spec_.buffers[id].bytes, lives.first(id), last});
    }
    const memory::Placement placement = memory::placeBuffers(lifetimes);
    for (size_t i = 0; i < ids.size(); ++i)
      spec_.buffers[ids[i]].offset = placement.offsets[i];
    for (exec::BufferSpec& buffer : spec_.buffers) // those that nothing uses
      if (buffer.kind == BufferKind::Temp && buffer.offset + buffer.bytes > placement.arenaBytes)
        buffer.offset = buffer.bytes = 0;
    spec_.arenaBytes = placement.arenaBytes;
    return !ids.empty();
  }

  bool shortenLife() {
    const Lives lives(spec_);
    std::vector<size_t> ids = temporaries();
    std::erase_if(ids, [&](size_t id) { return lives.first(id) == lives.last(id); });
    return !ids.empty() && placeAgain(int64_t(ids[size_t(below(int64_t(ids.size())))]));
  }

  bool exchange(Sequence& list) {
    const auto count = int64_t(list.thunks.size());
    if (count < 2)
      return false;
    const auto a = size_t(below(count - 1)),
               b = a + 1 + size_t(below(std::min<int64_t>(3, count - 1 - int64_t(a))));
    std::swap(list.thunks[a], list.thunks[b]);
    std::swap(list.contents[a], list.contents[b]);
    return true;
  }

  // A copy is a thunk without a kernel that reads one buffer and writes another one.
  bool leaveOut(Sequence& list) {
    if (list.thunks.empty())
      return false;
    std::vector<size_t> copies;
    for (size_t i = 0; i < list.thunks.size(); ++i)
      if (const Thunk& thunk = *list.thunks[i]; thunk.nesting() == Nesting::None &&
                                                !thunk.kernel() && thunk.hasKnownTime() &&
                                                list.contents[i].uses.size() == 2)
        copies.push_back(i);
    const auto left = copies.empty() ? below(int64_t(list.thunks.size()))
                                     : int64_t(copies[size_t(below(int64_t(copies.size())))]);
    list.thunks.erase(list.thunks.begin() + left);
    list.contents.erase(list.contents.begin() + left);
    return true;
  }

  using Edit = absl::FunctionRef<bool(Sequence&)>;

  // Edits one of the lists of the program.
  bool editList(Edit edit) {
    int64_t count = 0;
    bool isEdited = false;
    edited(spec_.body, count, -1, edit, isEdited);
    const int64_t target = below(count);
    count = 0;
    spec_.body = edited(spec_.body, count, target, edit, isEdited);
    return isEdited;
  }

  // Numbers the lists, beginning with the outermost one, and edits list number `target`.
  static Sequence edited(const Sequence& sequence, int64_t& number, int64_t target, Edit edit,
                         bool& isEdited) {
    Sequence result = sequence;
    const bool isTarget = number++ == target;
    for (ThunkRef& thunk : result.thunks) {
      std::vector<SequenceRef> inside;
      thunk->forEachSequence([&](const Sequence& list) {
        inside.push_back(
            std::make_shared<const Sequence>(edited(list, number, target, edit, isEdited)));
      });
      if (!inside.empty())
        thunk = thunk->withSequences(std::move(inside));
    }
    if (isTarget)
      isEdited = edit(result);
    return result;
  }

  // Makes a scratch too small for one thread.
  bool shrinkScratch() {
    std::vector<exec::LeastScratch> scratch;
    for (const ThunkRef& thunk : spec_.body.thunks)
      if (const exec::LeastScratch least = thunk->leastScratch(); least.bytes > 0)
        scratch.push_back(least);
    if (scratch.empty())
      return false;
    const exec::LeastScratch& chosen = scratch[size_t(below(int64_t(scratch.size())))];
    spec_.buffers[size_t(chosen.buffer)].bytes = below(chosen.bytes);
    return true;
  }

  bool changeSum() {
    constexpr int64_t kPage = 4096;
    switch (below(3)) {
    case 0:
      spec_.runBytes.most += 64 * (below(3) - 1);
      spec_.runBytes.least -= 64;
      return true;
    case 1:
      spec_.arenaBytes += 16 * kPage;
      return true;
    default:
      spec_.arenaBytes = spec_.arenaBytes / 2 / 64 * 64;
      return exec::bytesOfRun(spec_) != spec_.runBytes;
    }
  }

  ExecutableSpec spec_;
  std::mt19937_64 random_;
};

} // namespace

const char* nameOf(Fault fault) {
  constexpr const char* kNames[kNumFaults] = {"none",           "place moved", "place of another",
                                              "life shortened", "exchanged",   "left out",
                                              "small scratch",  "wrong sum"};
  return kNames[int(fault)];
}

std::optional<ExecutableSpec> withFault(const ExecutableSpec& spec, Fault fault, uint64_t seed) {
  return Breaker(spec, seed).run(fault);
}

} // namespace lz::test
