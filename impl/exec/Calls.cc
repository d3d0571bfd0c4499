#include "exec/Calls.h"

#include "exec/Concatenate.h"
#include "exec/Fft.h"
#include "exec/Linalg.h"
#include "exec/RandomBits.h"
#include "exec/Sort.h"
#include "exec/TopK.h"

namespace lz::exec {

static constexpr CallFunction kFunctions[] = {
    {"cholesky", cholesky, needsOfMatrices, planOfCholesky},
    {"concatenate", concatenate, needsOfConcatenate},
    {"fft", fft, needsOfFft, planOfFft},
    {"lapack", lapack, needsOfLapack, planOfLapack},
    {"rng_bit_generator", randomBits, needsOfRandomBits},
    {"sort", sort, needsOfSort},
    {"top_k", topK, needsOfTopK},
    {"triangular_solve", triangularSolve, needsOfMatrices, planOfTriangularSolve},
};

const CallFunction* findCall(std::string_view name) {
  for (const CallFunction& function : kFunctions)
    if (function.name == name)
      return &function;
  return nullptr;
}

} // namespace lz::exec
