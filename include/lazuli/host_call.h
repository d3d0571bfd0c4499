/* A host call is a function of your program that a compiled program calls. It reads buffers and
 * writes buffers. It is an op like any other. It is recorded, ops before and after it are fused,
 * and its program is cached. Bodies of loops and functions may contain it. In text it is
 * `stablehlo.custom_call @name`.
 *
 *   static lz_status* twice(void* user, const lz_host_call_args* args) {
 *     const float* x = (const float*)args->operands[0].data;
 *     float* y = (float*)args->results[0].data;
 *     for (int64_t i = 0; i < args->operands[0].dims[0]; ++i)
 *       y[i] = 2 * x[i];
 *     return NULL;
 *   }
 *   lz_context_register_host_call(context, "twice", twice, NULL);
 *   lz_host_call(device, "twice", &x, 1, &type, NULL, LZ_HERE, &y, 1);
 *
 * docs/host-calls.md has more about threads, effects, errors and gradients. */
#ifndef LAZULI_HOST_CALL_H
#define LAZULI_HOST_CALL_H

#include "lazuli/context.h"
#include "lazuli/tensor.h"

LZ_HEADER_BEGIN

/** A dtype and a shape. `dims` has `rank` numbers, for the outermost dimension first. It is NULL
 * for rank 0. */
typedef struct lz_tensor_type {
  lz_dtype dtype;
  int32_t reserved; /**< 0 */
  size_t rank;
  const int64_t* LZ_NULLABLE_IF_EMPTY dims;
} lz_tensor_type;

/** An operand of a call: row-major, aligned to its element. The bytes may be a constant of the
 * program or memory that was lent to the library, so never write to them. */
typedef struct lz_host_call_operand {
  lz_dtype dtype;
  int32_t reserved;
  size_t rank;
  const int64_t* LZ_NULLABLE_IF_EMPTY dims;
  const void* LZ_NULLABLE_IF_EMPTY data;
  int64_t nbytes;
} lz_host_call_operand;

/** A result of a call: row-major, aligned to its element. Its bytes are undefined before the call,
 * which must write all of them. A predicate is a byte that is 0 or 1. A result overlaps no operand,
 * except one that it takes over by an alias. */
typedef struct lz_host_call_result {
  lz_dtype dtype;
  int32_t reserved;
  size_t rank;
  const int64_t* LZ_NULLABLE_IF_EMPTY dims;
  void* LZ_NULLABLE_IF_EMPTY data;
  int64_t nbytes;
} lz_host_call_result;

/** The arguments of one call. They and everything that they point to are valid until the call
 * returns. If nbytes is 0, data may be NULL. */
typedef struct lz_host_call_args {
  size_t struct_size; /**< that of the library: a newer library adds fields at the end */
  const char* name;
  /** The text that was recorded with the call; NUL-terminated, "" if there is none */
  const char* attributes;
  size_t attributes_size; /**< the bytes of the text without the NUL */
  const lz_host_call_operand* LZ_NULLABLE_IF_EMPTY operands;
  size_t num_operands;
  const lz_host_call_result* LZ_NULLABLE_IF_EMPTY results;
  size_t num_results;
} lz_host_call_args;

/** The function. It returns NULL when it has written all results. Otherwise it returns a status, of
 * lz_status_create or of another call of Lazuli. The library takes this status over. It becomes the
 * error of the results.
 *
 * It runs on the thread that runs the program. This is a thread that waits for the program, or a
 * thread of the library. No lock is held. Calls of one device come one after another. Calls of two
 * contexts, or of a context and an executable, may run at the same time, even calls of one
 * function. The function may use other threads, as long as they no longer use the buffers when it
 * returns. It may record, make tensors, release anything (the context too), and evaluate without
 * waiting. A call that would have to wait for work (a read, a wait for an event, a barrier with
 * LZ_BARRIER_WAIT) returns LZ_FAILED_PRECONDITION. Neither longjmp nor an exception may leave the
 * function. It has the floating-point mode of the call that submitted the program. If it changes
 * the mode, the change ends with this call. */
typedef lz_status* LZ_NULLABLE (*lz_host_call_fn)(void* LZ_NULLABLE user,
                                                  const lz_host_call_args* args);

/** Releases `user` of a host call. The library calls it exactly once, on any thread and with no
 * lock held, when the context and all executables that call the function are gone. If the
 * registration fails, it is called during the registration. It is allowed to do what lz_release_fn
 * is allowed to do. */
typedef void (*lz_host_call_release_fn)(void* LZ_NULLABLE user);

/** States that a result may use the memory of an operand. Both must have the same number of bytes.
 * If nothing reads the operand afterwards, the two addresses can be equal. The function must be
 * right for equal and for different addresses. */
typedef struct lz_host_call_alias {
  size_t result, operand; /**< the numbers of the two, from 0 */
} lz_host_call_alias;

enum {
  /** The function does more than compute its results. Its calls are neither merged nor left out.
   * The calls of one barrier or read run in the order of recording. Without this flag, one call may
   * replace several calls with equal operands, and a call whose results are not needed may be left
   * out. */
  LZ_HOST_CALL_HAS_EFFECTS = 1,
  /** The function is called only on threads of your program, never on one of the library's. This is
   * for languages whose functions must not run on threads that they did not start. A compiled
   * program with such a call runs on the thread that submits it, or on another thread that waits
   * for work of the device. So lz_evaluate, lz_context_barrier, lz_executable_run and
   * lz_tensor_read_async return when this program has ended, even if they were not asked to wait.
   * If the program is submitted from a callback or a host call, it does not run, and its tensors
   * have LZ_FAILED_PRECONDITION. */
  LZ_HOST_CALL_ON_PROGRAM_THREAD = 2
};

typedef struct lz_host_call_options {
  size_t struct_size;
  uint64_t flags;         /**< LZ_HOST_CALL_* */
  void* LZ_NULLABLE user; /**< passed to the function */
  lz_host_call_release_fn LZ_NULLABLE release;
  int64_t predicted_ns; /**< time of one call, for reports; 0: unknown */
  const lz_host_call_alias* LZ_NULLABLE_IF_EMPTY aliases;
  size_t num_aliases; /**< at most 65,536 */
} lz_host_call_options;

/** Registers this function under the name `name`. The function of a name never changes as long as
 * the context lives. The name has 1 to 255 bytes. Errors: LZ_ALREADY_EXISTS (the name has a
 * function), LZ_INVALID_ARGUMENT (a name that Lazuli uses itself: one that begins with "lz.", or
 * one like "Sharding"; fn is NULL; options), LZ_FAILED_PRECONDITION after shutdown. Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_context_register_host_call(lz_context* context, const char* name, lz_host_call_fn fn,
                              const lz_host_call_options* LZ_NULLABLE options);

/** Records a call of the function that is registered under this name in the device's context.
 * Returns at once. Operands may be pending, and may be parameters of a function. `attributes` is a
 * text for the function, for example JSON; NULL means "". The caller states `num_outs` result
 * types, at least one.
 *
 * The call runs when one of its results is needed: when a result is read, or has a handle at a
 * barrier. If the call fails, its status becomes the error of its results and of the tensors that
 * depend on them, with lz_status_op "custom_call" and the place of the recording. Other tensors are
 * still computed, unless a call of their program has effects, because such a call must not be made
 * twice. Errors: LZ_NOT_FOUND (the context knows no such name), LZ_INVALID_ARGUMENT
 * (handles, result types, an alias of a result or operand that this call lacks). Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_host_call(
    lz_device* device, const char* name, lz_tensor* const* LZ_NULLABLE_IF_EMPTY operands,
    size_t num_operands, const lz_tensor_type* result_types, const char* LZ_NULLABLE attributes,
    const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** outs, size_t num_outs);

LZ_HEADER_END

#endif
