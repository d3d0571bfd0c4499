#include "base/machine/RunningPrograms.h"

#include <algorithm>
#include <atomic>

namespace lz {
namespace {

std::atomic<uint64_t> begun{0}, ended{0};

} // namespace

RunScope::RunScope() {
  begun.fetch_add(1, std::memory_order_relaxed);
}

RunScope::~RunScope() {
  ended.fetch_add(1, std::memory_order_release);
}

// Reads the number of ended programs first, so that this number is not greater than the number of
// begun programs.
RunCount runCount() {
  uint64_t haveEnded = ended.load(std::memory_order_acquire);
  return {begun.load(std::memory_order_relaxed), haveEnded};
}

uint64_t programsSince(const RunCount& before) {
  RunCount now = runCount();
  return std::max(now.begun - now.ended, uint64_t(now.begun != before.begun));
}

} // namespace lz
