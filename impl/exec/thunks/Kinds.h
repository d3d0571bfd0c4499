// Declares, for each kind of thunk in Kinds.def, the functions that make a thunk of this kind, and
// that read one from a file: makeCopy(source, target), readCopy(table, reader).
#pragma once

#include "exec/thunks/Thunk.h"

#include <string>
#include <vector>

namespace lz::exec {

namespace fb {
#define LZ_THUNK_KIND(Kind, ...) struct Kind;
#include "exec/thunks/Kinds.def"
} // namespace fb

class ThunkReader;

#define LZ_THUNK_KIND(Kind, ...)                                                                   \
  ThunkRef make##Kind(__VA_ARGS__);                                                                \
  StatusOr<ThunkRef> read##Kind(const fb::Kind& table, ThunkReader& reader);
#include "exec/thunks/Kinds.def"

} // namespace lz::exec
