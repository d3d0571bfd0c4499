// What is recorded, to be looked at.
#pragma once

#include "lazy/context/Graph.h"

namespace lz::lazy {

// The pending ops behind `results`, all of this graph, as a program that returns them. Parameters
// are the values in memory that it reads. Changes nothing.
Program recordedProgram(Graph& graph, absl::Span<Result* const> results);

struct RecordedProgram {
  Program program;
  RunValues inputs; // one per parameter
  // The tensors of the inputs, which no barrier gives away while they are held.
  std::vector<Ref<Node>> leaves;
};
RecordedProgram recordedProgramWithInputs(Graph& graph, absl::Span<Result* const> results);

} // namespace lz::lazy
