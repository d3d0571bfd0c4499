#include "exec/HostCalls.h"

namespace lz::exec {

Status HostCalls::add(HostCallRef call) {
  std::lock_guard lock(mutex_);
  if (!calls_.try_emplace(call->name(), call).second)
    return absl::AlreadyExistsError(absl::StrCat(
        "a host call named \"", call->name(),
        "\" is already registered, and its function cannot be replaced: use another name"));
  return okStatus();
}

HostCallRef HostCalls::find(std::string_view name) const {
  std::lock_guard lock(mutex_);
  auto it = calls_.find(std::string(name));
  return it == calls_.end() ? nullptr : it->second;
}

} // namespace lz::exec
