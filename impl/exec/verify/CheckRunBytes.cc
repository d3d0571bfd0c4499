#include "exec/thunks/BufferChecks.h"
#include "exec/verify/CheckPlaces.h"
#include "exec/verify/Places.h"

#include <algorithm>

namespace lz::exec {
namespace {

// Returns the largest number of addresses that a thunk and the thunks inside of it need at a time.
int64_t mostAddresses(const Sequence& sequence) {
  int64_t most = 0;
  for (const ThunkRef& thunk : sequence.thunks) {
    int64_t here = 0, inside = 0;
    thunk->forEachBuffer([&](BufferId, BufferUse use) { here += use == BufferUse::Keeps ? 0 : 1; });
    thunk->forEachSequence(
        [&](const Sequence& list) { inside = std::max(inside, mostAddresses(list)); });
    most = std::max(most, here + inside);
  }
  return most;
}

// The allocator rounds sizes. checkPlaces() has already added up the sizes, so their sums do not
// overflow here.
int64_t blockOf(int64_t bytes) {
  return runtime::Allocator::blockBytes(bytes);
}

} // namespace

Status checkRunBytes(const ExecutableSpec& spec) {
  const int64_t addresses = int64_t(spec.buffers.size()) + mostAddresses(spec.body);
  const CheckedInt arena = checkedAdd(checkedRoundUp(spec.arenaBytes, runtime::kAlignment),
                                      addresses * int64_t(sizeof(void*)));
  CheckedInt most = arena && *arena > kArenaOnStack ? blockOf(*arena) : 0, least = most;
  for (size_t o = 0; o < spec.outputs.size(); ++o) {
    const int64_t block = blockOf(spec.outputs[o].numBytes());
    most = checkedAdd(most, block);
    least = checkedAdd(least, canTakeOver(spec, o) ? 0 : block);
  }
  if (!arena || !most || !least || RunBytes{*most, *least} != spec.runBytes)
    return wrong("it states that a run takes ", spec.runBytes.most, " bytes, or ",
                 spec.runBytes.least, " with donated inputs, but it takes ", most.value_or(-1),
                 " or ", least.value_or(-1));
  if (spec.smallestBudget < 0 || spec.smallestBudget > spec.runBytes.most)
    return wrong("it states a smallest budget of ", spec.smallestBudget,
                 " bytes, which must be from 0 to the ", spec.runBytes.most,
                 " bytes that a run takes");
  return okStatus();
}

} // namespace lz::exec
