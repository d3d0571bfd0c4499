// Shows what is recorded.
#pragma once

#include "lazy/context/Graph.h"

namespace lz::lazy {

// The pending ops behind `results`, which must all be of this graph, as a program that returns
// them. Its parameters are the values in memory that it reads. Nothing changes.
Program recordedProgram(Graph& graph, absl::Span<Result* const> results);

struct RecordedProgram {
  Program program;
  RunValues inputs; // one per parameter
  // The tensors of the inputs. While they are held, no barrier gives their memory away.
  std::vector<Ref<Node>> leaves;
};
RecordedProgram recordedProgramWithInputs(Graph& graph, absl::Span<Result* const> results);

} // namespace lz::lazy
