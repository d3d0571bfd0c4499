// Contractions with a short side.
#include "ContractionChecks.h"

#include <gtest/gtest.h>
#include <random>

namespace lz::contraction {
namespace {

// Multiplies a few rows by many rows, both along k. There are several blocks of k, and the short
// operand is packed all at once or block by block.
TEST(DotsContraction, DotsInSeveralBlocks) {
  std::mt19937 rng(17);
  for (DType dtype : {DType::F32, DType::F64, DType::BF16})
    for (int64_t k : {1300, 9001}) {
      check(plainSpec(1, 150, 13, k, dtype, dtype, 0, 0, 0, 0), 150 * k, 13 * k, 150 * 13, rng);
      check(plainSpec(2, 5, 140, k, dtype, dtype, 0, 0, 0, 0), 10 * k, 280 * k, 1400, rng);
    }
}

// There are so many columns that the rows are streamed with any number of threads from 1 to 5. With
// fewer columns, 5 threads would read panels. This must not happen here, because panels and
// streamed rows differ in bits: the micro-kernels of the tests fuse no operations.
TEST(DotsContraction, MatrixTimesVector) {
  std::mt19937 rng(4);
  for (int order : {0, 1})
    for (DType in : {DType::F32, DType::F64, DType::BF16}) {
      check(plainSpec(1, 1, 1300, 777, in, in, 0, 0, order, 0), 777, 1010100, 1300, rng);
      check(plainSpec(2, 900, 3, 500, in, in, 0, order, 0, 0), 900000, 3000, 5400, rng);
    }
}

// Multiplies a few rows by many rows that lie along k, with tiles of every size, partial vectors of
// k, and several blocks of k.
TEST(DotsContraction, FewLongRows) {
  std::mt19937 rng(19);
  for (int64_t few : {2, 5, 7, 12, 16})
    for (int64_t k : {64, 97, 300})
      for (DType in : {DType::F32, DType::F64, DType::BF16, DType::F16}) {
        SCOPED_TRACE(testing::Message() << few << " x " << k << " dtype " << int(in));
        check(plainSpec(1, 137, few, k, in, in, 0, 0, 1, 0), 137 * k, few * k, 137 * few, rng);
        check(plainSpec(2, few, 37, k, in, in, 0, 0, 0, 0), 2 * few * k, 74 * k, 74 * few, rng);
      }
  // Several units of a batch element use the same packed rows.
  for (int order : {0, 1, 2})
    check(plainSpec(3, 300, 5, 97, DType::F32, DType::F32, 0, 0, order, 0), 3 * 300 * 97,
          3 * 5 * 97, 3 * 300 * 5, rng);
  check(plainSpec(1, 131, 3, 9001, DType::F32, DType::F32, 0, 0, 0, 0), 131 * 9001, 27003, 393,
        rng);
}

} // namespace
} // namespace lz::contraction
