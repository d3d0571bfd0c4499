#include "base/Cancel.h"

#include <utility>

namespace lz {

static thread_local const CancelFlag* current = nullptr;

const CancelFlag* currentCancelFlag() {
  return current;
}

CancelScope::CancelScope(const CancelFlag* flag) : outer_(std::exchange(current, flag)) {}

CancelScope::~CancelScope() {
  current = outer_;
}

} // namespace lz
