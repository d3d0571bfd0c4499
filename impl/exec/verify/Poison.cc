#include "exec/verify/Poison.h"

#include "absl/algorithm/container.h"
#include "exec/thunks/Explanation.h"
#include "exec/thunks/Printer.h"
#include "exec/thunks/Run.h"
#include "exec/thunks/ThunkFile.h"
#include "exec/verify/Places.h"

#include <cstring>
#include <set>

namespace lz::exec {
namespace {

// Some bytes of a buffer, as offsets from its beginning. They are overwritten unless the buffer
// `unless` lies at the same place.
struct Piece {
  BufferId buffer;
  Bytes bytes;
  BufferId unless = -1;
};
using Pieces = std::vector<Piece>;

// Fills some pieces, runs a thunk, and then fills other pieces.
class PoisonThunk final : public Thunk {
public:
  PoisonThunk(ThunkRef inner, Pieces before, Pieces after)
      : inner_(std::move(inner)), before_(std::move(before)), after_(std::move(after)) {}

  void execute(Run& run) const override {
    fill(run, before_);
    inner_->execute(run);
    if (!run.ends())
      fill(run, after_);
  }

  Status verify(const BufferChecks& checks) const override { return inner_->verify(checks); }
  void print(Printer& printer) const override { inner_->print(printer); }
  void explain(Explanation& explanation) const override { inner_->explain(explanation); }
  ThunkTable write(ThunkWriter& writer) const override { return inner_->write(writer); }
  void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const override {
    inner_->forEachBuffer(visit);
  }
  LeastScratch leastScratch() const override { return inner_->leastScratch(); }
  Nesting nesting() const override { return inner_->nesting(); }
  void forEachSequence(absl::FunctionRef<void(const Sequence&)> visit) const override {
    inner_->forEachSequence(visit);
  }
  ThunkRef withSequences(std::vector<SequenceRef> sequences) const override {
    ThunkRef other = inner_->withSequences(std::move(sequences));
    return other ? std::make_shared<PoisonThunk>(std::move(other), before_, after_) : nullptr;
  }
  bool hasKnownTime() const override { return inner_->hasKnownTime(); }
  const BoundKernel* kernel() const override { return inner_->kernel(); }

private:
  static void fill(const Run& run, const Pieces& pieces) {
    for (const auto& [buffer, bytes, unless] : pieces)
      if (unless < 0 || run.at(buffer) != run.at(unless))
        std::memset(static_cast<std::byte*>(run.at(buffer)) + bytes.begin, 0xff,
                    size_t(bytes.end - bytes.begin));
  }

  const ThunkRef inner_;
  const Pieces before_, after_;
};

using Live = std::set<std::pair<BufferId, int32_t>>; // contents that are read later

// Goes through the thunks from the last to the first.
class Poisoner {
public:
  explicit Poisoner(const ExecutableSpec& spec) : spec_(spec), places_(spec, false) {}

  Sequence run() {
    Live live;
    for (const ContentUse& end : spec_.ends)
      live.insert({end.value, end.reads});
    Sequence body = poison(spec_.body, live);
    if (!body.thunks.empty())
      body.thunks[0] = std::make_shared<PoisonThunk>(body.thunks[0], atStart(live), Pieces());
    return body;
  }

private:
  // When poison() is called, `live` has the contents that are live after the sequence. When it
  // returns, `live` has the contents that are live before the sequence. Recurses as deep as loops
  // and branches nest.
  Sequence poison(const Sequence& sequence, Live& live) const {
    Sequence result = sequence;
    for (size_t i = sequence.thunks.size(); i-- > 0;) {
      const Contents& contents = sequence.contents[i];
      const Live after = live;
      ThunkRef thunk = poison(sequence.thunks[i], contents, live);
      Live used = live;
      forEachContent(contents, [&](BufferId id, int32_t content) { used.insert({id, content}); });
      result.thunks[i] =
          std::make_shared<PoisonThunk>(std::move(thunk), Pieces(), deadOf(used, after));
    }
    return result;
  }

  ThunkRef poison(const ThunkRef& thunk, const Contents& contents, Live& live) const {
    std::vector<const Sequence*> lists;
    thunk->forEachSequence([&](const Sequence& list) { lists.push_back(&list); });
    std::vector<SequenceRef> poisonedLists(lists.size());
    const Live after = live;
    auto visit = [&](size_t list, Live& at) {
      poisonedLists[list] = std::make_shared<const Sequence>(poison(*lists[list], at));
    };
    switch (thunk->nesting()) {
    case Nesting::Loop:
      visitLoop(lists, contents, live, visit);
      break;
    case Nesting::Choice:
      live.clear();
      for (size_t list = 0; list < lists.size(); ++list) {
        Live ofList = joined(contents, list, after);
        visit(list, ofList);
        live.insert(ofList.begin(), ofList.end());
      }
      break;
    case Nesting::Body:
      addOuter(lists, live);
      forEachContent(contents, [&](BufferId id, int32_t content) { live.insert({id, content}); });
      visit(0, live);
      break;
    case Nesting::None:
      break;
    }
    for (const ContentUse& use : contents.uses)
      live.erase({use.value, use.writes});
    for (const ContentUse& use : contents.uses)
      if (use.reads > 0)
        live.insert({use.value, use.reads});
    return lists.empty() ? thunk : thunk->withSequences(std::move(poisonedLists));
  }

  // The contents are followed backwards. After the body, the condition runs again. After the
  // condition, the body runs, or the loop ends.
  void visitLoop(const std::vector<const Sequence*>& lists, const Contents& contents, Live& live,
                 absl::FunctionRef<void(size_t, Live&)> visit) const {
    Live ofBody = live;
    addOuter(lists, ofBody);
    ofBody = joined(contents, 1, std::move(ofBody));
    visit(1, ofBody);
    live.insert(ofBody.begin(), ofBody.end());
    for (const ContentUse& use : contents.after)
      live.insert({use.value, use.reads});
    visit(0, live);
    live = joined(contents, 0, live);
  }

  // `live` has the contents that are live after a join, which follows the end of a list, or
  // precedes a loop. Returns the contents that are live before this join.
  static Live joined(const Contents& contents, size_t list, Live live) {
    for (const ContentJoin& join : contents.joins) {
      live.erase({join.value, join.to});
      live.insert({join.value, join.from[list]});
    }
    return live;
  }

  // Adds the contents that the lists read but do not write.
  static void addOuter(const std::vector<const Sequence*>& lists, Live& live) {
    Live read, written;
    for (const Sequence* list : lists)
      collect(*list, read, written);
    absl::c_set_difference(read, written, std::inserter(live, live.end()));
  }

  static void collect(const Sequence& sequence, Live& read, Live& written) {
    for (size_t i = 0; i < sequence.thunks.size(); ++i) {
      const Contents& contents = sequence.contents[i];
      for (const auto* uses : {&contents.uses, &contents.after})
        for (const ContentUse& use : *uses) {
          read.insert({use.value, use.reads});
          written.insert({use.value, use.writes});
        }
      for (const ContentJoin& join : contents.joins) {
        written.insert({join.value, join.to});
        for (int32_t from : join.from)
          read.insert({join.value, from});
      }
      sequence.thunks[i]->forEachSequence(
          [&](const Sequence& inside) { collect(inside, read, written); });
    }
  }

  static void forEachContent(const Contents& contents,
                             absl::FunctionRef<void(BufferId, int32_t)> visit) {
    for (const auto* uses : {&contents.uses, &contents.after})
      for (const ContentUse& use : *uses)
        for (int32_t content : {use.reads, use.writes})
          visit(use.value, content);
    for (const ContentJoin& join : contents.joins)
      visit(join.value, join.to);
  }

  bool isPoisoned(BufferId id) const {
    const BufferKind kind = spec_.buffers[size_t(id)].kind;
    return kind == BufferKind::Temp || kind == BufferKind::Output;
  }

  // Of the bytes of the contents in `used`, returns those that no content of `live` needs.
  Pieces deadOf(const Live& used, const Live& live) const {
    Pieces pieces;
    for (const auto& content : used)
      if (content.second > 0 && isPoisoned(content.first) && !live.contains(content))
        addDead(content.first, live, pieces);
    return pieces;
  }

  void addDead(BufferId id, const Live& live, Pieces& pieces, BufferId unless = -1) const {
    const Bytes whole = places_.of(id);
    std::vector<Bytes> dead = {whole};
    for (const auto& [other, content] : live)
      dead = without(dead, places_.of(other));
    for (const Bytes& bytes : dead)
      if (!bytes.isEmpty())
        pieces.push_back({id, {bytes.begin - whole.begin, bytes.end - whole.begin}, unless});
  }

  static std::vector<Bytes> without(const std::vector<Bytes>& all, Bytes taken) {
    std::vector<Bytes> rest;
    for (const Bytes& bytes : all)
      if (taken.isEmpty() || taken.end <= bytes.begin || bytes.end <= taken.begin)
        rest.push_back(bytes);
      else
        for (const Bytes part : {Bytes{bytes.begin, taken.begin}, Bytes{taken.end, bytes.end}})
          if (!part.isEmpty())
            rest.push_back(part);
    return rest;
  }

  // If an output has taken over the memory of an input, the bytes of the output are not
  // overwritten.
  Pieces atStart(const Live& live) const {
    Pieces pieces;
    for (size_t id = 0; id < spec_.buffers.size(); ++id)
      if (isPoisoned(BufferId(id)))
        addDead(BufferId(id), live, pieces, inputOf(spec_.buffers[id]));
    return pieces;
  }

  // Returns the input that can give its memory to the output, or -1 if there is none.
  BufferId inputOf(const BufferSpec& output) const {
    if (output.kind != BufferKind::Output || !canTakeOver(spec_, size_t(output.ordinal)))
      return -1;
    const auto input = absl::c_find_if(spec_.buffers, [&](const BufferSpec& buffer) {
      return buffer.kind == BufferKind::Input &&
             buffer.ordinal == spec_.aliasOf[size_t(output.ordinal)];
    });
    return input == spec_.buffers.end() ? -1 : BufferId(input - spec_.buffers.begin());
  }

  const ExecutableSpec& spec_;
  const Places places_;
};

} // namespace

ExecutableSpec poisoned(ExecutableSpec spec) {
  // The set of contents that are read later is copied for each thunk. With more buffers than this,
  // the copies would cost too much.
  constexpr size_t kMostBuffers = 2000;
  if (spec.buffers.size() > kMostBuffers)
    return spec;
  spec.body = Poisoner(spec).run();
  return spec;
}

} // namespace lz::exec
