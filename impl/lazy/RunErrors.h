// Which op of a recording an error of its run or of its compilation belongs to. A program is
// compiled once and recorded many times: an error names the place in this recording.
#pragma once

#include "lazy/Submission.h"

namespace lz::lazy {

// The op that the status names, by its place in the program; the op with the largest value for a
// status that names none.
Status atOp(const Engine& engine, const RunOps& ops, Status status);
// The op of the program that the status names, by its name, its place in the program or both;
// nullptr if that is none, or several.
const Op* onlyOpNamed(const Program& program, const Status& status);
// The first op that uses an input.
Status atInput(const Engine& engine, const RunOps& ops, size_t input, Status status);

} // namespace lz::lazy
