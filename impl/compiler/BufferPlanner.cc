#include "compiler/BufferPlanner.h"

#include "base/Checked.h"
#include "base/Exhausted.h"
#include "compiler/Sizes.h"
#include "memory/PlaceBuffers.h"

#include <algorithm>
#include <limits>

namespace lz {

using exec::BufferId;
using exec::BufferKind;

BufferId BufferPlanner::add(exec::BufferSpec spec) {
  buffers_.push_back(std::move(spec));
  lives_.emplace_back();
  next_.push_back(-1);
  takesOver_.push_back(false);
  return BufferId(buffers_.size()) - 1;
}

BufferId BufferPlanner::addTemp(int64_t bytes) {
  exec::BufferSpec spec{BufferKind::Temp};
  spec.bytes = bytes;
  return add(std::move(spec));
}

void BufferPlanner::touch(BufferId buffer) {
  Life& life = lives_[size_t(buffer)];
  if (life.first < 0)
    life.first = step_;
  life.last = std::max(life.last, step_);
}

void BufferPlanner::beginLoop() {
  nextStep();
  loopStarts_.push_back(step_);
}

void BufferPlanner::endLoop() {
  nextStep();
  int64_t start = loopStarts_.back();
  loopStarts_.pop_back();
  for (Life& life : lives_)
    if (life.first >= 0 && life.first < start && life.last >= start)
      life.last = step_;
}

bool BufferPlanner::takeOver(BufferId buffer, BufferId earlier) {
  if (next_[size_t(earlier)] >= 0)
    return false;
  next_[size_t(earlier)] = buffer;
  takesOver_[size_t(buffer)] = true;
  return true;
}

// The last one to have the place of `buffer`.
BufferId BufferPlanner::lastAt(BufferId buffer) const {
  while (next_[size_t(buffer)] >= 0)
    buffer = next_[size_t(buffer)];
  return buffer;
}

StatusOr<int64_t> BufferPlanner::place() {
  std::vector<memory::Lifetime> lifetimes;
  std::vector<size_t> owners;
  CheckedInt bytes = 0;
  for (size_t b = 0; b < buffers_.size(); ++b) {
    if (buffers_[b].kind != BufferKind::Temp || lives_[b].first < 0 || takesOver_[b])
      continue;
    lifetimes.push_back({buffers_[b].bytes, lives_[b].first, lastUse(lastAt(BufferId(b)))});
    owners.push_back(b);
    bytes = checkedAdd(bytes, checkedRoundUp(buffers_[b].bytes, 64));
  }
  if (!bytes)
    return exhausted("compile", std::numeric_limits<int64_t>::max(), kMostAddressable,
                     "the temporary values of the program are more than a process can address: use "
                     "smaller shapes");
  memory::Placement placement = memory::placeBuffers(lifetimes);
  for (size_t i = 0; i < owners.size(); ++i)
    for (BufferId b = BufferId(owners[i]); b >= 0; b = next_[size_t(b)])
      buffers_[size_t(b)].offset = placement.offsets[i];
  return placement.arenaBytes;
}

} // namespace lz
