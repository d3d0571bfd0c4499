// The routines of this folder for all types.
#pragma once

#include <array>
#include <complex>

namespace lz::linalg {

struct DenseCall;
using DenseRuns = std::array<void (*)(const DenseCall&), 4>;

extern const DenseRuns kGees, kGeev, kGehrd, kGeqp3, kGesdd, kGtsv, kOrmqr, kSyevd, kSytrd;

#define LZ_DENSE_RUNS(name, routine)                                                               \
  const DenseRuns name = {routine<float>, routine<double>, routine<std::complex<float>>,           \
                          routine<std::complex<double>>}

} // namespace lz::linalg
