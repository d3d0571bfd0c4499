#include "exec/Calls.h"

#include "exec/Concatenate.h"

namespace lz::exec {

static constexpr CallFunction kFunctions[] = {
    {"concatenate", concatenate, needsOfConcatenate},
};

const CallFunction* findCall(std::string_view name) {
  for (const CallFunction& function : kFunctions)
    if (function.name == name)
      return &function;
  return nullptr;
}

} // namespace lz::exec
