/* lz_op_record records any op of ops.h by its name, with the same result as the function of the
 * op. It is for front ends that do not bind a function for each op, but make their wrappers from
 * ops.json. The file ops.json is installed with the headers (docs/embedding.md). */
#ifndef LAZULI_OP_H
#define LAZULI_OP_H

#include "lazuli/function.h"
#include "lazuli/tensor.h"

LZ_HEADER_BEGIN

/** The kind of an attribute says which fields hold its value. */
typedef int32_t lz_attribute_kind;
enum {
  LZ_ATTRIBUTE_INTEGER =
      1, /**< `integer`: a number, a flag (0 or 1), or a case of an enumeration */
  LZ_ATTRIBUTE_INTEGERS = 2, /**< `data`: `size` numbers of int64_t; lists of pairs are flat */
  LZ_ATTRIBUTE_TEXT = 3 /**< `data`: `size` bytes of UTF-8, or SIZE_MAX for NUL-terminated text */
};

/** One attribute by its name in ops.json. Its fields never change. */
typedef struct lz_attribute {
  const char* name;
  lz_attribute_kind kind;
  int32_t reserved; /**< 0 */
  int64_t integer;
  const void* LZ_NULLABLE data; /**< read during the call */
  size_t size;
} lz_attribute;

/** Records the op called `name`, e.g. "add" or "stablehlo.add", and returns at once.
 *
 *   device       NULL: the device of the operands; an op without operands needs a device
 *   operands     in the order of the op, those of a list one after the other: lz_scatter of two
 *                inputs has 2 + 1 + 2 operands
 *   attributes   in any order, each at most once. Missing ones have their defaults. The
 *                parts of the result's type that the caller states are attributes, too: "dtype"
 *                (an integer, LZ_DTYPE_*; optional for contractions) and "dims" (integers)
 *   functions    finished, in the order of the op's regions
 *   outs         get `num_outs` tensors, or NULL on failure; `num_outs` is the number of results
 *
 * Errors: LZ_NOT_FOUND for an unknown op; LZ_INVALID_ARGUMENT for an attribute that the op does not
 * have, that is given twice, of another kind, or missing, and as in ops.h; LZ_UNIMPLEMENTED for ops
 * with a function of their own: constant (lz_constant) and custom_call (lz_host_call). Since 3. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE
lz_op_record(lz_device* LZ_NULLABLE device, const char* name, lz_tensor* const* operands,
             size_t num_operands, const lz_attribute* LZ_NULLABLE_IF_EMPTY attributes,
             size_t num_attributes, lz_function* const* functions, size_t num_functions,
             const lz_op_options* LZ_NULLABLE options, LZ_OWNED lz_tensor** outs, size_t num_outs);

LZ_HEADER_END

#endif
