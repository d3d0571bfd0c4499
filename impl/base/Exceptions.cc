#include "base/Exceptions.h"

#include "base/Exhausted.h"

#include <exception>
#include <new>

namespace lz {

static Status unexpected(const char* what) noexcept {
  try {
    return internalError(what);
  } catch (...) {
    return outOfMemory();
  }
}

Status statusOfException() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return outOfMemory();
  } catch (const std::exception& e) {
    return unexpected(e.what());
  } catch (...) {
    return unexpected("unknown exception");
  }
}

} // namespace lz
