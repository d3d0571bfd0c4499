// Results computed by hand, and LAPACK's conventions.
#include "TestProgram.h"
#include "spec/Enums.inc.h"

#include <cmath>

namespace lz::test {
namespace {

Literal oneResult(Opcode opcode, std::vector<Literal> operands, const Named& attrs) {
  TestProgram p;
  const TensorType type = operands.back().type();
  auto results = runOp(p, opcode, std::move(operands), {type}, attrs);
  EXPECT_TRUE(results.ok()) << results.status();
  return (*results)[0];
}

// The other triangle is not read.
TEST(Cholesky, OfEachTriangle) {
  const Literal a = tensorOf<double>({2, 2}, {4, 99, 2, 10}),
                b = tensorOf<double>({2, 2}, {4, 2, 99, 10});
  EXPECT_EQ(valuesOf<double>(oneResult(Opcode::Cholesky, {a}, {{"lower", int64_t(1)}})),
            (std::vector<double>{2, 0, 1, 3}));
  EXPECT_EQ(valuesOf<double>(oneResult(Opcode::Cholesky, {b}, {{"lower", int64_t(0)}})),
            (std::vector<double>{2, 1, 0, 3}));
}

TEST(Cholesky, IsNanWhereAMatrixOfTheBatchIsNotPositive) {
  const Literal a = tensorOf<float>({2, 2, 2}, {1, 2, 2, 1, 1, 0, 0, 1});
  const auto values = valuesOf<float>(oneResult(Opcode::Cholesky, {a}, {{"lower", int64_t(1)}}));
  for (size_t i = 0; i < 4; ++i)
    EXPECT_TRUE(std::isnan(values[i]));
  EXPECT_EQ(std::vector<float>(values.begin() + 4, values.end()), (std::vector<float>{1, 0, 0, 1}));
}

// [[4, .], [2 + 2i, 3]]: l21 = 1 + i, l22 = sqrt(3 - 2).
TEST(Cholesky, OfComplexNumbers) {
  Literal a(TensorType{DType::C64, {2, 2}});
  a.mutableAs<Complex<float>>()[0] = {4, 0};
  a.mutableAs<Complex<float>>()[1] = {77, 77};
  a.mutableAs<Complex<float>>()[2] = {2, 2};
  a.mutableAs<Complex<float>>()[3] = {3, 5};
  const Literal l = oneResult(Opcode::Cholesky, {a}, {{"lower", int64_t(1)}});
  const Complex<float>* values = l.as<Complex<float>>();
  EXPECT_EQ(values[0], (Complex<float>{2, 0}));
  EXPECT_EQ(values[1], (Complex<float>{0, 0}));
  EXPECT_EQ(values[2], (Complex<float>{1, 1}));
  EXPECT_EQ(values[3], (Complex<float>{1, 0}));
}

Named sides(bool left, bool lower, Transposition transposition, bool unit) {
  return {{"left_side", int64_t(left)},
          {"lower", int64_t(lower)},
          {"transpose_a", int64_t(transposition)},
          {"unit_diagonal", int64_t(unit)}};
}

TEST(TriangularSolve, OnEachSide) {
  const Literal a = tensorOf<double>({2, 2}, {2, 77, 3, 4}), b = tensorOf<double>({2, 1}, {2, 11});
  auto solved = [&](const Literal& x, const Named& attrs) {
    return valuesOf<double>(oneResult(Opcode::TriangularSolve, {a, x}, attrs));
  };
  using enum Transposition;
  EXPECT_EQ(solved(b, sides(true, true, NO_TRANSPOSE, false)), (std::vector<double>{1, 2}));
  EXPECT_EQ(solved(b, sides(true, true, NO_TRANSPOSE, true)), (std::vector<double>{2, 5}));
  // [2 3; 0 4] x = [8, 8]
  EXPECT_EQ(solved(tensorOf<double>({2, 1}, {8, 8}), sides(true, true, TRANSPOSE, false)),
            (std::vector<double>{1, 2}));
  // x [2 0; 3 4] = [8, 8]
  EXPECT_EQ(solved(tensorOf<double>({1, 2}, {8, 8}), sides(false, true, NO_TRANSPOSE, false)),
            (std::vector<double>{1, 2}));
  EXPECT_EQ(solved(tensorOf<double>({1, 2}, {2, 11}), sides(false, true, ADJOINT, false)),
            (std::vector<double>{1, 2}));
}

// op(a) = conj(a)^T. The matrix is 1 x 1, so only the conjugation counts.
TEST(TriangularSolve, AdjointsAreConjugates) {
  Literal a(TensorType{DType::C128, {1, 1}}), b(a.type());
  a.mutableAs<Complex<double>>()[0] = {0, 2};
  b.mutableAs<Complex<double>>()[0] = {4, 0};
  const Literal x =
      oneResult(Opcode::TriangularSolve, {a, b}, sides(true, true, Transposition::ADJOINT, false));
  EXPECT_EQ(x.as<Complex<double>>()[0], (Complex<double>{0, 2}));
}

std::vector<Literal> lapack(const std::string& target, std::vector<Literal> operands,
                            const std::vector<TensorType>& types,
                            const std::string& config = "{}") {
  TestProgram p;
  auto results = runOp(p, Opcode::CustomCall, std::move(operands), types,
                       {{"call_target_name", target}, {"backend_config", config}});
  EXPECT_TRUE(results.ok()) << results.status();
  return *results;
}

TEST(Lapack, PivotsAreRowsFromOneOn) {
  const TensorType matrix{DType::F64, {2, 2}};
  auto results = lapack("lapack_dgetrf_ffi", {tensorOf<double>({2, 2}, {1, 3, 2, 4})},
                        {matrix, {DType::S32, {2}}, {DType::S32, {}}});
  EXPECT_EQ(valuesOf<double>(results[0]), (std::vector<double>{2, 4, 0.5, 1}));
  EXPECT_EQ(valuesOf<int32_t>(results[1]), (std::vector<int32_t>{2, 2}));
  EXPECT_EQ(valuesOf<int32_t>(results[2]), (std::vector<int32_t>{0}));
}

TEST(Lapack, InfoIsTheFirstPivotThatIsZero) {
  auto results = lapack("lapack_dgetrf_ffi", {tensorOf<double>({2, 2}, {1, 1, 1, 1})},
                        {{DType::F64, {2, 2}}, {DType::S32, {2}}, {DType::S32, {}}});
  EXPECT_EQ(valuesOf<int32_t>(results[2]), (std::vector<int32_t>{2}));
}

// The column [3, 4] becomes [-5, 0]; v = [1, 0.5], tau = 1.6.
TEST(Lapack, ReflectorsAndTheirProduct) {
  const TensorType column{DType::F64, {2, 1}};
  auto qr =
      lapack("lapack_dgeqrf_ffi", {tensorOf<double>({2, 1}, {3, 4})}, {column, {DType::F64, {1}}});
  EXPECT_EQ(valuesOf<double>(qr[0]), (std::vector<double>{-5, 0.5}));
  EXPECT_DOUBLE_EQ(valuesOf<double>(qr[1])[0], 1.6);
  auto q = valuesOf<double>(lapack("lapack_dorgqr_ffi", {qr[0], qr[1]}, {column})[0]);
  EXPECT_DOUBLE_EQ(q[0], -0.6);
  EXPECT_DOUBLE_EQ(q[1], -0.8);
}

// [[0, 1], [1, 0]]: -1 and 1.
TEST(Lapack, EigenvaluesAscend) {
  const TensorType matrix{DType::F64, {2, 2}};
  auto results =
      lapack("lapack_dsyevd_ffi", {tensorOf<double>({2, 2}, {0, 1, 1, 0})},
             {matrix, {DType::F64, {2}}, {DType::S32, {}}}, "{mode = 86 : ui8, uplo = 76 : ui8}");
  EXPECT_NEAR(valuesOf<double>(results[1])[0], -1, 1e-15);
  EXPECT_NEAR(valuesOf<double>(results[1])[1], 1, 1e-15);
  EXPECT_EQ(valuesOf<int32_t>(results[2]), (std::vector<int32_t>{0}));
}

// The column [3i, 4] becomes [-5, 0]: tau = 1 + 0.6i, and q is its first column over -5.
TEST(Lapack, ReflectorsOfComplexNumbers) {
  const TensorType column{DType::C128, {2, 1}}, vector{DType::C128, {1}};
  Literal a(column);
  a.mutableAs<Complex<double>>()[0] = {0, 3};
  a.mutableAs<Complex<double>>()[1] = {4, 0};
  auto qr = lapack("lapack_zgeqrf_ffi", {a}, {column, vector});
  EXPECT_NEAR(qr[0].as<Complex<double>>()[0].re, -5, 1e-15);
  EXPECT_NEAR(qr[1].as<Complex<double>>()[0].re, 1, 1e-15);
  EXPECT_NEAR(qr[1].as<Complex<double>>()[0].im, 0.6, 1e-15);
  auto q = lapack("lapack_zungqr_ffi", {qr[0], qr[1]}, {column});
  EXPECT_NEAR(q[0].as<Complex<double>>()[0].im, -0.6, 1e-15);
  EXPECT_NEAR(q[0].as<Complex<double>>()[1].re, -0.8, 1e-15);
}

} // namespace
} // namespace lz::test
