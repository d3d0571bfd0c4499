#include "compiler/BufferPlanner.h"

#include "memory/PlaceBuffers.h"

#include <algorithm>

namespace lz {

using exec::BufferId;
using exec::BufferKind;

BufferId BufferPlanner::add(exec::BufferSpec spec) {
  buffers_.push_back(std::move(spec));
  lives_.emplace_back();
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

int64_t BufferPlanner::place() {
  std::vector<memory::Lifetime> lifetimes;
  std::vector<size_t> owners;
  for (size_t b = 0; b < buffers_.size(); ++b) {
    if (buffers_[b].kind != BufferKind::Temp || lives_[b].first < 0)
      continue;
    lifetimes.push_back({buffers_[b].bytes, lives_[b].first, lives_[b].last});
    owners.push_back(b);
  }
  memory::Placement placement = memory::placeBuffers(lifetimes);
  for (size_t i = 0; i < owners.size(); ++i)
    buffers_[owners[i]].offset = placement.offsets[i];
  return placement.arenaBytes;
}

} // namespace lz
