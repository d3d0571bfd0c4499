#include "exec/thunks/Thunk.h"

#include "exec/thunks/Explanation.h"

namespace lz::exec {

void Thunk::explain(Explanation& explanation) const {
  forEachSequence([&](const Sequence& sequence) { explanation.sequence(sequence); });
}

} // namespace lz::exec
