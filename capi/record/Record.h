// Records an op for the generated C functions: checks the handles, records the op and stores its
// results.
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "lazuli/function.h"
#include "lazuli/tensor.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

namespace lz::capi {

// The arguments of one call. All arguments are passed in one struct, because a separate argument
// for a span makes the call 5 ns slower. Compilers store such a span as two words of 8 bytes and
// load it as one word of 16 bytes. This load must wait until both stores have ended.
struct OpCall {
  Opcode opcode;
  absl::Span<lz_tensor* const> operands{}; // handles of the caller, not checked yet
  Attrs attrs{};                           // in the order of OpInfo::attrs
  // The part of the result type that the caller states (ResultSpec), or nullptr if it is inferred.
  const TensorType* stated = nullptr;
  absl::Span<lz_function* const> regions{}; // finished functions, in the order of the op's regions
  const lz_op_options* options = nullptr;
  // One address per result. On success a new handle, which the caller owns, is written to each
  // address. On failure nothing is written. A wrong number of addresses is an error.
  absl::Span<lz_tensor** const> outs{};
  // The device for an op without operands (iota), or nullptr for the operands' device.
  lz_device* device = nullptr;
  // The types of all results of a custom_call, which cannot be inferred.
  absl::Span<const TensorType> claimed{};
};

// Records the op. Any thread may call it.
Status recordOp(OpCall&& call);

// Adds the op and the caller's location to an error about arguments. If the error names an op
// already, adds nothing.
Status placed(Opcode opcode, const lz_op_options* options, const Status& status);

} // namespace lz::capi
