#include "runtime/Callback.h"

namespace lz::runtime {

static thread_local int depth = 0;

CallbackScope::CallbackScope() {
  ++depth;
}

CallbackScope::~CallbackScope() {
  --depth;
}

bool inCallback() {
  return depth > 0;
}

} // namespace lz::runtime
