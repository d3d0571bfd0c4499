// Which op of a recording an error of its run or of its compilation belongs to. A program is
// compiled once and recorded many times: an error names the place in this recording.
#pragma once

#include "lazy/submit/Submission.h"

namespace lz::lazy {

// The op that the status names, by its place in the program; the op with the largest value for a
// status that names none.
Status atOp(const Engine& engine, const RunOps& ops, Status status);
// The op of the program that the status names, by its name, its place in the program or both;
// nullptr if that is none, or several.
const Op* onlyOpNamed(const Program& program, const Status& status);
// The op with the largest value of those that the status may mean; of all if it names none.
// nullptr: it names one of none.
const Op* largestOpNamed(const Program& program, const Status& status);
// The first op that uses an input.
Status atInput(const Engine& engine, const RunOps& ops, size_t input, Status status);
// Places each error as atOp does, but cancellations and errors of inputs, which have their places.
void placeAll(const Engine& engine, const RunOps& ops, absl::Span<const Status> inputErrors,
              std::vector<Status>& errors);
// The status, with the tensors that these inputs of the run are: whoever donated them has lost
// them. Where there is no memory for the text, the plain status.
Status withGivenUp(const Engine& engine, const RunRequest& request, absl::Span<const size_t> inputs,
                   const Status& status) noexcept;

} // namespace lz::lazy
