#include "lazy/graph/NodeStore.h"

namespace lz::lazy {

bool NodeStore::addHandle(Result& result) {
  std::lock_guard lock(cutMutex_);
  return registry_.addHandle(result);
}

bool NodeStore::releaseHandle(Result& result) {
  if (!registry_.releaseHandle(result))
    return false;
  result.owner->release();
  return true;
}

} // namespace lz::lazy
