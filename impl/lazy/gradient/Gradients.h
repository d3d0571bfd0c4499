// Gradients of recorded tensors and of functions. The recorded piece becomes a program, autodiff
// appends to it, and what it appended is recorded op by op, so gradients are tensors like any
// other.
#pragma once

#include "autodiff/Gradient.h"
#include "lazy/context/Graph.h"

namespace lz::lazy {

struct GradientQuery {
  absl::Span<Result* const> outputs;
  absl::Span<Result* const> cotangents; // one per output, or none: 1 for outputs of one element
  absl::Span<Result* const> arguments;
  bool allowUnused = false;
};

// One result an argument, each with a reference of its handle that is the caller's. Errors as
// lz_gradients states them; then nothing is left behind.
StatusOr<std::vector<Result*>> recordGradients(Graph& graph, const GradientQuery& query);

// A value that is `operand`'s, and a constant to gradients.
StatusOr<Node*> recordStopGradient(Graph& graph, Result& operand, SourceLocation location);

// The body of a function that computes gradients of a finished one and captures the same.
// Parameters: the function's own, then cotangents.
StatusOr<FunctionBody> gradientOf(const Function& function,
                                  const autodiff::FunctionGradient& request);

} // namespace lz::lazy
