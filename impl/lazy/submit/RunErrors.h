// Finds the op of a recording that an error belongs to. A program is compiled once and recorded
// many times, so an error must name the place in this recording.
#pragma once

#include "lazy/submit/Submission.h"

namespace lz::lazy {

// Adds to the status the place of the op that it names. If it names none, takes the op with the
// largest value.
Status atOp(const Engine& engine, const RunOps& ops, Status status);
// The op of the program that the status names by its name, its place or both; nullptr if no op or
// several ops match.
const Op* onlyOpNamed(const Program& program, const Status& status);
// The op with the largest value among those that the status may mean. A status that names no op
// may mean all of them. nullptr if it names an op that the program does not have.
const Op* largestOpNamed(const Program& program, const Status& status);
// Adds to the status the place of the first op that uses an input.
Status atInput(const Engine& engine, const RunOps& ops, size_t input, Status status);
// Adds places to all errors, as atOp does. Cancellations stay as they are, and so do errors of
// inputs, which have their places.
void placeAll(const Engine& engine, const RunOps& ops, absl::Span<const Status> inputErrors,
              std::vector<Status>& errors);
// Adds the names of these inputs' tensors to the status: whoever donated them has lost them.
// Without memory for the text, the status stays as it is.
Status withGivenUp(const Engine& engine, const RunRequest& request, absl::Span<const size_t> inputs,
                   const Status& status) noexcept;

} // namespace lz::lazy
