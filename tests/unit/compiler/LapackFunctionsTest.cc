// The table of LAPACK's functions agrees with the code that computes them.
#include "exec/Linalg.h"
#include "formats/adopt/AdoptOps.h"
#include "gtest/gtest.h"
#include "linalg/lapack/Routines.h"
#include "semantics/eval/ops/Decompositions.h"

namespace lz::compiler {
namespace {

// Each function is computed by Lazuli's own algorithm or by LAPACK, never by both.
TEST(LapackFunctions, HaveOneWayToRunOrBecomeOps) {
  for (linalg::LapackFunction function : linalg::lapackFunctions()) {
    const bool isOurs = exec::hasOwnLapack(function),
               isTheirs = linalg::findLapack(function) != nullptr,
               isOther = formats::isAdopted(function);
    EXPECT_EQ(int(isOurs) + int(isTheirs) + int(isOther), 1) << lapackName(function);
    EXPECT_EQ(exec::hasLapack(function), !isOther) << lapackName(function);
  }
}

TEST(LapackFunctions, AreInterpretedInOneWayOrBecomeOps) {
  for (linalg::LapackFunction function : linalg::lapackFunctions()) {
    const bool isFactored = eval::hasFactors(function),
               isDecomposed = eval::findDecomposition(function) != nullptr,
               isOther = formats::isAdopted(function);
    EXPECT_EQ(int(isFactored) + int(isDecomposed) + int(isOther), 1) << lapackName(function);
  }
}

} // namespace
} // namespace lz::compiler
