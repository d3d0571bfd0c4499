/* A guard forbids work that your program does not expect: a compilation, a run, or a wait. A
 * call that needs such work fails. For example, a training loop begins a guard after two steps:
 *
 *   lz_guard_begin(context, LZ_GUARD_MAX_COMPILES, 0, LZ_HERE, &guard);
 *   ...                                the other steps; one that would compile fails and says why
 *   lz_guard_release(guard); */
#ifndef LAZULI_GUARD_H
#define LAZULI_GUARD_H

#include "lazuli/context.h"

LZ_HEADER_BEGIN

/** What a guard forbids.
 *   NO_EXECUTION   Nothing runs. These fail: a barrier, an evaluation or a read with something to
 *                  compute, lz_executable_run, and an op that would run at once (op_by_op) or cause
 *                  a barrier (max_pending_ops).
 *   NO_SYNC        No call waits for a run. These fail: LZ_BARRIER_WAIT, LZ_RUN_WAIT, and every op
 *                  of a context with op_by_op. Reads and views fail if the value comes from a
 *                  barrier, an evaluation, a read, or a run without LZ_RUN_WAIT, even if its
 *                  computation has ended. lz_tensor_read_async and lz_event_wait are allowed.
 *   MAX_COMPILES   Barriers, evaluations and reads compile, or load from the cache folder, at most
 *                  max_compiles programs. Explicit compilations, such as lz_function_compile, do
 *                  not count.
 */
enum { LZ_GUARD_NO_EXECUTION = 1, LZ_GUARD_NO_SYNC = 2, LZ_GUARD_MAX_COMPILES = 4 };

/** Begins a guard of the context. It holds for all threads of the context until its last handle is
 * released. If there are several guards, all of them must allow a call. A call that a guard forbids
 * returns LZ_FAILED_PRECONDITION, and its tensors stay pending. The same call succeeds when the
 * guard has ended. Two things change even though the call fails. A barrier that was to compile has
 * ended the histories of gradients. If a recording becomes several programs, the programs before
 * the refused one run. The message names the place where the guard begins and the op that would
 * run, or the reason of the compilation as lz_context_explain_recompile gives it.
 *
 *   flags          LZ_GUARD_*, at least one
 *   max_compiles   at least 0; 0 without LZ_GUARD_MAX_COMPILES. A program that the cache folder has
 *                  counts as well, so the outcome does not depend on other processes
 *   options        the place that errors name; may be NULL
 *
 * Errors: LZ_INVALID_ARGUMENT (no flag or an unknown one, a wrong max_compiles),
 * LZ_FAILED_PRECONDITION after shutdown. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_guard_begin(lz_context* context, uint64_t flags, int64_t max_compiles,
               const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_guard** out_guard);

LZ_API LZ_ANY_THREAD void lz_guard_retain(lz_guard* LZ_NULLABLE guard);  /**< Since 3. */
LZ_API LZ_ANY_THREAD void lz_guard_release(lz_guard* LZ_NULLABLE guard); /**< Since 3. */

LZ_HEADER_END

#endif
