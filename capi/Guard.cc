#include "Handles.h"
#include "Options.h"

using namespace lz;
using namespace lz::capi;

static StatusOr<lazy::GuardLimits> limitsFrom(uint64_t flags, int64_t maxCompiles) {
  constexpr uint64_t kKnown = LZ_GUARD_NO_EXECUTION | LZ_GUARD_NO_SYNC | LZ_GUARD_MAX_COMPILES;
  if (flags == 0 || (flags & ~kKnown) != 0)
    return invalidArgument("flags is ", flags, "; use one or more of LZ_GUARD_*");
  const bool isCounted = (flags & LZ_GUARD_MAX_COMPILES) != 0;
  if (maxCompiles < 0 || (!isCounted && maxCompiles != 0))
    return invalidArgument("max_compiles is ", maxCompiles,
                           "; use 0 or more, and 0 without LZ_GUARD_MAX_COMPILES");
  lazy::GuardLimits limits;
  limits.noExecution = (flags & LZ_GUARD_NO_EXECUTION) != 0;
  limits.noSync = (flags & LZ_GUARD_NO_SYNC) != 0;
  if (isCounted)
    limits.maxCompiles = maxCompiles;
  return limits;
}

lz_status* lz_guard_begin(lz_context* context, uint64_t flags, int64_t max_compiles,
                          const lz_op_options* options, lz_guard** out_guard) {
  return guarded("lz_guard_begin", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_guard, "out_guard"));
    *out_guard = nullptr;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    LZ_ASSIGN_OR_RETURN(lazy::GuardLimits limits, limitsFrom(flags, max_compiles));
    lz_op_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_op_options"));
    LZ_RETURN_IF_ERROR(context->graph->checkRunning());
    lazy::Engine& engine = context->graph->engine();
    std::string place = engine.locations.text(engine.locations.intern({o.file, o.line, o.name}));
    *out_guard = make<lz_guard>(context->graph, engine.guards.begin(limits, std::move(place)));
    return okStatus();
  });
}

void lz_guard_retain(lz_guard* guard) {
  retain(guard);
}
void lz_guard_release(lz_guard* guard) {
  release(guard);
}
