// What the generated C functions of ops call: checks the handles, records one op and stores its
// results.
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "lazuli/function.h"
#include "lazuli/tensor.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

namespace lz::capi {

// Records `opcode` on `operands` (handles from the caller, checked here) with `attrs` in the order
// of OpInfo::attrs.
//   stated:   the part of the result type that the caller states (ResultSpec); nullptr: inferred.
//   regions:  finished functions, in the order of the op's regions.
//   outs:     one address per result; each gets an owned handle, and is left alone on failure. A
//             wrong count is an error.
//   device:   where an op without operands goes (iota); else nullptr: the operands' device.
//   claimed:  all result types of a custom_call, from which nothing is inferred.
// Any thread.
Status recordOp(Opcode opcode, absl::Span<lz_tensor* const> operands, Attrs&& attrs,
                const TensorType* stated, absl::Span<lz_function* const> regions,
                const lz_op_options* options, absl::Span<lz_tensor** const> outs,
                lz_device* device = nullptr, absl::Span<const TensorType> claimed = {});

// A status about arguments that no op was made of: with the op and the caller's place, unless it
// has an op already.
Status placed(Opcode opcode, const lz_op_options* options, const Status& status);

} // namespace lz::capi
