// The functions of the table, one for each line of api/slots.def that is not refused. An argument
// is a copy of the caller's struct in which fields that the caller lacks are zero. If a function
// succeeds, the copy is written back as far as the caller's struct goes (Entry.h).
#pragma once

#include "pjrt_api.h"

namespace lz::pjrt {

#define SLOT(name) PJRT_Error* name(PJRT_##name##_Args& args);
#define SLOT_VOID(name) void name(PJRT_##name##_Args* args) noexcept;
#define SLOT_REFUSED(name)
#include "pjrt_slots.inc"
#undef SLOT
#undef SLOT_VOID
#undef SLOT_REFUSED

} // namespace lz::pjrt
