// Finds the op of a recording that caused an error. A program is compiled once and recorded many
// times, so an error must name the place in this recording.
#pragma once

#include "lazy/submit/Submission.h"

namespace lz::lazy {

// Adds to the status the place of the op that the status names. If the status names none, adds the
// place of the op with the largest result, in bytes.
Status atOp(const Engine& engine, const RunOps& ops, Status status);
// Returns the op of the program that matches the name and place in the status, or nullptr if no op
// or several ops match.
const Op* onlyOpNamed(const Program& program, const Status& status);
// Returns the op with the largest result, in bytes, among the ops that match the status, or nullptr
// if none matches. A status that names no op matches all ops.
const Op* largestOpNamed(const Program& program, const Status& status);
// Adds to the status the place of the first op that uses the input.
Status atInput(const Engine& engine, const RunOps& ops, size_t input, Status status);
// Adds locations to errors, as atOp does. Leaves two kinds of errors as they are: cancellations,
// and the errors of inputs, because an error of an input has a location already.
void placeAll(const Engine& engine, const RunOps& ops, absl::Span<const Status> inputErrors,
              std::vector<Status>& errors);
// Adds to the status the names of the donated input tensors that are lost. If there is no memory
// for the text, the status stays as it is.
Status withGivenUp(const Engine& engine, const RunRequest& request, absl::Span<const size_t> inputs,
                   const Status& status) noexcept;

} // namespace lz::lazy
