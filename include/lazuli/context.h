/* A context owns devices, threads, the cache of compiled programs and the log sink. Nothing is
 * shared between two contexts of one process. */
#ifndef LAZULI_CONTEXT_H
#define LAZULI_CONTEXT_H

#include "lazuli/status.h"

LZ_HEADER_BEGIN

typedef int32_t lz_log_severity;
enum { LZ_LOG_INFO = 0, LZ_LOG_WARNING = 1, LZ_LOG_ERROR = 2 };

/** A log sink. The library calls it from any thread that uses the context, with no lock held. It
 * must not call Lazuli. Without a sink, nothing is logged. */
typedef void (*lz_log_fn)(void* LZ_NULLABLE user, lz_log_severity severity, const char* message);

/** Releases `user`. The library calls it once, on any thread and with no lock held, when the
 * context no longer uses `user`. It must not call Lazuli. */
typedef void (*lz_user_release_fn)(void* LZ_NULLABLE user);

/** Allocates `bytes` bytes and returns their address, which must be a multiple of `alignment`.
 * Returns NULL if there is no memory. `bytes` and `alignment` are multiples of 64. The library
 * calls it from any thread that uses the context, possibly from several threads at once, with no
 * lock held. It must not call Lazuli. */
typedef void* LZ_NULLABLE (*lz_alloc_fn)(void* LZ_NULLABLE user, size_t bytes, size_t alignment);

/** Frees memory that lz_alloc_fn returned. `bytes` is the number that lz_alloc_fn got. The rules of
 * lz_alloc_fn apply. */
typedef void (*lz_free_fn)(void* LZ_NULLABLE user, void* data, size_t bytes);

/** Tries to free memory. The library calls it when an allocation of `wanted_bytes` bytes does not
 * fit. This is so if only `available_bytes` of the budget are left, or if the system or lz_alloc_fn
 * has no memory. The context has already freed the memory that it keeps for later tensors. The
 * function returns 1 if the library should try again, or 0 to let the allocation fail with
 * LZ_RESOURCE_EXHAUSTED. The library tries again only if fewer bytes are in use than before. The
 * function runs on the thread that needs the memory, with no lock held. It is allowed to do what
 * lz_release_fn is allowed to do: to release, delete and donate tensors, but not to wait. If an
 * allocation of its own does not fit, it is refused without another call. */
typedef int32_t (*lz_memory_pressure_fn)(void* LZ_NULLABLE user, int64_t wanted_bytes,
                                         int64_t available_bytes);

/** Functions that provide the memory of tensors and temporaries, and that can free some when it
 * runs out. The library still applies the budget and reuses freed memory. Machine code and the
 * library's own objects come from malloc and do not count. */
typedef struct lz_memory_hooks {
  size_t struct_size;
  lz_alloc_fn LZ_NULLABLE alloc;              /**< NULL: the system's memory */
  lz_free_fn LZ_NULLABLE free;                /**< set if and only if alloc is */
  lz_memory_pressure_fn LZ_NULLABLE pressure; /**< NULL: an allocation is refused at once */
  void* LZ_NULLABLE user;
  /** Called with `user` after the context and all its tensors and views are released, when all
   * memory has been freed. If lz_context_create fails, it is not called */
  lz_user_release_fn LZ_NULLABLE release;
} lz_memory_hooks;

typedef struct lz_context_options {
  size_t struct_size;
  int32_t threads;      /**< threads that compute, including a thread that waits; 0: one per core
                           that affinity and cgroups leave to this process */
  lz_numerics numerics; /**< 0: LZ_NUMERICS_STANDARD */
  int64_t budget_bytes; /**< the most bytes of tensors and temporaries; 0: LAZULI_MEMORY_BUDGET, and
                           without it all that the machine and cgroups allow */
  const char* LZ_NULLABLE
      cpu; /**< "x86-64-v2", "avx2", "avx512"; NULL: the best this machine runs */
  const char* LZ_NULLABLE
      dump_dir; /**< where every stage of each compilation is written; NULL: LAZULI_DUMP */
  lz_log_fn LZ_NULLABLE log; /**< NULL: nothing is logged */
  void* LZ_NULLABLE log_user;
  int32_t op_by_op;        /**< 1: every op runs when it is recorded, for debugging */
  int32_t max_segment_ops; /**< a longer recording is split into segments of at most this many ops;
                              0: 1024; at least 16 */
  int64_t max_pending_ops; /**< this many pending ops cause a barrier; 0: 1,048,576 */
  /** The most compiled programs that are kept. The least recently used are removed first. 0:
   * 1024 */
  int64_t cache_entries;
  /** The most bytes of compiled programs with their constants and code. The least recently used are
   * removed first. The most recently used one always stays. The ops of gradients, which are kept
   * for later differentiations, may take a quarter of this in addition. 0: 256 MiB */
  int64_t cache_bytes;
  /** Called with log_user after the context and all its objects are released. If lz_context_create
   * fails, it is not called. Needs `log` */
  lz_user_release_fn LZ_NULLABLE log_user_release;
  const lz_memory_hooks* LZ_NULLABLE memory; /**< copied; NULL: the system's memory */
  int32_t ignore_environment; /**< 1: the context does not read the variables LAZULI_* */
  int32_t reserved;           /**< 0 */
  /** The folder in which compiled programs and parsed modules are kept for later processes. "off":
   * nothing is kept. NULL: the folder in LAZULI_CACHE or, if that is not set, the folder `lazuli`
   * in $XDG_CACHE_HOME or in ~/.cache. Only this user can access it and its files. Since 3, like
   * all fields that follow. */
  const char* LZ_NULLABLE disk_cache;
  /** The most bytes in that folder. The least recently used files are removed first. 0: 1 GiB */
  int64_t disk_cache_bytes;
  /** The number of devices of the host. Each gets an equal part of `threads` and `budget_bytes`,
   * and at least one thread. 0: one device. */
  int64_t host_devices;
} lz_context_options;

/** Makes a context. It starts no thread and compiles nothing yet. Without a cache on disk it
 * prepares its first compiler, which takes about 2 ms and 2 MB. With a cache on disk, the compiler
 * is prepared later, when a program is not in the cache. A context belongs to this process: after
 * fork, the context refuses work in the child. The variable LAZULI_FLAGS may have the flags
 * "--tensor_size_threshold=SIZE" and "--tensor_split_size=SIZE" (lz_compile_options). The names may
 * begin with "xla_". SIZE is a number of bytes, or a number with a unit: kB, MB, GB, TB, KiB, MiB,
 * GiB, TiB. Errors: LZ_INVALID_ARGUMENT for an unknown enum, a number out of its range, a CPU class
 * that is unknown or does not run here, a variable LAZULI_MEMORY_BUDGET that is no size, or other
 * flags in LAZULI_FLAGS; LZ_UNIMPLEMENTED for LZ_NUMERICS_FAST. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_create(const lz_context_options* LZ_NULLABLE options, LZ_OWNED lz_context** out_context);
LZ_API LZ_ANY_THREAD void lz_context_retain(lz_context* LZ_NULLABLE context); /**< Since 1. */

/** Releases a context. When the last handle of the context and of its objects is released, running
 * and queued work is cancelled, because nothing can read its results. Events do not count as such
 * handles. Since 1. */
LZ_API LZ_ANY_THREAD void lz_context_release(lz_context* LZ_NULLABLE context);

/** Cancels all running and queued work, as lz_event_cancel does. Also cancels the programs that
 * other threads are compiling for their barriers and reads. Does not wait. Work that is submitted
 * later is not cancelled. Errors: LZ_FAILED_PRECONDITION after a shutdown. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_context_cancel(lz_context* context);

/** Cancels all running and queued work, waits until it has ended, and drops compiled programs. The
 * wait takes some milliseconds. It does not wait for compilations of other threads, whose work is
 * refused. If you need the results, wait for them before this call, with LZ_BARRIER_WAIT or an
 * event. After the shutdown, calls on the context and its objects return LZ_FAILED_PRECONDITION.
 * Releases are still allowed. Values that have been computed can still be read, and all other
 * tensors have the status LZ_CANCELLED. A second call does nothing. An exit handler is allowed to
 * call this. Errors: LZ_FAILED_PRECONDITION in a child process, for a context of its parent. Since
 * 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_context_shutdown(lz_context* context);

/** Decides when ops run that are recorded from now on, on any thread. 1: each op runs when it is
 * recorded, as if `op_by_op` of lz_context_options or the variable LAZULI_OP_BY_OP were set. 0:
 * each op runs when its value is needed. To do this for a part of a program, set 1 before the part,
 * and after it the value that `out_before` got. Pending ops stay pending until something needs
 * them. So do ops that are recorded between lz_function_begin and lz_function_finish on the same
 * device, because they may belong to a body. Errors: LZ_INVALID_ARGUMENT (neither 0 nor 1),
 * LZ_FAILED_PRECONDITION after a shutdown. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_set_op_by_op(lz_context* context, int32_t op_by_op, int32_t* LZ_NULLABLE out_before);

/** The counters of a context. They count from its creation, or from their last reset. */
typedef int32_t lz_counter;
enum {
  LZ_COUNTER_COMPILES = 1,   /**< programs compiled */
  LZ_COUNTER_CACHE_HITS = 2, /**< cuts that found their program compiled, in memory */
  LZ_COUNTER_CACHE_MISSES = 3,
  LZ_COUNTER_CACHE_EVICTIONS = 4,
  LZ_COUNTER_EXECUTIONS = 5, /**< programs run */
  LZ_COUNTER_BARRIERS = 6,
  LZ_COUNTER_AUTO_BARRIERS = 7, /**< barriers that were made because of max_pending_ops */
  LZ_COUNTER_READS = 8,
  LZ_COUNTER_OPS_RECORDED = 9,
  LZ_COUNTER_DONATED_INPUTS = 10,
  LZ_COUNTER_COMPILE_NS = 11,   /**< nanoseconds spent compiling */
  LZ_COUNTER_EXECUTE_NS = 12,   /**< nanoseconds spent running */
  LZ_COUNTER_LIVE_TENSORS = 13, /**< tensor handles now; a reset does not change it */
  LZ_COUNTER_PENDING_OPS = 14,  /**< recorded ops in memory now; a reset does not change it */
  LZ_COUNTER_BYTES_IN_USE = 15, /**< device memory in use now; a reset does not change it */
  LZ_COUNTER_PEAK_BYTES = 16,   /**< the most BYTES_IN_USE since the reset */
  /** Programs that were not in memory and were loaded from the cache folder instead of compiled;
   * their time is in LZ_COUNTER_COMPILE_NS. Since 3. */
  LZ_COUNTER_DISK_CACHE_HITS = 17
};

/** Gives the value of a counter. Errors: LZ_INVALID_ARGUMENT for an unknown counter. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_context_counter(lz_context* context,
                                                                        lz_counter counter,
                                                                        int64_t* out_value);

typedef struct lz_counters {
  size_t struct_size; /**< set by the caller; fields beyond it are not written */
  int64_t compiles;   /**< each field is the counter LZ_COUNTER_* of its name */
  int64_t cache_hits;
  int64_t cache_misses;
  int64_t cache_evictions;
  int64_t executions;
  int64_t barriers;
  int64_t auto_barriers;
  int64_t reads;
  int64_t ops_recorded;
  int64_t donated_inputs;
  int64_t compile_ns;
  int64_t execute_ns;
  int64_t live_tensors;
  int64_t pending_ops;
  int64_t bytes_in_use;
  int64_t peak_bytes;
  int64_t disk_cache_hits;
} lz_counters;

/** Fills the struct as far as its struct_size goes. Each counter is exact. If other threads work
 * meanwhile, the counters are read at slightly different moments. Errors: LZ_INVALID_ARGUMENT for a
 * struct_size below that of size_t. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_context_get_counters(lz_context* context,
                                                                             lz_counters* counters);

/** What a timer measures.
 *   COMPILE   each program that is compiled, or loaded from the cache folder
 *   EXECUTE   each run of a program
 *   CUT       the cut of each barrier (explicit or automatic, on each device), of each evaluation,
 *             and of each read of a pending tensor. It makes programs from the recorded ops;
 *             compiling and running them does not count
 *   WAIT      each wait of a barrier, an evaluation, a read or a run for work that has not ended
 */
typedef int32_t lz_timer;
enum { LZ_TIMER_COMPILE = 1, LZ_TIMER_EXECUTE = 2, LZ_TIMER_CUT = 3, LZ_TIMER_WAIT = 4 };

typedef struct lz_timer_statistics {
  size_t struct_size; /**< set by the caller; fields beyond it are not written */
  /** The number of measurements. The other fields are in nanoseconds, or 0 without measurements */
  int64_t count;
  int64_t total_ns;
  int64_t min_ns;
  int64_t max_ns;
  /** The median. This and the fields that follow may be up to 1/16 too large */
  int64_t p50_ns;
  int64_t p90_ns;
  int64_t p99_ns;
} lz_timer_statistics;

/** Fills the struct as far as its struct_size goes. It counts what was measured since the context
 * was made, or since its counters were reset. If other threads work meanwhile, the numbers are read
 * at slightly different moments. Errors: LZ_INVALID_ARGUMENT for an unknown timer, or a struct_size
 * below that of size_t. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_timer(lz_context* context, lz_timer timer, lz_timer_statistics* statistics);

/** Gives a report for users: counters, memory, timers, and why the last ten programs were compiled.
 * The form of the report may change. Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_report(lz_context* context, LZ_OWNED lz_string** out_text);

/** Frees the memory that the context keeps for later tensors, and gives the number of bytes.
 * Tensors and compiled programs stay. A shutdown frees this memory, too. After a shutdown the
 * call is still allowed. Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_context_trim(lz_context* context,
                                                                     int64_t* out_bytes);

/** Sets the counters to 0, except those that say how many things exist now. Errors: of handles.
 * Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_context_reset_counters(lz_context* context);

/** Says why the last program that was not in the cache had to be compiled. It compares the program
 * with the most similar earlier one, and gives the first difference with both locations, for
 * example
 *   op 3 [add] at step.c:14: result is tensor<32x10xf32>, was tensor<64x10xf32> at step.c:14
 * Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_explain_recompile(lz_context* context, LZ_OWNED lz_string** out_text);

/** One program that was not in the cache and had to be compiled. */
typedef struct lz_recompilation_statistics {
  size_t struct_size; /**< set by the caller; fields beyond it are not written */
  int64_t number;     /**< 1: the first of the context */
  int64_t ops;        /**< number of ops of the program */
  int64_t inputs;
  int64_t outputs;
  /** Counted from 0; -1 if all ops are equal, or if there is no other program to compare with */
  int64_t first_different_op;
} lz_recompilation_statistics;

/** Gives the number of recompilations that lz_context_recompilation knows, at most the last 100.
 * Errors: of handles. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_num_recompilations(lz_context* context, size_t* out_count);

/** Fills the struct as far as its struct_size goes, and gives the reason in the words of
 * lz_context_explain_recompile. Index 0 is the latest recompilation. So each new recompilation adds
 * 1 to the index of every other. Errors: LZ_OUT_OF_RANGE, LZ_INVALID_ARGUMENT for a struct_size
 * below that of size_t. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_recompilation(lz_context* context, size_t index, lz_recompilation_statistics* statistics,
                         LZ_OWNED lz_string** out_reason);

LZ_HEADER_END

#endif
