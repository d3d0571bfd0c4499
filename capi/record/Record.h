// recordOp, which the generated C functions of ops call: it checks the handles, records one op and
// stores its results.
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "lazuli/function.h"
#include "lazuli/tensor.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

namespace lz::capi {

// One call. It is passed as one struct, because a span among many arguments is read from memory as
// 16 bytes after it was written as two times 8, and the processor waits 5 ns for each of them.
struct OpCall {
  Opcode opcode;
  absl::Span<lz_tensor* const> operands{}; // handles from the caller, not checked yet
  Attrs attrs{};                           // in the order of OpInfo::attrs
  // The part of the result type that the caller states (ResultSpec); nullptr: it is inferred.
  const TensorType* stated = nullptr;
  absl::Span<lz_function* const> regions{}; // finished functions, in the order of the op's regions
  const lz_op_options* options = nullptr;
  // One address per result. Each receives an owned handle, and keeps its value on failure. A wrong
  // number of addresses is an error.
  absl::Span<lz_tensor** const> outs{};
  // The device for an op without operands (iota); nullptr: the operands' device.
  lz_device* device = nullptr;
  // The types of all results of a custom_call, for which nothing can be inferred.
  absl::Span<const TensorType> claimed{};
};

// Records the op. Any thread.
Status recordOp(OpCall&& call);

// Adds the op and the caller's place to an error about arguments, unless it names an op already.
Status placed(Opcode opcode, const lz_op_options* options, const Status& status);

} // namespace lz::capi
