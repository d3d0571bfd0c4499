// The parts of a thunk that calls a function, either of the library or of the user.
#pragma once

#include "absl/strings/str_cat.h"
#include "exec/HostCalls.h"
#include "exec/thunks/RunBody.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::exec {

struct Call {
  const CallFunction* function; // nullptr: `host` is called
  CallSignature signature;
  std::vector<BufferId> buffers;          // operands, then results
  BufferId scratch;                       // a Temp, or -1
  std::shared_ptr<const HostCall> host{}; // kept alive by the executable
  std::string place{};                    // of a host call, which may have no result
  BodySteps body{};

  std::string name() const {
    return host ? absl::StrCat("@", host->name()) : std::string(function->name);
  }
};

} // namespace lz::exec
