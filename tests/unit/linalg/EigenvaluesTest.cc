// Eigenvalues by LAPACK. Checks the equations that must hold for them.
#include "LapackTesting.h"

namespace lz::linalg {
namespace {

struct Eigh {
  Numbers vectors;
  std::vector<C> values;
  C info;
};

Eigh eigh(DType dtype, const Numbers& a, int64_t uplo = 'L', int64_t mode = 'V') {
  const int64_t n = a.rows;
  Tensors in({typed(dtype, {n, n})}),
      out({typed(dtype, {n, n}), typed(partType(dtype), {n}), typed(DType::S32, {})});
  in.setMatrix(0, a);
  run("syevd", in, out, {{"uplo", uplo}, {"mode", mode}});
  return {out.matrix(0), out.vector(1), out.at(2, 0)};
}

TEST(Syevd, OfAllTypesAndSizes) {
  for (DType dtype : kTypes)
    for (int64_t n : {0, 1, 2, 3, 7, 16, 33, 64, 200}) {
      const Numbers a = hermitian(dtype, n);
      const Eigh e = eigh(dtype, a);
      const double most = unit(dtype) * (10 + 10 * double(n));
      EXPECT_EQ(e.info, C(0));
      EXPECT_LE(largestOf(a * e.vectors, e.vectors * diagonal(e.values, n, n)), most) << n;
      EXPECT_LE(largestOf(adjoint(e.vectors) * e.vectors, identity(n)), most) << n;
      for (size_t i = 1; i < e.values.size(); ++i)
        EXPECT_LE(e.values[i - 1].real(), e.values[i].real());
    }
}

// The other triangle is not read, and neither are imaginary parts of the diagonal.
TEST(Syevd, ReadsOneTriangle) {
  for (DType dtype : kTypes)
    for (int64_t uplo : {'L', 'U'}) {
      const Numbers a = hermitian(dtype, 9);
      Numbers half = a;
      for (int64_t i = 0; i < 9; ++i)
        for (int64_t j = 0; j < 9; ++j) {
          if (uplo == 'L' ? j > i : i > j)
            half(i, j) = NAN;
          if (i == j && isComplex(dtype))
            half(i, j).imag(5);
        }
      const Eigh e = eigh(dtype, half, uplo), values = eigh(dtype, half, uplo, 'N');
      EXPECT_EQ(e.info, C(0));
      EXPECT_LE(largestOf(a * e.vectors, e.vectors * diagonal(e.values, 9, 9)), 60 * unit(dtype));
      for (size_t i = 0; i < 9; ++i)
        EXPECT_NEAR(values.values[i].real(), e.values[i].real(), 30 * unit(dtype));
    }
}

TEST(Syevd, OfKnownSpectra) {
  // With 2 on the diagonal and -1 next to it, the eigenvalues are 2 - 2 cos(k pi / (n + 1)).
  Numbers a(20, 20);
  for (int64_t i = 0; i < 20; ++i) {
    a(i, i) = 2;
    if (i > 0)
      a(i, i - 1) = a(i - 1, i) = -1;
  }
  const Eigh e = eigh(DType::F64, a);
  for (size_t k = 0; k < 20; ++k)
    EXPECT_NEAR(e.values[k].real(), 2 - 2 * std::cos(double(k + 1) * M_PI / 21), 1e-14);
  EXPECT_EQ(eigh(DType::F64, identity(5)).values, std::vector<C>(5, 1));
  EXPECT_EQ(eigh(DType::C64, Numbers(6, 6)).values, std::vector<C>(6, 0));
}

TEST(Syevd, IsNanOfOneMatrixOfABatch) {
  for (double bad : {double(NAN), HUGE_VAL}) {
    Tensors in({typed(DType::F32, {3, 4, 4})}),
        out({typed(DType::F32, {3, 4, 4}), typed(DType::F32, {3, 4}), typed(DType::S32, {3})});
    for (int64_t i : {0, 1, 2})
      in.setMatrix(0, hermitian(DType::F32, 4), i);
    in.set(0, 16 + 8, bad);
    run("syevd", in, out, {{"uplo", 'L'}, {"mode", 'V'}});
    EXPECT_EQ(out.vector(2), (std::vector<C>{0, 1, 0}));
    for (int64_t k = 0; k < 12; ++k)
      EXPECT_EQ(std::isnan(out.at(1, k).real()), k / 4 == 1);
    EXPECT_EQ(out.matrix(0, 0).data, out.matrix(0, 2).data);
    EXPECT_TRUE(std::isnan(out.matrix(0, 1).data[7].real()));
  }
}

struct Eig {
  std::vector<C> values;
  Numbers left, right;
  C info;
};

Eig eig(DType dtype, const Numbers& a, int64_t left = 'V', int64_t right = 'V') {
  const int64_t n = a.rows;
  const bool isReal = !isComplex(dtype);
  const DType vectors = isReal ? complexType(dtype) : dtype;
  std::vector<TensorType> types = {typed(dtype, {n})};
  if (isReal)
    types.push_back(typed(dtype, {n}));
  const size_t at = types.size();
  types.push_back(typed(vectors, {n, n}));
  types.push_back(typed(vectors, {n, n}));
  types.push_back(typed(DType::S32, {}));
  Tensors in({typed(dtype, {n, n})}), out(types);
  in.setMatrix(0, a);
  run("geev", in, out, {{"compute_left", left}, {"compute_right", right}});
  std::vector<C> values = out.vector(0);
  if (isReal)
    for (size_t i = 0; i < values.size(); ++i)
      values[i] += C(0, 1) * out.at(1, int64_t(i));
  return {values, out.matrix(at), out.matrix(at + 1), out.at(at + 2, 0)};
}

// Expects columns of norm 1 whose largest number is real.
void expectNormal(const Numbers& vectors, DType dtype) {
  for (int64_t j = 0; j < vectors.columns; ++j) {
    double norm = 0;
    C largest = 0;
    for (int64_t i = 0; i < vectors.rows; ++i) {
      norm += std::norm(vectors(i, j));
      if (std::abs(vectors(i, j)) > std::abs(largest) * (1 + 4 * unit(dtype)))
        largest = vectors(i, j);
    }
    EXPECT_NEAR(norm, 1, 20 * unit(dtype));
    EXPECT_NEAR(largest.imag(), 0, 4 * unit(dtype));
  }
}

TEST(Geev, OfAllTypesAndSizes) {
  for (DType dtype : kTypes)
    for (int64_t n : {0, 1, 2, 3, 7, 16, 33, 64, 120}) {
      const Numbers a = randomOf(dtype, n, n);
      const Eig e = eig(dtype, a);
      const double most = unit(dtype) * (20 + 30 * double(n));
      EXPECT_EQ(e.info, C(0));
      EXPECT_LE(largestOf(a * e.right, e.right * diagonal(e.values, n, n)), most) << n;
      std::vector<C> conjugates;
      for (C value : e.values)
        conjugates.push_back(std::conj(value));
      EXPECT_LE(largestOf(adjoint(a) * e.left, e.left * diagonal(conjugates, n, n)), most) << n;
      expectNormal(e.right, dtype);
      expectNormal(e.left, dtype);
    }
}

TEST(Geev, PairsAreConjugatesWithThePositiveFirst) {
  Numbers a(3, 3); // a rotation by a quarter turn, and the number 2
  a(0, 1) = -1;
  a(1, 0) = 1;
  a(2, 2) = 2;
  const Eig e = eig(DType::F64, a, 'N', 'V');
  for (size_t i = 0; i + 1 < 3; ++i)
    if (e.values[i].imag() > 0)
      EXPECT_EQ(e.values[i + 1], std::conj(e.values[i]));
  EXPECT_EQ(std::count_if(e.values.begin(), e.values.end(), [](C x) { return x.imag() != 0; }), 2);
  EXPECT_EQ(e.left.data, Numbers(3, 3).data);
}

// The matrix has ones above the diagonal and zeros elsewhere, a single Jordan block, so all vectors
// are the first unit vector.
TEST(Geev, OfDefectiveMatrices) {
  for (DType dtype : kTypes) {
    Numbers a(40, 40);
    for (int64_t i = 0; i + 1 < 40; ++i)
      a(i, i + 1) = 1;
    const Eig e = eig(dtype, a);
    EXPECT_EQ(e.info, C(0));
    for (int64_t j = 0; j < 40; ++j) {
      EXPECT_EQ(e.values[size_t(j)], C(0));
      EXPECT_NEAR(std::abs(e.right(0, j)), 1, 1e-6);
    }
  }
}

// Vectors whose elements all have the same size need not be scaled down.
TEST(Geev, OfHugeTriangles) {
  Numbers a(40, 40);
  for (int64_t i = 0; i < 40; ++i) {
    a(i, i) = double(i + 1) * 1e20;
    if (i > 0)
      a(i - 1, i) = 0.5e20;
  }
  const Eig e = eig(DType::C64, a);
  EXPECT_EQ(e.info, C(0));
  EXPECT_LE(largestOf(a * e.right, e.right * diagonal(e.values, 40, 40)), 1e20 * 1e-4);
  expectNormal(e.right, DType::C64);
  expectNormal(e.left, DType::C64);
}

// The larger eigenvalue of the matrix is infinite.
TEST(Geev, OfTheLargestNumbers) {
  for (DType dtype : kTypes) {
    Numbers a(2, 2);
    const double large = partType(dtype) == DType::F32 ? 3.2e38 : 1.7e308;
    std::fill(a.data.begin(), a.data.end(), C(large));
    const Eig e = eig(dtype, a);
    EXPECT_EQ(e.info, C(0));
    EXPECT_EQ(
        std::count_if(e.values.begin(), e.values.end(), [](C x) { return std::isinf(x.real()); }),
        1);
    expectNormal(e.right, dtype);
    expectNormal(e.left, dtype);
  }
}

// A call for values alone computes no vectors, and gives the values of a call with vectors.
TEST(Geev, OfValuesAlone) {
  for (DType dtype : kTypes) {
    const Numbers a = randomOf(dtype, 30, 30);
    const Eig all = eig(dtype, a), alone = eig(dtype, a, 'N', 'N'), left = eig(dtype, a, 'V', 'N');
    EXPECT_EQ(alone.values, all.values);
    EXPECT_EQ(alone.right.data, Numbers(30, 30).data);
    EXPECT_EQ(left.left.data, all.left.data);
    EXPECT_EQ(left.right.data, Numbers(30, 30).data);
  }
}

TEST(Geev, OfNanAndZero) {
  Numbers a(3, 3);
  EXPECT_EQ(eig(DType::C128, a).values, std::vector<C>(3, 0));
  a(1, 2) = NAN;
  for (DType dtype : kTypes) {
    const Eig e = eig(dtype, a);
    EXPECT_EQ(e.info, C(1));
    EXPECT_TRUE(std::isnan(e.values[0].real()));
    EXPECT_TRUE(std::isnan(e.right.data[3].imag()));
  }
}

TEST(Gees, OfAllTypesAndSizes) {
  for (DType dtype : kTypes)
    for (int64_t n : {0, 1, 2, 3, 7, 16, 33, 90}) {
      const bool isReal = !isComplex(dtype);
      const Numbers a = randomOf(dtype, n, n);
      std::vector<TensorType> types = {typed(dtype, {n, n}), typed(dtype, {n, n}),
                                       typed(dtype, {n})};
      if (isReal)
        types.push_back(typed(dtype, {n}));
      types.push_back(typed(DType::S32, {}));
      types.push_back(typed(DType::S32, {}));
      Tensors in({typed(dtype, {n, n})}), out(types);
      in.setMatrix(0, a);
      run("gees", in, out, {{"mode", 'V'}, {"sort", 'N'}});
      const Numbers t = out.matrix(0), q = out.matrix(1);
      const double most = unit(dtype) * (20 + 20 * double(n));
      EXPECT_LE(largestOf(q * t * adjoint(q), a), most) << n;
      EXPECT_LE(largestOf(adjoint(q) * q, identity(n)), most) << n;
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j < i; ++j) {
          const bool isBlock = isReal && j + 1 == i && t(i, j) != C(0);
          ASSERT_TRUE(isBlock || t(i, j) == C(0)) << i << " " << j;
          if (isBlock) { // equal numbers on the diagonal, and off it numbers of different signs
            ASSERT_EQ(t(i, i), t(j, j));
            ASSERT_LT(t(i, j).real() * t(j, i).real(), 0);
          }
        }
      for (int64_t i = 0; i < n; ++i)
        EXPECT_EQ(out.at(2, i), t(i, i));
    }
}

} // namespace
} // namespace lz::linalg
