// LAPACK's routines on a matrix times a power of two. Each result equals the result for the matrix
// itself bit for bit, times the power if the result scales with the matrix.
#include "LapackTesting.h"

namespace lz::linalg {
namespace {

// Returns true if element (i, j) of a result is scaled like the matrix.
using HasScale = bool (*)(int64_t i, int64_t j);
bool always(int64_t, int64_t) {
  return true;
}
bool never(int64_t, int64_t) {
  return false;
}

struct Result {
  TensorType type;
  HasScale hasScale;
};

void expectEqual(const Tensors& scaled, const Tensors& plain, const std::vector<Result>& results,
                 double scale, std::string_view what) {
  for (size_t r = 0; r < results.size(); ++r) {
    const TensorType& type = results[r].type;
    const int64_t columns = type.dims.size() < 2 ? 1 : type.dims.back();
    for (int64_t k = 0; k < type.numElements(); ++k) {
      const double factor = results[r].hasScale(k / columns, k % columns) ? scale : 1;
      ASSERT_EQ(scaled.at(r, k), plain.at(r, k) * factor)
          << what << " result " << r << ", element " << k;
    }
  }
}

// Scales to about 1e24 and 1e-24, or 1e270 and 1e-270, where squares overflow or underflow.
void check(std::string_view name, const Numbers& a, DType dtype, const std::vector<Result>& results,
           const Options& options) {
  std::vector<TensorType> types, operands = {typed(dtype, {a.rows, a.columns})};
  for (const Result& result : results)
    types.push_back(result.type);
  if (name == "geqp3")
    operands.push_back(typed(DType::S32, {a.columns}));
  const int power = partType(dtype) == DType::F32 ? 80 : 900;
  Tensors in(operands), plain(types);
  if (name == "geqp3")
    for (int64_t j = 0; j < a.columns; ++j)
      in.set(1, j, 0);
  in.setMatrix(0, a);
  run(name, in, plain, options);
  for (double scale : {std::ldexp(1, power), std::ldexp(1, -power)}) {
    Numbers b = a;
    for (C& x : b.data)
      x *= scale;
    in.setMatrix(0, b);
    Tensors scaled(types);
    run(name, in, scaled, options);
    expectEqual(scaled, plain, results, scale, name);
  }
}

constexpr int64_t kN = 20;

TensorType matrixOf(DType dtype) {
  return typed(dtype, {kN, kN});
}
const Result kInfo = {typed(DType::S32, {}), never};

TEST(Geev, OfHugeAndTinyNumbers) {
  for (DType dtype : kTypes) {
    const bool isReal = !isComplex(dtype);
    const TensorType vectors = matrixOf(isReal ? complexType(dtype) : dtype);
    std::vector<Result> results(isReal ? 2 : 1, {typed(dtype, {kN}), always});
    results.insert(results.end(), {{vectors, never}, {vectors, never}, kInfo});
    check("geev", randomOf(dtype, kN, kN), dtype, results,
          {{"compute_left", 'V'}, {"compute_right", 'V'}});
  }
}

TEST(Gees, OfHugeAndTinyNumbers) {
  for (DType dtype : kTypes) {
    std::vector<Result> results = {{matrixOf(dtype), always}, {matrixOf(dtype), never}};
    results.resize(isComplex(dtype) ? 3 : 4, {typed(dtype, {kN}), always});
    results.insert(results.end(), {kInfo, kInfo});
    check("gees", randomOf(dtype, kN, kN), dtype, results, {{"mode", 'V'}, {"sort", 'N'}});
  }
}

TEST(Gehrd, OfHugeAndTinyNumbers) {
  for (DType dtype : kTypes)
    check("gehrd", randomOf(dtype, kN, kN), dtype,
          {{matrixOf(dtype), [](int64_t i, int64_t j) { return i <= j + 1; }},
           {typed(dtype, {kN - 1}), never},
           kInfo},
          {});
}

TEST(Geqp3, OfHugeAndTinyNumbers) {
  for (DType dtype : kTypes)
    for (int64_t m : {12, 30})
      check("geqp3", randomOf(dtype, m, kN), dtype,
            {{typed(dtype, {m, kN}), [](int64_t i, int64_t j) { return i <= j; }},
             {typed(DType::S32, {kN}), never},
             {typed(dtype, {std::min(m, kN)}), never}},
            {});
}

// The elements of the other triangle stay as given, so they scale, too.
TEST(Sytrd, OfHugeAndTinyNumbers) {
  for (DType dtype : kTypes)
    for (int64_t uplo : {'L', 'U'}) {
      const HasScale isNoReflector =
          uplo == 'L' ? HasScale([](int64_t i, int64_t j) { return i <= j + 1; })
                      : HasScale([](int64_t i, int64_t j) { return j <= i + 1; });
      check("sytrd", hermitian(dtype, kN), dtype,
            {{matrixOf(dtype), isNoReflector},
             {typed(partType(dtype), {kN}), always},
             {typed(partType(dtype), {kN - 1}), always},
             {typed(dtype, {kN - 1}), never},
             kInfo},
            {{"uplo", uplo}});
    }
}

// The other triangle does not change, and imaginary parts of the diagonal are ignored.
TEST(Sytrd, ReadsOneTriangle) {
  for (DType dtype : kTypes)
    for (int64_t uplo : {'L', 'U'}) {
      Tensors in({typed(dtype, {6, 6})}),
          whole({typed(dtype, {6, 6}), typed(partType(dtype), {6}), typed(partType(dtype), {5}),
                 typed(dtype, {5}), typed(DType::S32, {})}),
          half(whole.types());
      Numbers a = hermitian(dtype, 6);
      in.setMatrix(0, a);
      run("sytrd", in, whole, {{"uplo", uplo}});
      for (int64_t i = 0; i < 6; ++i)
        for (int64_t j = 0; j <= i; ++j)
          (uplo == 'L' ? a(j, i) : a(i, j)) = i == j && isComplex(dtype) ? a(i, i) + C(0, 1e30)
                                              : i == j                   ? a(i, i)
                                                                         : C(1e30);
      in.setMatrix(0, a);
      run("sytrd", in, half, {{"uplo", uplo}});
      for (size_t r = 1; r < 5; ++r)
        EXPECT_EQ(half.vector(r), whole.vector(r));
      const Numbers given = in.matrix(0), packed = half.matrix(0);
      for (int64_t i = 0; i < 6; ++i)
        for (int64_t j = 0; j < i; ++j)
          EXPECT_EQ(uplo == 'L' ? packed(j, i) : packed(i, j),
                    uplo == 'L' ? given(j, i) : given(i, j));
    }
}

TEST(Syevd, OfHugeAndTinyNumbers) {
  for (DType dtype : kTypes)
    check("syevd", hermitian(dtype, kN), dtype,
          {{matrixOf(dtype), never}, {typed(partType(dtype), {kN}), always}, kInfo},
          {{"mode", 'V'}, {"uplo", 'L'}});
}

TEST(Gesdd, OfHugeAndTinyNumbers) {
  for (DType dtype : kTypes)
    check("gesdd", randomOf(dtype, kN, kN), dtype,
          {{matrixOf(dtype), never}, // zeros
           {typed(partType(dtype), {kN}), always},
           {matrixOf(dtype), never},
           {matrixOf(dtype), never},
           kInfo},
          {{"mode", 'A'}});
}

} // namespace
} // namespace lz::linalg
