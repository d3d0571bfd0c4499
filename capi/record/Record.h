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

// One call. Handed over as a whole: a span among many arguments goes through memory, 16 bytes that
// were written as two times 8, and the processor waits 5 ns for each of them.
struct OpCall {
  Opcode opcode;
  absl::Span<lz_tensor* const> operands{}; // handles from the caller, not checked yet
  Attrs attrs{};                           // in the order of OpInfo::attrs
  // The part of the result type that the caller states (ResultSpec); nullptr: inferred.
  const TensorType* stated = nullptr;
  absl::Span<lz_function* const> regions{}; // finished functions, in the order of the op's regions
  const lz_op_options* options = nullptr;
  // One address per result; each gets an owned handle, and is left alone on failure. A wrong count
  // is an error.
  absl::Span<lz_tensor** const> outs{};
  // Where an op without operands goes (iota); else nullptr: the operands' device.
  lz_device* device = nullptr;
  // All result types of a custom_call, from which nothing is inferred.
  absl::Span<const TensorType> claimed{};
};

// Records the op. Any thread.
Status recordOp(OpCall&& call);

// A status about arguments that no op was made of: with the op and the caller's place, unless it
// has an op already.
Status placed(Opcode opcode, const lz_op_options* options, const Status& status);

} // namespace lz::capi
