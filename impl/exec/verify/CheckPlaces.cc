#include "exec/verify/CheckPlaces.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_split.h"
#include "base/Exhausted.h"
#include "base/HashMap.h"
#include "exec/report/BufferNames.h"
#include "exec/thunks/BufferChecks.h"
#include "exec/thunks/Printer.h"
#include "exec/verify/Places.h"

namespace lz::exec {
namespace {

// The thunk that is followed now. `number` is its number in Executable::print.
struct Current {
  const Thunk* thunk = nullptr;
  int64_t number = -1;
};

// How a thunk uses a buffer, by its contents.
struct Named {
  bool reads = false, writes = false, isVisited = false;
};
using NamedBuffers = HashMap<BufferId, Named>;

class PlaceChecker {
public:
  PlaceChecker(const ExecutableSpec& spec, bool donates) : spec_(spec), places_(spec, donates) {}

  Status run() {
    for (size_t id = 0; id < spec_.buffers.size(); ++id)
      if (spec_.buffers[id].kind == BufferKind::Input)
        owners_.give(places_.of(BufferId(id)), {BufferId(id), 1});
    LZ_RETURN_IF_ERROR(follow(spec_.body));
    return checkEnds();
  }

private:
  Status checkEnds() {
    current_ = {};
    std::vector<bool> hasEnd(spec_.buffers.size());
    for (const ContentUse& end : spec_.ends) {
      if (!exists(end.value) || end.reads <= 0)
        return wrong("the end of an output is not known");
      hasEnd[size_t(end.value)] = true;
      LZ_RETURN_IF_ERROR(mustHold(end.value, end.reads, "the end of the run reads "));
    }
    for (size_t id = 0; id < spec_.buffers.size(); ++id)
      if (spec_.buffers[id].kind == BufferKind::Output && !hasEnd[id])
        return wrong("the content of ", bufferName(spec_, BufferId(id)), " is not known");
    return okStatus();
  }

  // Recurses as deep as loops and branches nest.
  Status follow(const Sequence& sequence) {
    if (sequence.contents.size() != sequence.thunks.size())
      return wrong(sequence.thunks.size(), " thunks have the contents of ",
                   sequence.contents.size());
    for (size_t i = 0; i < sequence.thunks.size(); ++i) {
      current_ = {sequence.thunks[i].get(), ++numThunks_};
      LZ_RETURN_IF_ERROR(follow(*sequence.thunks[i], sequence.contents[i]));
    }
    return okStatus();
  }

  Status follow(const Thunk& thunk, const Contents& contents) {
    LZ_ASSIGN_OR_RETURN(const NamedBuffers named, namedBy(thunk, contents));
    for (const ContentUse& use : contents.uses)
      LZ_RETURN_IF_ERROR(perform(use, named, contents));
    switch (thunk.nesting()) {
    case Nesting::Loop:
      return followLoop(thunk, contents);
    case Nesting::Choice:
      return followChoice(thunk, contents);
    case Nesting::Body:
      return followBody(thunk, contents);
    case Nesting::None:
      break;
    }
    return okStatus();
  }

  // Returns the buffers that the contents list for the thunk. Checks that the thunk itself lists
  // the same buffers for the same uses.
  StatusOr<NamedBuffers> namedBy(const Thunk& thunk, const Contents& contents) const {
    NamedBuffers named;
    for (const auto* uses : {&contents.uses, &contents.after})
      for (const ContentUse& use : *uses) {
        if (!exists(use.value) || use.reads < 0 || use.writes < 0)
          return wrong(thunkText(), " names a content that does not exist");
        named[use.value].reads |= use.reads > 0;
        named[use.value].writes |= use.writes > 0;
      }
    for (const ContentJoin& join : contents.joins)
      if (!exists(join.value) || join.to <= 0)
        return wrong(thunkText(), " names a content that does not exist");
    bool agrees = true;
    thunk.forEachBuffer([&](BufferId id, BufferUse use) {
      while (spec_.buffers[size_t(id)].kind == BufferKind::View)
        id = spec_.buffers[size_t(id)].viewOf;
      if (spec_.buffers[size_t(id)].kind == BufferKind::Rows)
        return;
      Named& buffer = named[id];
      buffer.isVisited = true;
      agrees &= use == BufferUse::Reads    ? buffer.reads
                : use == BufferUse::Writes ? buffer.writes
                                           : buffer.reads || buffer.writes;
    });
    agrees &= absl::c_all_of(named, [](const auto& entry) { return entry.second.isVisited; });
    if (!agrees)
      return wrong(thunkText(), " does not read and write the buffers that its contents name");
    return named;
  }

  Status perform(const ContentUse& use, const NamedBuffers& named, const Contents& contents) {
    if (use.reads > 0)
      LZ_RETURN_IF_ERROR(mustHold(use.value, use.reads, " reads "));
    if (use.writes == 0)
      return okStatus();
    const Bytes bytes = places_.of(use.value);
    for (const Owners::Owned& owned : owners_.of(bytes))
      if (const BufferId other = owned.owner.buffer; other >= 0 && other != use.value &&
                                                     named.contains(other) &&
                                                     !mayShare(contents, use.value, other))
        return wrong(thunkText(), " writes ", name({use.value, use.writes}), " to ",
                     places_.text(owned.bytes), ", where it uses ", name(owned.owner));
    owners_.give(bytes, {use.value, use.writes});
    return okStatus();
  }

  bool mayShare(const Contents& contents, BufferId result, BufferId operand) const {
    return places_.of(result) == places_.of(operand) &&
           absl::c_any_of(contents.shares, [&](const ContentShare& share) {
             return share.result == result && share.operand == operand;
           });
  }

  // Follows one iteration, which stands for all iterations. It is followed as if an earlier
  // iteration had run. So the bytes that an iteration writes no longer have the content from before
  // the loop. The bytes of carried values have the joined contents.
  Status followLoop(const Thunk& thunk, const Contents& contents) {
    LZ_RETURN_IF_ERROR(checkJoins(contents, 2));
    for (const ContentJoin& join : contents.joins) {
      LZ_RETURN_IF_ERROR(mustHold(join.value, join.from[0], " begins with "));
      owners_.give(places_.of(join.value), {join.value, join.to});
    }
    forgetWrites(thunk, contents);
    const Current loop = current_;
    bool isBody = false;
    size_t beforeBody = 0;
    Status status;
    thunk.forEachSequence([&](const Sequence& sequence) {
      if (isBody)
        beforeBody = owners_.mark();
      if (status.ok())
        status = follow(sequence);
      current_ = loop;
      if (status.ok())
        status = isBody ? checkList(contents, 1) : performAfter(contents);
      isBody = true;
    });
    owners_.undo(beforeBody); // the loop ends after its condition
    return status;
  }

  Status followChoice(const Thunk& thunk, const Contents& contents) {
    size_t count = 0;
    thunk.forEachSequence([&](const Sequence&) { ++count; });
    LZ_RETURN_IF_ERROR(checkJoins(contents, count));
    const Current choice = current_;
    Status status;
    size_t list = 0;
    thunk.forEachSequence([&](const Sequence& sequence) {
      const size_t before = owners_.mark();
      if (status.ok())
        status = follow(sequence);
      current_ = choice;
      if (status.ok())
        status = checkList(contents, list++);
      owners_.undo(before);
    });
    forgetWrites(thunk, {});
    for (const ContentJoin& join : contents.joins)
      owners_.give(places_.of(join.value), {join.value, join.to});
    return status;
  }

  // The call reads and writes its arrays between the runs of the body. So the body must not write
  // to these arrays.
  Status followBody(const Thunk& thunk, const Contents& contents) {
    forgetWrites(thunk, {});
    const Current call = current_;
    Status status;
    thunk.forEachSequence([&](const Sequence& body) { status = follow(body); });
    current_ = call;
    LZ_RETURN_IF_ERROR(status);
    LZ_RETURN_IF_ERROR(performAfter(contents));
    HashMap<BufferId, int32_t> held;
    for (const ContentUse& use : contents.uses)
      held[use.value] = use.writes > 0 ? use.writes : use.reads;
    for (const ContentUse& use : contents.uses)
      LZ_RETURN_IF_ERROR(mustHold(use.value, held[use.value], " keeps "));
    return okStatus();
  }

  Status checkJoins(const Contents& contents, size_t count) const {
    for (const ContentJoin& join : contents.joins)
      if (join.from.size() != count)
        return wrong(thunkText(), " has ", count, " lists, but joins contents of ",
                     join.from.size(), " lists");
    return okStatus();
  }

  Status checkList(const Contents& contents, size_t list) {
    for (const ContentJoin& join : contents.joins)
      LZ_RETURN_IF_ERROR(mustHold(join.value, join.from[list], " ends a list with "));
    return okStatus();
  }

  Status performAfter(const Contents& contents) {
    for (const ContentUse& use : contents.after)
      LZ_RETURN_IF_ERROR(mustHold(use.value, use.reads, " reads "));
    return okStatus();
  }

  // Removes the owner of all bytes that the sequences of the thunk write. Bytes whose owner is a
  // joined content of `kept` keep this owner.
  void forgetWrites(const Thunk& thunk, const Contents& kept) {
    HashMap<BufferId, int32_t> joined;
    for (const ContentJoin& join : kept.joins)
      joined[join.value] = join.to;
    auto forget = [&](BufferId id) {
      if (!exists(id))
        return;
      for (const Owners::Owned& owned : owners_.of(places_.of(id)))
        if (auto it = joined.find(owned.owner.buffer);
            it == joined.end() || it->second != owned.owner.content)
          owners_.give(owned.bytes, {});
    };
    forEachWrite(thunk, forget);
  }

  static void forEachWrite(const Thunk& thunk, absl::FunctionRef<void(BufferId)> visit) {
    thunk.forEachSequence([&](const Sequence& sequence) {
      for (const Contents& contents : sequence.contents)
        for (const ContentUse& use : contents.uses)
          if (use.writes > 0)
            visit(use.value);
      for (const ThunkRef& inside : sequence.thunks)
        forEachWrite(*inside, visit);
    });
  }

  Status mustHold(BufferId id, int32_t content, absl::string_view verb) {
    if (const BufferKind kind = spec_.buffers[size_t(id)].kind;
        kind == BufferKind::Constant || kind == BufferKind::Rows)
      return okStatus();
    const auto other = owners_.firstNotOf(places_.of(id), {id, content});
    if (!other)
      return okStatus();
    return wrong(thunkText(), verb, name({id, content}), " at ", places_.text(other->bytes),
                 ", but they hold ",
                 other->owner.buffer < 0 ? "nothing that is still valid" : name(other->owner));
  }

  bool exists(BufferId id) const { return id >= 0 && size_t(id) < spec_.buffers.size(); }

  std::string name(Owner owner) const {
    return absl::StrCat("content ", owner.content, " of ", bufferName(spec_, owner.buffer));
  }

  // Returns a text such as "thunk 3 (copy reads tmp4 writes out0)".
  std::string thunkText() const {
    if (!current_.thunk)
      return "";
    Printer printer(spec_.buffers);
    current_.thunk->print(printer);
    const std::pair<std::string, std::string> lines =
        absl::StrSplit(printer.text, absl::MaxSplits('\n', 1));
    return absl::StrCat("thunk ", current_.number, " (", lines.first, ")");
  }

  const ExecutableSpec& spec_;
  const Places places_;
  Owners owners_;
  Current current_;
  int64_t numThunks_ = -1;
};

} // namespace

Status checkPlaces(const ExecutableSpec& spec) {
  CheckedInt space = spec.arenaBytes;
  for (const auto* types : {&spec.inputs, &spec.outputs})
    for (const TensorType& type : *types)
      space = checkedRoundUp(checkedAdd(space, type.numBytes()), runtime::kAlignment);
  if (!space || *space > kMostAddressable)
    return wrong("its arrays need more memory than a process can address");
  LZ_RETURN_IF_ERROR(PlaceChecker(spec, false).run());
  for (size_t o = 0; o < spec.outputs.size(); ++o)
    if (canTakeOver(spec, o))
      return PlaceChecker(spec, true).run();
  return okStatus();
}

} // namespace lz::exec
