// Shows the recorded ops of pending tensors.
#pragma once

#include "lazy/context/Graph.h"

namespace lz::lazy {

// Returns the pending ops that compute `results`, as a program that returns them. All results must
// be of this graph. The parameters are the values in memory that the ops read. Nothing changes.
Program recordedProgram(Graph& graph, absl::Span<Result* const> results);

struct RecordedProgram {
  Program program;
  RunValues inputs; // one per parameter
  // The tensors of the inputs. While they are held, no barrier donates their memory.
  std::vector<Ref<Node>> leaves;
};
RecordedProgram recordedProgramWithInputs(Graph& graph, absl::Span<Result* const> results);

} // namespace lz::lazy
