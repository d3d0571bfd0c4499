#include "lazy/context/OpenBodies.h"

#include "absl/algorithm/container.h"
#include "lazy/graph/Registry.h"

namespace lz::lazy {

void OpenBodies::begin(const FunctionScope& scope) {
  auto kept = std::make_unique<KeptNumbers>();
  std::lock_guard lock(mutex_);
  open_.push_back({&scope, {Registry::numberOfThread()}, std::move(kept)});
  count_.fetch_add(1, std::memory_order_relaxed);
}

void OpenBodies::end(const FunctionScope& scope) {
  std::lock_guard lock(mutex_);
  std::erase_if(open_, [&](const Open& open) { return open.scope == &scope; });
  count_.fetch_sub(1, std::memory_order_relaxed);
}

void OpenBodies::addRecorder(const FunctionScope& scope) {
  const uint16_t thread = Registry::numberOfThread();
  if (scope.lastThread.load(std::memory_order_relaxed) == thread)
    return;
  std::lock_guard lock(mutex_);
  for (Open& open : open_)
    if (open.scope == &scope && !absl::c_linear_search(open.threads, thread))
      open.threads.push_back(thread);
  scope.lastThread.store(thread, std::memory_order_relaxed);
}

bool OpenBodies::mayHold(const Node& node) const {
  return absl::c_any_of(open_, [&](const Open& open) {
    return open.scope->begin < node.serial && absl::c_linear_search(open.threads, node.thread);
  });
}

void OpenBodies::leaveOut(std::vector<Ref<Node>>& roots) {
  if (!any())
    return;
  // These nodes are freed after the lock is released, because freeing a node can call a release
  // callback.
  std::vector<Ref<Node>> outside, inside;
  {
    std::lock_guard lock(mutex_);
    for (Ref<Node>& root : roots)
      (mayHold(*root) ? inside : outside).push_back(std::move(root));
  }
  roots = std::move(outside);
}

} // namespace lz::lazy
