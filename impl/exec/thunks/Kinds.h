// Makes thunks, and reads them from files: makeCopy(source, target), readCopy(table, reader). The
// kinds and their parts are those of Kinds.def.
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
