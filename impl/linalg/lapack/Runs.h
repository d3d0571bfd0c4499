// The routines of this folder for all element types. Each routine is a class:
//
//   template <typename E> struct Gehrd {
//     static WorkLengths ask(const LapackTypes& types);                 // its workspaces
//     Gehrd(const LapackTypes&, const WorkLengths&, Scratch& scratch);  // takes its memory
//     void run(const LapackData& data);                                 // one matrix
//     static double nsOfSteps(const LapackTypes&, const LapackCosts&);  // may be left out
//   };
//
// If the work is cancelled, BlasScope::run() can leave `run` at any call of BLAS.
#pragma once

#include "linalg/lapack/Routines.h"

#include <type_traits>

namespace lz::linalg {

using LapackRuns = std::array<LapackRun, 4>;
extern const LapackRuns kGeesRuns, kGeevRuns, kGehrdRuns, kGeqp3Runs, kGesddRuns, kGtsvRuns,
    kOrmqrRuns, kSyevdRuns, kSytrdRuns;

template <typename Routine> constexpr LapackRun runOf() {
  static_assert(std::is_trivially_destructible_v<Routine>);
  LapackRun run{Routine::ask,
                [](const LapackTypes& types, const WorkLengths& lengths) {
                  Scratch count;
                  Routine(types, lengths, count);
                  return count.bytes();
                },
                [](const LapackTypes& types, const LapackData& data, const WorkLengths& lengths,
                   Scratch scratch) { Routine(types, lengths, scratch).run(data); }};
  if constexpr (requires { Routine::nsOfSteps; })
    run.nsOfSteps = Routine::nsOfSteps;
  return run;
}

// A routine can also have a class that computes groups of matrices in lanes:
//
//   template <typename R> struct SyevdInLanes {
//     static LaneNeeds needs(const LapackTypes& types, MachineClass cpu);
//     static void run(const LapackTypes&, const LapackData&, int64_t count, MachineClass,
//                     std::byte*);
//   };
template <typename InLanes> inline constexpr LapackInLanes kInLanes{InLanes::needs, InLanes::run};
template <typename Routine, typename InLanes> constexpr LapackRun runOf() {
  LapackRun run = runOf<Routine>();
  run.inLanes = &kInLanes<InLanes>;
  return run;
}

#define LZ_LAPACK_RUNS_IN_LANES(name, Routine, InLanes)                                            \
  const LapackRuns name = {runOf<Routine<float>, InLanes<float>>(),                                \
                           runOf<Routine<double>, InLanes<double>>(),                              \
                           runOf<Routine<Complex<float>>>(), runOf<Routine<Complex<double>>>()}
#define LZ_LAPACK_RUNS(name, Routine)                                                              \
  const LapackRuns name = {runOf<Routine<float>>(), runOf<Routine<double>>(),                      \
                           runOf<Routine<Complex<float>>>(), runOf<Routine<Complex<double>>>()}

} // namespace lz::linalg
