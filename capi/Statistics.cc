// Timers and the report of a context.
#include "Handles.h"
#include "Options.h"
#include "lazy/debug/Report.h"

using namespace lz;
using namespace lz::capi;

static StatusOr<const lazy::Timer*> timerOf(const lazy::Counters& counters, lz_timer timer) {
  switch (timer) {
  case LZ_TIMER_COMPILE:
    return &counters.compileTime;
  case LZ_TIMER_EXECUTE:
    return &counters.executeTime;
  case LZ_TIMER_CUT:
    return &counters.cutTime;
  case LZ_TIMER_WAIT:
    return &counters.waitTime;
  default:
    return invalidArgument("timer ", timer, " does not exist; use LZ_TIMER_*");
  }
}

lz_status* lz_context_timer(lz_context* context, lz_timer timer, lz_timer_statistics* statistics) {
  return guarded("lz_context_timer", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(statistics, "statistics"));
    LZ_RETURN_IF_ERROR(giveStatistics(statistics, lz_timer_statistics{}, "lz_timer_statistics"));
    LZ_RETURN_IF_ERROR(check(context, "context"));
    LZ_ASSIGN_OR_RETURN(const lazy::Timer* known,
                        timerOf(context->graph->engine().counters, timer));
    const lazy::Timer::Summary s = known->summary();
    return giveStatistics(statistics,
                          lz_timer_statistics{sizeof(lz_timer_statistics), s.count, s.totalNs,
                                              s.leastNs, s.mostNs, s.medianNs, s.p90Ns, s.p99Ns},
                          "lz_timer_statistics");
  });
}

lz_status* lz_context_report(lz_context* context, lz_string** out_text) {
  return guarded("lz_context_report", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_text, "out_text"));
    *out_text = nullptr;
    LZ_RETURN_IF_ERROR(check(context, "context"));
    *out_text = makeString(lazy::report(context->graph->devices()));
    return okStatus();
  });
}
