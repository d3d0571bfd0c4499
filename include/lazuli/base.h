/* Macros, element types and options shared by all headers of the C API.
 *
 * Objects are opaque pointers with a reference count. A function that returns an object through an
 * LZ_OWNED parameter gives the caller one reference. The caller releases it with lz_<type>_release.
 * An LZ_BORROWED result lives as long as the object that it came from. The library has references
 * of its own, so objects can be released in any order. Retain and release work from any thread,
 * even after shutdown.
 *
 * A function that can fail returns lz_status*. NULL is success; the caller owns any other status.
 * On failure all out-parameters are NULL or 0. If a function needs an object, NULL or a handle of
 * another kind is LZ_INVALID_ARGUMENT. The caller must not use a handle that has been freed.
 * Comments do not repeat this; "Errors: of handles." says that a function has no other errors.
 *
 * The lengths of arrays are checked first. The limits for one call are 64 dims, 2^16 numbers in an
 * attribute, 2^24 objects and 2^31 bytes of text. More are LZ_INVALID_ARGUMENT, and so is NULL for
 * an array that has elements. No C++ exception leaves a function of this library. If the process
 * has no memory left, the function returns LZ_RESOURCE_EXHAUSTED.
 *
 * Strings that the caller passes are UTF-8, and NUL-terminated unless a size says otherwise.
 * Strings, arrays and structs are read during the call only. Arrays may be NULL when their length
 * is 0.
 *
 * Option structs begin with struct_size = sizeof(the struct); zero in any other field means the
 * default. The library accepts the smaller struct of an older caller, and a larger one if its
 * unknown bytes are zero. A pointer to options may be NULL, which means all defaults.
 *
 * A call needs 64 KiB of free stack, and 256 KiB if it may run a decomposition of a matrix. The
 * floating-point mode and the locale of the calling thread have no influence on results and texts,
 * and a call does not change them.
 *
 * docs/abi.md says which of these promises later versions keep, and what happens at exit and after
 * fork. */
#ifndef LAZULI_BASE_H
#define LAZULI_BASE_H

#include <stddef.h>
#include <stdint.h>

/* Marks that compilers and bindings to other languages read. A pointer without a mark is never
 * NULL. This includes pointers to pointers (out-parameters and lists of objects). LZ_CHECK warns if
 * a status is ignored. */
#ifdef __clang__
#define LZ_NULLABLE _Nullable          /* NULL may be passed or returned here */
#define LZ_NULLABLE_IF_EMPTY _Nullable /* NULL is fine when the length is 0 */
#define LZ_NULLABILITY_BEGIN                                                                       \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wnullability-extension\"") \
      _Pragma("clang diagnostic ignored \"-Wnullability-completeness\"")                           \
          _Pragma("clang assume_nonnull begin")
#define LZ_NULLABILITY_END _Pragma("clang assume_nonnull end") _Pragma("clang diagnostic pop")
#else
#define LZ_NULLABLE
#define LZ_NULLABLE_IF_EMPTY
#define LZ_NULLABILITY_BEGIN
#define LZ_NULLABILITY_END
#endif
#define LZ_CHECK __attribute__((warn_unused_result))

#ifdef __cplusplus
#define LZ_HEADER_BEGIN                                                                            \
  extern "C" {                                                                                     \
  LZ_NULLABILITY_BEGIN
#define LZ_HEADER_END                                                                              \
  LZ_NULLABILITY_END                                                                               \
  }
#else
#define LZ_HEADER_BEGIN LZ_NULLABILITY_BEGIN
#define LZ_HEADER_END LZ_NULLABILITY_END
#endif

/* The version of these headers. lz_version() and lz_abi_version() return the versions of the loaded
 * library. */
#define LZ_VERSION 1000 /* 0.1.0: 1,000,000 for a major version, 1,000 for a minor one */
#define LZ_ABI_VERSION 3

#define LZ_API __attribute__((visibility("default")))

/* Marks that tools read from the declarations (define LZ_ANNOTATIONS and look at clang's AST). */
#ifdef LZ_ANNOTATIONS
#define LZ_MARK(text) __attribute__((annotate(text)))
#else
#define LZ_MARK(text)
#endif
#define LZ_OWNED LZ_MARK("lz_owned")       /* the caller gets a reference */
#define LZ_BORROWED LZ_MARK("lz_borrowed") /* valid as long as the object that it comes from */
/* Thread classes. LZ_ANY_THREAD: the function may be called from any thread at any time.
 * LZ_ONE_THREAD: only one thread at a time may call the function for the same object. */
#define LZ_ANY_THREAD LZ_MARK("lz_any_thread")
#define LZ_ONE_THREAD LZ_MARK("lz_one_thread")

LZ_HEADER_BEGIN

typedef struct lz_status lz_status;
typedef struct lz_string lz_string;
typedef struct lz_context lz_context;
typedef struct lz_device lz_device;
typedef struct lz_tensor lz_tensor;
typedef struct lz_op lz_op;
typedef struct lz_function lz_function;
typedef struct lz_module lz_module;
typedef struct lz_executable lz_executable;
typedef struct lz_event lz_event;
typedef struct lz_barrier lz_barrier;
typedef struct lz_guard lz_guard;
typedef struct lz_variable lz_variable;
typedef struct lz_view lz_view;

/** Element types, with the numbers of XLA's PrimitiveType. A predicate takes one byte, 0 or 1.
 * Elements of fewer than 8 bits are packed in row-major order, the first one in the lowest bits of
 * its byte: 7 elements of 4 bits take 4 bytes. Unused bits of the last byte may have any value. */
typedef int32_t lz_dtype;
enum {
  LZ_DTYPE_INVALID = 0,
  LZ_DTYPE_PRED = 1,
  LZ_DTYPE_S8 = 2,
  LZ_DTYPE_S16 = 3,
  LZ_DTYPE_S32 = 4,
  LZ_DTYPE_S64 = 5,
  LZ_DTYPE_U8 = 6,
  LZ_DTYPE_U16 = 7,
  LZ_DTYPE_U32 = 8,
  LZ_DTYPE_U64 = 9,
  LZ_DTYPE_F16 = 10,
  LZ_DTYPE_F32 = 11,
  LZ_DTYPE_F64 = 12,
  LZ_DTYPE_C64 = 15, /**< complex: two f32, the real part first */
  LZ_DTYPE_BF16 = 16,
  LZ_DTYPE_C128 = 18, /**< complex: two f64 */
  LZ_DTYPE_F8E5M2 = 19,
  LZ_DTYPE_F8E4M3FN = 20,
  LZ_DTYPE_S4 = 21, /**< S4, U4, S2, U2 and F4E2M1FN: elements share bytes */
  LZ_DTYPE_U4 = 22,
  LZ_DTYPE_F8E4M3B11FNUZ = 23,
  LZ_DTYPE_F8E5M2FNUZ = 24,
  LZ_DTYPE_F8E4M3FNUZ = 25,
  LZ_DTYPE_S2 = 26,
  LZ_DTYPE_U2 = 27,
  LZ_DTYPE_F8E4M3 = 28,
  LZ_DTYPE_F8E3M4 = 29,
  LZ_DTYPE_F4E2M1FN = 32,
  LZ_DTYPE_F8E8M0FNU = 33,
  LZ_DTYPE_F6E2M3FN = 64, /**< F6E2M3FN, F6E3M2FN: one element per byte, in its 6 lowest bits */
  LZ_DTYPE_F6E3M2FN = 65
};

/** Levels of numerics. A level states how far results may differ from those of a program that runs
 * each op separately and rounds each result. docs/numerics.md states the bounds. */
typedef int32_t lz_numerics;
enum {
  LZ_NUMERICS_DEFAULT =
      0, /**< a context uses STANDARD, and a compilation the level of its context */
  LZ_NUMERICS_STRICT = 1,
  LZ_NUMERICS_STANDARD = 2,
  LZ_NUMERICS_FAST = 3 /**< not available yet: LZ_UNIMPLEMENTED */
};

/** The place of an op in the caller's program. It is read during the call only. Errors name the
 * place. If two recordings differ only in places, they run the same compiled program. */
typedef struct lz_op_options {
  size_t struct_size;
  const char* LZ_NULLABLE file; /**< NULL: unknown */
  int64_t line;                 /**< 1-based; 0: unknown */
  const char* LZ_NULLABLE
      name; /**< the caller's name for this op, e.g. "encoder/attention"; NULL: no name */
} lz_op_options;

/** lz_add(x, y, LZ_HERE, &z) records this file and line. */
#ifndef __cplusplus
#define LZ_HERE (&(lz_op_options){sizeof(lz_op_options), __FILE__, __LINE__, NULL})
#endif

/** Returns the number of bytes of one element. Returns 0 for types whose elements share bytes, and
 * for a number that is not an element type. Since 1. */
LZ_API LZ_ANY_THREAD size_t lz_dtype_size(lz_dtype dtype);

/** Returns the number of bits of one element in memory, or 0 for a number that is not an element
 * type. n elements take n * bits / 8 bytes, rounded up. Since 3. */
LZ_API LZ_ANY_THREAD size_t lz_dtype_bits(lz_dtype dtype);

/** Returns the name of an element type: "f32", "i8", "ui16", "i1", "bf16", ... Returns "invalid"
 * for other numbers. The text is never freed. Since 1. */
LZ_API LZ_ANY_THREAD LZ_BORROWED const char* lz_dtype_name(lz_dtype dtype);

/** Return the bytes and the size of a text that the library made. It is UTF-8 and NUL-terminated.
 * For NULL, they return "" and 0. Since 1. */
LZ_API LZ_ANY_THREAD LZ_BORROWED const char* lz_string_data(const lz_string* LZ_NULLABLE string);
LZ_API LZ_ANY_THREAD size_t
lz_string_size(const lz_string* LZ_NULLABLE string); /**< the length without the NUL */
LZ_API LZ_ANY_THREAD void lz_string_retain(lz_string* LZ_NULLABLE string);
LZ_API LZ_ANY_THREAD void lz_string_release(lz_string* LZ_NULLABLE string);

/** Returns the version of the library that runs: major * 1,000,000 + minor * 1,000 + patch.
 * Since 1. */
LZ_API LZ_ANY_THREAD int32_t lz_version(void);
/** Returns the ABI version, a number that grows when functions are added. A function marked "Since
 * N" exists if this number is >= N. Since 1. */
LZ_API LZ_ANY_THREAD int32_t lz_abi_version(void);

/** Returns how many objects of this library the process holds and has not released yet. It is meant
 * for leak tests. Since 1. */
LZ_API LZ_ANY_THREAD int64_t lz_live_handles(void);

#ifdef __cplusplus
/** LZ_HERE makes this object. It holds the options until the end of the full expression. */
struct lz_here_holder {
  lz_op_options options;
  operator const lz_op_options* LZ_NULLABLE() const { return &options; }
};
#define LZ_HERE (lz_here_holder{{sizeof(lz_op_options), __FILE__, __LINE__, nullptr}})
#endif

LZ_HEADER_END

#endif
