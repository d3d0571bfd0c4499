// Finds executables that are in use, by the digest of their program (ProgramKey.h).
#pragma once

#include "base/HashMap.h"
#include "exec/Executable.h"
#include "spec/Program.h"

#include <memory>
#include <mutex>
#include <string>

namespace lz::compiler {

// Any thread may call these functions. The object does not keep executables alive.
class UsedExecutables {
public:
  using ExecutableRef = std::shared_ptr<const exec::Executable>;

  // Returns an executable with the locations of the program. It shares its other parts with the
  // executable of this digest that was used last. Returns nullptr if no such executable is in use.
  ExecutableRef find(const std::string& digest, const Program& program);
  // Remembers the executable of this digest, and returns it.
  ExecutableRef add(const std::string& digest, ExecutableRef executable);

private:
  std::mutex mutex_;
  HashMap<std::string, std::weak_ptr<const exec::Executable>> executables_; // by digest
  size_t mostEntries_ = 64; // when there are more, those that are no longer in use are removed
};

} // namespace lz::compiler
