// Further decompositions by LAPACK. Checks the equations that must hold for results in LAPACK's
// form.
#include "LapackTesting.h"

namespace lz::linalg {
namespace {

struct Svd {
  Numbers u, vt;
  std::vector<C> values;
  C info;
};

Svd svd(DType dtype, const Numbers& a, int64_t mode) {
  const int64_t m = a.rows, n = a.columns, k = std::min(m, n), mu = mode == 'S' ? k : m,
                nv = mode == 'S' ? k : n;
  Tensors in({typed(dtype, {m, n})}),
      out({typed(dtype, {m, n}), typed(partType(dtype), {k}), typed(dtype, {m, mu}),
           typed(dtype, {nv, n}), typed(DType::S32, {})});
  in.setMatrix(0, a);
  run("gesdd", in, out, {{"mode", mode}});
  return {out.matrix(2), out.matrix(3), out.vector(1), out.at(4, 0)};
}

TEST(Gesdd, OfAllTypesAndShapes) {
  for (DType dtype : kTypes)
    for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{
             {0, 3}, {1, 1}, {3, 5}, {5, 3}, {17, 17}, {40, 8}, {33, 70}, {120, 120}}) {
      const Numbers a = randomOf(dtype, m, n);
      const double most = unit(dtype) * (20 + 10 * double(m + n));
      for (int64_t mode : {'A', 'S'}) {
        const Svd s = svd(dtype, a, mode);
        EXPECT_EQ(s.info, C(0));
        EXPECT_LE(largestOf(s.u * diagonal(s.values, s.u.columns, s.vt.rows) * s.vt, a), most)
            << m << " x " << n;
        EXPECT_LE(largestOf(adjoint(s.u) * s.u, identity(s.u.columns)), most);
        EXPECT_LE(largestOf(s.vt * adjoint(s.vt), identity(s.vt.rows)), most);
        for (size_t i = 0; i < s.values.size(); ++i)
          EXPECT_GE(i == 0 ? s.values[i].real() : s.values[i - 1].real(), s.values[i].real());
      }
      const Svd all = svd(dtype, a, 'S'), alone = svd(dtype, a, 'N');
      for (size_t i = 0; i < all.values.size(); ++i)
        EXPECT_NEAR(alone.values[i].real(), all.values[i].real(), most);
    }
}

TEST(Gesdd, OfLowRankAndZeroAndNan) {
  for (DType dtype : kTypes) {
    const Numbers x = randomOf(dtype, 30, 2), a = x * adjoint(randomOf(dtype, 25, 2, 3));
    const Svd s = svd(dtype, a, 'A');
    EXPECT_LE(s.values[2].real(), 300 * unit(dtype));
    EXPECT_LE(largestOf(adjoint(s.u) * s.u, identity(30)), 300 * unit(dtype));
    EXPECT_EQ(svd(dtype, Numbers(20, 18), 'S').values, std::vector<C>(18, 0));
    Numbers bad = a;
    bad(3, 3) = NAN;
    const Svd nan = svd(dtype, bad, 'S');
    EXPECT_EQ(nan.info, C(1));
    EXPECT_TRUE(std::isnan(nan.values[0].real()) && std::isnan(nan.u.data[0].real()));
  }
}

TEST(Gesdd, OfEmptyMatricesFollowsTheMode) {
  const Numbers empty(0, 3);
  EXPECT_EQ(svd(DType::F64, empty, 'A').vt.data, identity(3).data);
  EXPECT_EQ(svd(DType::F64, empty, 'N').vt.data, Numbers(3, 3).data);
}

TEST(Gehrd, AndSytrdReduce) {
  for (DType dtype : kTypes)
    for (int64_t n : {1, 2, 3, 9, 40}) {
      const double most = unit(dtype) * (20 + 20 * double(n));
      Tensors in({typed(dtype, {n, n})}),
          out({typed(dtype, {n, n}), typed(dtype, {n - 1}), typed(DType::S32, {})});
      const Numbers a = randomOf(dtype, n, n);
      in.setMatrix(0, a);
      run("gehrd", in, out, {});
      Numbers h = out.matrix(0);
      const Numbers q = productOf(h, out.vector(1), 1);
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j + 1 < i; ++j)
          h(i, j) = 0;
      EXPECT_LE(largestOf(q * h * adjoint(q), a), most) << n;

      for (int64_t uplo : {'L', 'U'}) {
        Tensors three({typed(dtype, {n, n}), typed(partType(dtype), {n}),
                       typed(partType(dtype), {n - 1}), typed(dtype, {n - 1}),
                       typed(DType::S32, {})});
        const Numbers b = hermitian(dtype, n);
        in.setMatrix(0, b);
        run("sytrd", in, three, {{"uplo", uplo}});
        Numbers packed = three.matrix(0), t(n, n);
        std::vector<C> tau = three.vector(3);
        for (int64_t i = 0; i < n; ++i) {
          t(i, i) = three.at(1, i);
          if (i > 0)
            t(i, i - 1) = t(i - 1, i) = three.at(2, i - 1);
        }
        if (uplo == 'U') { // from the end: v is above the diagonal, reversed
          std::reverse(packed.data.begin(), packed.data.end());
          std::reverse(t.data.begin(), t.data.end());
          std::reverse(tau.begin(), tau.end());
        }
        const Numbers r = productOf(packed, tau, 1);
        Numbers whole = r * t * adjoint(r);
        if (uplo == 'U')
          std::reverse(whole.data.begin(), whole.data.end());
        EXPECT_LE(largestOf(whole, b), most) << n;
      }
    }
}

TEST(Geqp3, ChoosesTheLargestColumn) {
  for (DType dtype : kTypes)
    for (auto [m, n] : std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {6, 4}, {4, 6}, {50, 50}}) {
      const int64_t k = std::min(m, n);
      Tensors in({typed(dtype, {m, n}), typed(DType::S32, {n})}),
          out({typed(dtype, {m, n}), typed(DType::S32, {n}), typed(dtype, {k})});
      const Numbers a = randomOf(dtype, m, n);
      in.setMatrix(0, a);
      for (int64_t j = 0; j < n; ++j)
        in.set(1, j, j == 2 && n == 6); // column 2 must become the first
      run("geqp3", in, out, {});
      Numbers r = out.matrix(0), permuted(m, n);
      const Numbers q = productOf(r, out.vector(2), 0);
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
          if (i > j)
            r(i, j) = 0;
          permuted(i, j) = a(i, int64_t(out.at(1, j).real()) - 1);
        }
      EXPECT_LE(largestOf(q * r, permuted), unit(dtype) * (20 + 20 * double(n)));
      for (int64_t i = n == 6 ? 2 : 1; i < k; ++i)
        EXPECT_LE(std::abs(r(i, i)), std::abs(r(i - 1, i - 1)) * (1 + 10 * unit(dtype)));
      if (n == 6)
        EXPECT_EQ(out.at(1, 0), C(3));
    }
}

TEST(Ormqr, OnEachSide) {
  for (DType dtype : kTypes)
    for (int64_t m : {3, 70})
      for (bool isLeft : {true, false})
        for (bool isAdjoint : {true, false}) {
          const int64_t k = m / 2 + 1, other = 4;
          // `qr` gets the reflectors of a factorization.
          Tensors from({typed(dtype, {m, k}), typed(DType::S32, {k})}),
              qr({typed(dtype, {m, k}), typed(DType::S32, {k}), typed(dtype, {k})});
          from.setMatrix(0, randomOf(dtype, m, k));
          for (int64_t j = 0; j < k; ++j)
            from.set(1, j, 0);
          run("geqp3", from, qr, {});
          const Dims dims = isLeft ? Dims{m, other} : Dims{other, m};
          Tensors in({typed(dtype, {m, k}), typed(dtype, {k}), typed(dtype, dims)}),
              out({typed(dtype, dims)});
          in.setMatrix(0, qr.matrix(0));
          for (int64_t j = 0; j < k; ++j)
            in.set(1, j, qr.at(2, j));
          const Numbers c = randomOf(dtype, dims[0], dims[1], 5);
          in.setMatrix(2, c);
          run("ormqr", in, out, {{"left", isLeft}, {"transpose", isAdjoint}});
          Numbers q = productOf(qr.matrix(0), qr.vector(2), 0);
          if (isAdjoint)
            q = adjoint(q);
          EXPECT_LE(largestOf(out.matrix(0), isLeft ? q * c : c * q), 100 * unit(dtype)) << m;
        }
}

TEST(Gtsv, WithExchangesAndSingular) {
  for (DType dtype : kTypes)
    for (int64_t n : {0, 1, 2, 3, 50}) {
      const std::vector<TensorType> types = {typed(dtype, {n}), typed(dtype, {n}),
                                             typed(dtype, {n}), typed(dtype, {n, 2})};
      std::vector<TensorType> results = types;
      results.push_back(typed(DType::S32, {}));
      Tensors in(types), out(results);
      const Numbers random = randomOf(dtype, 3, n);
      Numbers a(n, n);
      for (int64_t i = 0; i < n; ++i)
        for (int64_t k = 0; k < 3; ++k) {
          // The elements below the diagonal are large.
          const C x = random(k, i) * (k == 0 ? 2.0 : 1.0) + C(k == 0 ? 2 : 0);
          in.set(size_t(k), i, x);
          const int64_t row = i, column = i + k - 1; // the place of x in the matrix
          if (column >= 0 && column < n)
            a(row, column) = x;
        }
      const Numbers b = randomOf(dtype, n, 2, 7);
      in.setMatrix(3, b);
      run("gtsv", in, out, {});
      EXPECT_EQ(out.at(4, 0), C(0));
      const Numbers x = out.matrix(3);
      double most = 1;
      for (C value : x.data)
        most = std::max(most, std::abs(value));
      EXPECT_LE(largestOf(a * x, b), 200 * unit(dtype) * most) << n;
    }
  std::vector<TensorType> types(3, typed(DType::F64, {2}));
  types.push_back(typed(DType::F64, {2, 1}));
  Tensors zeros(types);
  for (size_t i = 0; i < 4; ++i)
    for (int64_t k = 0; k < 2; ++k)
      zeros.set(i, k, 0);
  types.push_back(typed(DType::S32, {}));
  Tensors solved(types);
  run("gtsv", zeros, solved, {});
  EXPECT_EQ(solved.at(4, 0), C(1));
}

} // namespace
} // namespace lz::linalg
