/* An event is the end of asynchronous work. A program can wait for it, poll it, or register a
 * function for it. An event happens once and keeps the status of the work. Events come from the
 * library, or belong to the program (lz_event_create). */
#ifndef LAZULI_EVENT_H
#define LAZULI_EVENT_H

#include "lazuli/status.h"

LZ_HEADER_BEGIN

#define LZ_WAIT_FOREVER INT64_C(-1)

/** Waits until the work ends, for at most `timeout_ns` nanoseconds, and returns its status.
 * LZ_WAIT_FOREVER waits without limit, and 0 does not wait. Errors: LZ_DEADLINE_EXCEEDED if the
 * work has not ended in this time; else the error of the work. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_wait(lz_event* event,
                                                                   int64_t timeout_ns);

/** A wait mode says which of several events are waited for. */
typedef int32_t lz_wait_mode;
enum { LZ_WAIT_ALL = 0, LZ_WAIT_ANY = 1 };

/** Waits for all of the events or for any of them, at most `timeout_ns` nanoseconds, as
 * lz_event_wait does. The events may be of different contexts. LZ_WAIT_ALL waits until all have
 * happened, and returns the error of the first in the list that has failed. LZ_WAIT_ANY returns the
 * status of the first in the list that has happened. `out_index` gets the index of the event whose
 * status is returned; `num_events` when all events happened without an error or when time is up; 0
 * when an argument is wrong. Errors: LZ_DEADLINE_EXCEEDED; LZ_INVALID_ARGUMENT (NULL, another mode,
 * LZ_WAIT_ANY without events); LZ_FAILED_PRECONDITION in a callback; else those of the events.
 * Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_events_wait(lz_event* const* LZ_NULLABLE_IF_EMPTY events, size_t num_events, lz_wait_mode mode,
               int64_t timeout_ns, size_t* LZ_NULLABLE out_index);

/** Called by the library when an event has happened, with the status that lz_event_wait would
 * return. `status` is NULL for success. Otherwise it belongs to the library, and is valid during
 * the call unless it is retained. */
typedef void (*lz_event_fn)(void* LZ_NULLABLE user, lz_status* LZ_NULLABLE status);

/** Registers a function that is called exactly once, when the event has happened. Returns at once.
 * If the event has happened already, the function is called during this call. Functions of one
 * event are called in the order in which they were registered.
 *
 * A function is called with no lock held, by the thread that makes the event happen. This is the
 * thread of the stream, or a thread that calls the library: to wait for work of the stream, to
 * cancel work, to set an event, to shut the context down, or to release the last handle of a
 * program's event. If an event happens inside of a callback, on the same thread, the callbacks of
 * this event are called after that callback has returned. The next work of the device waits until
 * the function returns. A wait for the event may return before the function is called.
 *
 * The function may record, make tensors, release anything (the event and the context too), set and
 * cancel events, and evaluate without waiting. A call that would have to wait returns
 * LZ_FAILED_PRECONDITION. The function must not unwind through the library.
 *
 * The handle of the event may be released before the event happens. Shutdown and the release of the
 * context end the work, with LZ_CANCELLED. If work has not ended when the process exits, its
 * callbacks are possibly never called. Errors: LZ_INVALID_ARGUMENT, LZ_RESOURCE_EXHAUSTED; then the
 * function is not called. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_on_ready(lz_event* event,
                                                                       lz_event_fn function,
                                                                       void* LZ_NULLABLE user);

/** Makes an event that happens when the program calls lz_event_set. The event belongs to no
 * context. If its last handle is released before that call, the event happens with LZ_CANCELLED.
 * Errors: LZ_RESOURCE_EXHAUSTED. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_create(LZ_OWNED lz_event** out_event);

/** Makes an event of lz_event_create happen. If `status` is NULL, the event has no error. Otherwise
 * it has the code, message, op, location, bytes and operand of `status`, which the caller keeps.
 * Threads that wait wake up, and callbacks are called before this returns. Errors:
 * LZ_FAILED_PRECONDITION if the event has been set or cancelled before, and for events of the
 * library. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_event_set(lz_event* event, const lz_status* LZ_NULLABLE status);

/** Gives 1 if the work has ended, with or without an error. Gives 0 if it has not ended. Errors: of
 * handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_is_ready(lz_event* event,
                                                                       int32_t* out_ready);

/** Asks the work to end early, and does not wait for its end. The event happens within
 * milliseconds, with LZ_CANCELLED. Queued work never runs; running work ends between two pieces
 * of a loop. What is cancelled depends on the event:
 *
 *   of a run              one program. All of its results have the status LZ_CANCELLED, and so do
 *                         tensors that depend on them
 *   of a barrier          all programs of the cut that have not ended
 *   of a read             only the read, not the computation (lz_tensor_read_async)
 *   of lz_event_create    nothing else. The event happens at once
 *
 * A donated input that the run has begun to overwrite is lost, and the status names this input. The
 * call has no effect on work that has ended, or on the event of host memory. Errors: of handles.
 * Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_event_cancel(lz_event* event);

LZ_API LZ_ANY_THREAD void lz_event_retain(lz_event* LZ_NULLABLE event);  /**< Since 1. */
LZ_API LZ_ANY_THREAD void lz_event_release(lz_event* LZ_NULLABLE event); /**< Since 1. */

LZ_HEADER_END

#endif
