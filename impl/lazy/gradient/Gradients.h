// Gradients of recorded tensors and of functions. The recorded ops become a program, autodiff
// appends ops to it, and the appended ops are recorded one at a time. So gradients are tensors like
// any other.
#pragma once

#include "autodiff/Gradient.h"
#include "lazy/context/Graph.h"

namespace lz::lazy {

struct GradientQuery {
  absl::Span<Result* const> outputs;
  // One per output. If the list is empty, each output must have one element, and its cotangent is
  // 1.
  absl::Span<Result* const> cotangents;
  absl::Span<Result* const> arguments;
  bool allowUnused = false;
};

// Returns one result per argument, each with a handle that the caller must release. Errors are
// those of lz_gradients; an error leaves nothing recorded.
StatusOr<std::vector<Result*>> recordGradients(Graph& graph, const GradientQuery& query);

// Records a value that equals `operand` but is a constant for gradients.
StatusOr<Node*> recordStopGradient(Graph& graph, Result& operand, SourceLocation location);

// Returns the body of a function that computes the gradients of a finished function. It captures
// the same values. Its parameters are those of the function, followed by the cotangents.
StatusOr<FunctionBody> gradientOf(const Function& function,
                                  const autodiff::FunctionGradient& request);

} // namespace lz::lazy
