#include "lazy/context/OpenBodies.h"

#include "absl/algorithm/container.h"

#include <algorithm>

namespace lz::lazy {

void OpenBodies::begin(const FunctionScope& scope) {
  std::lock_guard lock(mutex_);
  scopes_.push_back(&scope);
  count_.fetch_add(1, std::memory_order_relaxed);
}

void OpenBodies::end(const FunctionScope& scope) {
  std::lock_guard lock(mutex_);
  std::erase(scopes_, &scope);
  count_.fetch_sub(1, std::memory_order_relaxed);
}

void OpenBodies::leaveOut(std::vector<Ref<Node>>& roots) {
  if (!any())
    return;
  auto isOutside = [&](const Ref<Node>& root) {
    return absl::c_none_of(scopes_, [&](const FunctionScope* scope) {
      return scope->stripe == root->stripe && scope->begin < root->serial;
    });
  };
  std::unique_lock lock(mutex_);
  const auto inside = std::stable_partition(roots.begin(), roots.end(), isOutside);
  lock.unlock(); // a node that goes may call its owner
  roots.erase(inside, roots.end());
}

} // namespace lz::lazy
