// Checks the equations that the interpreter's decompositions must fulfil, and their conventions.
#include "Decompositions.h"

#include "LapackPrograms.h"
#include "TestProgram.h"
#include "linalg/spec/LapackTable.h"

#include <cmath>

namespace lz::test {
namespace {

class Interpreted : public testing::TestWithParam<DType> {};

// The interpreter rounds results once, so a tenth of the bound for compiled results suffices.
TEST_P(Interpreted, DecompositionsHold) {
  for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{
           {0, 0}, {0, 3}, {3, 0}, {1, 1}, {2, 2}, {3, 5}, {7, 4}, {16, 24}})
    for (const LapackProgram& p : lapackPrograms(GetParam(), m, n)) {
      const auto results = eval::evaluate(p.program, p.arguments);
      ASSERT_TRUE(results.ok()) << p.target << ": " << results.status();
      EXPECT_EQ(judge(p.target, p.config, p.arguments, *results, 3), "") << p.config;
    }
}

INSTANTIATE_TEST_SUITE_P(Types, Interpreted, testing::ValuesIn(kLapackTypes), [](const auto& info) {
  return std::string(1, linalg::lapackLetter(info.param));
});

std::vector<Literal> run(const std::string& target, const std::string& config,
                         std::vector<Literal> operands, const std::vector<TensorType>& types) {
  TestProgram p;
  auto results = runOp(p, Opcode::CustomCall, std::move(operands), types,
                       {{"call_target_name", target}, {"backend_config", config}});
  EXPECT_TRUE(results.ok()) << results.status();
  return *results;
}

const TensorType kMatrix{DType::F64, {2, 2}}, kVector{DType::F64, {2}}, kInfo{DType::S32, {}},
    kComplexMatrix{DType::C128, {2, 2}};

// Without this test, a judge that accepts everything would pass.
TEST(Judge, RefusesWrongResults) {
  for (DType dtype : kLapackTypes)
    for (const LapackProgram& p : lapackPrograms(dtype, 3, 3)) {
      std::vector<Literal> results = *eval::evaluate(p.program, p.arguments);
      for (size_t i = 0; i < results.size(); ++i) {
        const TensorType& type = results[i].type();
        const bool isUnread = p.target.find("gtsv") != std::string::npos && i < 3;
        const bool isOverwritten =
            p.target.find("ges") != std::string::npos && i == 0 &&
            (p.target.ends_with("gesdd_ffi") || p.target.ends_with("gesvd_ffi"));
        if (isUnread || isOverwritten || type.numElements() == 0)
          continue;
        Literal right = results[i];
        Literal wrong = Literal::copyOf(type, right.data());
        std::byte* first = wrong.mutableData();
        const bool isDouble = partType(type.dtype) == DType::F64;
        if (type.dtype == DType::S32)
          *reinterpret_cast<int32_t*>(first) += 1;
        else if (isDouble)
          *reinterpret_cast<double*>(first) += 0.01;
        else
          *reinterpret_cast<float*>(first) += 0.01f;
        results[i] = wrong;
        EXPECT_NE(judge(p.target, p.config, p.arguments, results), "")
            << p.target << " " << p.config << " with another result " << i;
        results[i] = right;
      }
    }
}

// The vectors of [0, -1; 1, 0] are (1, -i) and (1, i), divided by the square root of 2.
TEST(Geev, OfATurnByAQuarter) {
  const auto results =
      run("lapack_dgeev_ffi", "{compute_left = 86 : ui8, compute_right = 86 : ui8}",
          {tensorOf<double>({2, 2}, {0, -1, 1, 0})},
          {kVector, kVector, kComplexMatrix, kComplexMatrix, kInfo});
  EXPECT_EQ(valuesOf<double>(results[0]), (std::vector<double>{0, 0}));
  EXPECT_NEAR(results[1].as<double>()[0], 1, 1e-15);
  EXPECT_EQ(results[1].as<double>()[1], -results[1].as<double>()[0]);
  const auto* right = results[3].as<Complex<double>>();
  EXPECT_NEAR(std::hypot(right[0].re, right[0].im), std::sqrt(0.5), 1e-15);
  EXPECT_EQ(right[0].im, 0);
  EXPECT_EQ(right[1].im, -right[0].im);
  EXPECT_EQ(right[3].im, -right[2].im);
}

// The two eigenvalues are equal up to rounding, and there is only one eigenvector.
TEST(Geev, OfADefectiveMatrix) {
  const auto results =
      run("lapack_dgeev_ffi", "{compute_left = 78 : ui8, compute_right = 86 : ui8}",
          {tensorOf<double>({2, 2}, {2, 1, 0, 2})},
          {kVector, kVector, kComplexMatrix, kComplexMatrix, kInfo});
  EXPECT_EQ(valuesOf<double>(results[0]), (std::vector<double>{2, 2}));
  const auto* right = results[3].as<Complex<double>>();
  EXPECT_NEAR(std::abs(right[0].re), 1, 1e-15);
  EXPECT_NEAR(std::abs(right[1].re), 1, 1e-15);
}

// The eigenvalues are 2 and 0 times the largest number. The first is infinite, and the vectors are
// as for other matrices.
TEST(Geev, OfTheLargestNumbers) {
  const double large = 1.7e308;
  const auto results =
      run("lapack_dgeev_ffi", "{compute_left = 78 : ui8, compute_right = 86 : ui8}",
          {tensorOf<double>({2, 2}, {large, large, large, large})},
          {kVector, kVector, kComplexMatrix, kComplexMatrix, kInfo});
  const auto* right = results[3].as<Complex<double>>();
  EXPECT_EQ(std::max(results[0].as<double>()[0], results[0].as<double>()[1]), HUGE_VAL);
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(std::abs(right[i].re), std::sqrt(0.5), 1e-15);
}

// [1, 2; -8, 3] becomes a block with 2 twice on the diagonal. The product of the other two numbers
// is 2 * 2 minus the determinant, which is 19.
TEST(Gees, BlocksHaveOneNumberOnTheirDiagonal) {
  const auto results = run("lapack_dgees_ffi", "{mode = 86 : ui8, sort = 78 : ui8}",
                           {tensorOf<double>({2, 2}, {1, 2, -8, 3})},
                           {kMatrix, kMatrix, kVector, kVector, kInfo, kInfo});
  const double* t = results[0].as<double>();
  EXPECT_NEAR(t[0], 2, 1e-15);
  EXPECT_EQ(t[0], t[3]);
  EXPECT_NEAR(t[1] * t[2], -15, 1e-13);
  EXPECT_NEAR(results[3].as<double>()[0], std::sqrt(15.0), 1e-15);
}

// The other triangle is not read, and neither are imaginary parts of the diagonal.
TEST(Heevd, ReadsOneTriangle) {
  Literal a(kComplexMatrix);
  const Complex<double> numbers[] = {{1, 9}, {NAN, 0}, {0, 2}, {1, NAN}};
  std::copy(numbers, numbers + 4, a.mutableAs<Complex<double>>());
  const auto results = run("lapack_zheevd_ffi", "{mode = 86 : ui8, uplo = 76 : ui8}", {a},
                           {kComplexMatrix, kVector, kInfo});
  EXPECT_NEAR(results[1].as<double>()[0], -1, 1e-15);
  EXPECT_NEAR(results[1].as<double>()[1], 3, 1e-15);
}

// For a matrix without rows, the vectors are the unit vectors.
TEST(Gesdd, OfEmptyMatricesGivesAxes) {
  const auto results =
      run("lapack_dgesdd_ffi", "{mode = 65 : ui8}", {tensorOf<double>({0, 2}, {})},
          {{DType::F64, {0, 2}}, {DType::F64, {0}}, {DType::F64, {0, 0}}, kMatrix, kInfo});
  EXPECT_EQ(valuesOf<double>(results[3]), (std::vector<double>{1, 0, 0, 1}));
}

TEST(Gtsv, InfoIsTheFirstRowWithoutAPivot) {
  const auto results = run("lapack_dgtsv_ffi", "{}",
                           {tensorOf<double>({2}, {0, 0}), tensorOf<double>({2}, {1, 0}),
                            tensorOf<double>({2}, {1, 0}), tensorOf<double>({2, 1}, {1, 1})},
                           {kVector, kVector, kVector, {DType::F64, {2, 1}}, kInfo});
  EXPECT_EQ(valuesOf<int32_t>(results[4]), (std::vector<int32_t>{2}));
}

} // namespace
} // namespace lz::test
