// The parts of a thunk that calls a function of the library or of your program.
#pragma once

#include "absl/strings/str_cat.h"
#include "exec/HostCalls.h"
#include "exec/thunks/RunBody.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::exec {

struct Call {
  const CallFunction* function; // null: `host` is called
  CallSignature signature;
  std::vector<BufferId> buffers;          // the buffers of the operands, then of the results
  BufferId scratch;                       // a temporary, or -1
  std::shared_ptr<const HostCall> host{}; // null: `function` is called
  int32_t location = -1;                  // of a host call, in the executable's list
  BodySteps body{};

  std::string name() const {
    return host ? absl::StrCat("@", host->name()) : std::string(function->name);
  }
};

} // namespace lz::exec
