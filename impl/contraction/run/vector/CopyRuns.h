// Copies runs of contiguous elements to panels in the compute type, with the vectors of the CPU
// class. Only for files of contraction/run.
#pragma once

#include "base/Half.h"
#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::contraction {

// Runs to copy to panels. Run kk begins at source + offsets[kk * offsetStep]. It has `length`
// elements for each of `panels` panels. In a panel, runs begin `stride` elements apart. Example:
// with length 2, 2 panels and stride 2, the runs abcd and efgh become the panels a b e f | c d g h.
struct RunCopy {
  const int64_t* offsets;
  int64_t count, length, panels, stride;
  MachineClass cpu;
  int64_t offsetStep = 1;
};

// Copies the runs. Elements between the runs of a panel do not change.
void copyRuns(const RunCopy& copy, const float* source, float* target);
void copyRuns(const RunCopy& copy, const double* source, double* target);
void copyRuns(const RunCopy& copy, const BF16* source, float* target);
void copyRuns(const RunCopy& copy, const F16* source, float* target);

} // namespace lz::contraction
