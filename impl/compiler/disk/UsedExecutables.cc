#include "compiler/disk/UsedExecutables.h"

#include "compiler/disk/OpLocations.h"

#include <algorithm>

namespace lz::compiler {

UsedExecutables::ExecutableRef UsedExecutables::find(const std::string& digest,
                                                     const Program& program) {
  ExecutableRef executable;
  {
    const std::lock_guard lock(mutex_);
    if (auto entry = executables_.find(digest); entry != executables_.end())
      executable = entry->second.lock();
  }
  if (!executable)
    return nullptr;
  return add(digest, withLocations(*executable, locationsOf(program), true));
}

UsedExecutables::ExecutableRef UsedExecutables::add(const std::string& digest,
                                                    ExecutableRef executable) {
  const std::lock_guard lock(mutex_);
  executables_[digest] = executable;
  if (executables_.size() > mostEntries_) {
    for (auto entry = executables_.begin(); entry != executables_.end();)
      entry = entry->second.expired() ? executables_.erase(entry) : std::next(entry);
    mostEntries_ = std::max<size_t>(64, 2 * executables_.size());
  }
  return executable;
}

} // namespace lz::compiler
