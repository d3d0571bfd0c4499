#include "exec/thunks/BufferChecks.h"

namespace lz::exec {

Status BufferChecks::verify(const Sequence& sequence) const {
  for (const ThunkRef& thunk : sequence.thunks)
    LZ_RETURN_IF_ERROR(thunk->verify(*this));
  return okStatus();
}

} // namespace lz::exec
