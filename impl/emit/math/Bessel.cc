// Emits e^-|x| I1(x). For |x| <= 8 this is the power series of I1, whose terms all have the sign of
// x, times e^-|x|. For larger |x| it is a polynomial in 1 / |x| divided by the square root of |x|.
#include "emit/math/Math.h"
#include "emit/math/SharedFormulas.h"

namespace lz::emit {

namespace math {

namespace {

// Coefficients of I1(t) / t as a polynomial in t^2 for t <= 8. The relative errors are 2^-28.4
// (f32) and 2^-58.1 (f64).
constexpr double kBesselSmallF32[] = {0.5,           0.0625,         0.00260416558,  5.42539965e-05,
                                      6.7807747e-07, 5.65916691e-09, 3.32716771e-11, 1.60244634e-13,
                                      3.645971e-16,  2.69690762e-18};
constexpr double kBesselSmallF64[] = {0.5,
                                      0.0625,
                                      0.0026041666666666665,
                                      5.425347222222245e-05,
                                      6.7816840277765943e-07,
                                      5.6514033565122722e-09,
                                      3.3639305688604284e-11,
                                      1.5017547231667939e-13,
                                      5.2144257861621735e-16,
                                      1.4484532186525043e-18,
                                      3.2918838622433258e-21,
                                      6.2359901009081995e-24,
                                      9.9696857834312533e-27,
                                      1.3985801120237626e-29,
                                      1.4307120692903944e-32,
                                      2.6085107528014857e-35};
// Coefficients of sqrt(t) e^-t I1(t) as a polynomial in 1 / t for t >= 8. The relative errors are
// 2^-25.1 (f32) and 2^-53.6 (f64).
constexpr double kBesselTailF32[] = {0.398942292, -0.14960964, -0.0461858325, -0.0594240874,
                                     0.21384427,  -1.90071511, 3.85463023};
constexpr double kBesselTailF64[] = {
    0.39894228040143265,     -0.14960335515052209,    -0.046751048499436752,
    -0.040907162001715458,   -0.057526429400120559,   -0.11078800214104441,
    -0.23695827985894044,    -6.4879780786798564,     586.31583566890924,
    -42257.407916298551,     2233401.989562212,       -90051801.766360119,
    2827574924.4157171,      -70057154454.539032,     1380306460379.6931,
    -21702458226656.434,     272229557161401.03,      -2713225232993815,
    21306459935751380,       -1.2999888218788418e+17, 6.0282566556277376e+17,
    -2.0511943027472868e+18, 4.8267136667525755e+18,  -7.0161726561141637e+18,
    4.7465098496516004e+18};

} // namespace

static Expr besselI1e(Expr x) {
  Expr t = abs(x), u = clampAbove(t, 8.0);
  Expr z = u * u;
  Expr series = x.isF64() ? longPolynomial(z, kBesselSmallF64) : longPolynomial(z, kBesselSmallF32);
  Expr small = expOfSumTimes(-u, x.like(0.0), twoProduct(u, series));
  Expr inverse = 1.0 / t;
  Expr tail = x.isF64() ? polynomial(inverse, kBesselTailF64) : polynomial(inverse, kBesselTailF32);
  return copySign(select(t > 8.0, tail / sqrt(t), small), x);
}

} // namespace math

mlir::Value emitBesselI1e(LaneBuilder& b, mlir::Value x) {
  return math::besselI1e({b, x});
}

} // namespace lz::emit
