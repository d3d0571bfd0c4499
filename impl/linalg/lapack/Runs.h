// The routines of this folder for all types. Each is a class:
//
//   template <typename E> struct Gehrd {
//     static WorkLengths ask(const LapackTypes& types);                 // its workspaces
//     Gehrd(const LapackTypes&, const WorkLengths&, Scratch& scratch);  // takes its memory
//     void run(const LapackData& data);                                 // one matrix
//   };
//
// BlasScope::run() may leave a run at any call of BLAS.
#pragma once

#include "linalg/lapack/Routines.h"

#include <type_traits>

namespace lz::linalg {

using LapackRuns = std::array<LapackRun, 4>;
extern const LapackRuns kGeesRuns, kGeevRuns, kGehrdRuns, kGeqp3Runs, kGesddRuns, kGtsvRuns,
    kOrmqrRuns, kSyevdRuns, kSytrdRuns;

template <typename Routine> constexpr LapackRun runOf() {
  static_assert(std::is_trivially_destructible_v<Routine>);
  return {Routine::ask,
          [](const LapackTypes& types, const WorkLengths& lengths) {
            Scratch count;
            Routine(types, lengths, count);
            return count.bytes();
          },
          [](const LapackTypes& types, const LapackData& data, const WorkLengths& lengths,
             Scratch scratch) { Routine(types, lengths, scratch).run(data); }};
}

#define LZ_LAPACK_RUNS(name, Routine)                                                              \
  const LapackRuns name = {runOf<Routine<float>>(), runOf<Routine<double>>(),                      \
                           runOf<Routine<Complex<float>>>(), runOf<Routine<Complex<double>>>()}

} // namespace lz::linalg
