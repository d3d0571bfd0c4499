// Emits the inverse error function. erf_inv(x) / x is a smooth function of w = -ln(1 - x^2), so it
// is computed by polynomials in w or, for large w, in sqrt(w).
#include "emit/math/Math.h"
#include "emit/math/SharedFormulas.h"

#include <cmath>

namespace lz::emit {

namespace math {

namespace {

// For f32: if w < 5, erf_inv(x) / x - 1 is a polynomial in w minus the first centre, with a
// relative error of 2^-25.7. For larger w, erf_inv(x) / x - 2 is a polynomial in w minus the second
// centre, with a relative error of 2^-27.4. The centres are chosen so that the first coefficients
// change little when they are rounded to floats.
constexpr double kErfInvCentreF32 = 2.28125, kErfInvTailCentreF32 = 10.625;
constexpr double kErfInvSmallF32[] = {
    0.447270513,     0.248278856,   -0.00329215825, -0.00144536048,  0.000221077207, 1.03410736e-09,
    -4.11596329e-06, 4.1879332e-07, 3.603067e-08,   -9.50684065e-09, 3.35571987e-10};
constexpr double kErfInvTailF32[] = {
    1.09353781,     0.154215351,     -0.00350472983,  0.000151729095, -7.43589089e-06,
    3.09032515e-07, -1.32589872e-09, -1.82338122e-09, 2.66489331e-10, -2.83549052e-11,
    2.96391904e-12, -1.70161452e-13, -9.64767816e-15, 1.29005606e-15};

// For f64: erf_inv(x) / x as a polynomial in w - 3.125 for w < 6.25, in sqrt(w) - 3.25 for w < 16,
// and in sqrt(w) - 5 for larger w. The relative errors are 2^-54.5.
constexpr double kErfInvSmallF64[] = {
    1.6536545626831027,      0.24015818242558834,    -0.0060336708714269962,
    -0.00074070253415455466, 0.00018673420802052938, -1.388252339419631e-05,
    -1.3654691772637131e-06, 4.2347881711941923e-07, -2.9070389895901044e-08,
    -4.1126606422518078e-09, 1.0512225670622535e-09, -5.414294649174036e-11,
    -1.2978504214127764e-11, 2.6305035122632524e-12, -8.079290821185455e-14,
    -4.0015907230990856e-14, 6.5333403884242319e-15, -3.9876966709284382e-17,
    -1.2344853947361726e-16, 1.5545129158449229e-17, 6.956497559073445e-19,
    -3.4876213153023027e-19, 1.6539940968752902e-20, 3.2193229614292673e-21,
    -3.0017260587237176e-22};
constexpr double kMiddleF64[] = {
    3.0838856104922208,      1.0052589676941655,      0.0053709145535550881,
    -0.003751208508223807,   0.0024914420979535211,   -0.0016882755354779937,
    0.00095328934166143066,  -0.00035503781336899325, 2.4031511881217535e-05,
    6.8287114172674656e-05,  -4.732067392165109e-05,  1.2465042848596058e-05,
    2.9325504742431182e-06,  -3.9857460753826117e-06, 1.4816693642340004e-06,
    -2.7551744850258543e-08, -2.4560849695820834e-07, 1.3152833642791486e-07,
    -2.0820649606965469e-08, -1.5283526932759068e-08, 7.6463089649255141e-09};
constexpr double kErfInvTailF64[] = {
    4.8499064014085844,      1.0103004648645448,      -0.00013871931838024259,
    -0.00021503011980093255, 7.5995278099644421e-05,  -1.9681771164008068e-05,
    4.5260524931152999e-06,  -9.9302575981269509e-07, 2.2905300833708003e-07,
    -6.7571548845675583e-08, 2.9018031694468502e-08,  -1.5216787546973919e-08,
    7.8225976837709554e-09,  -3.5292019967594397e-09, 1.314741114078865e-09,
    -3.8539640943744756e-10, 7.0280819804631569e-11,  1.7080070691828466e-11,
    -2.0557117247299536e-11, 5.3803267870496051e-12};

// Returns erf_inv(x) as x + x * q, or as 2 x + x * q for large w. The rounding errors of q matter
// little, because q is smaller than the 1 or 2 to which it is added.
Expr erfInvF32(Expr x, Expr w) {
  Expr isSmall = w < 5.0;
  Expr q = select(isSmall, longPolynomial(w - kErfInvCentreF32, kErfInvSmallF32),
                  longPolynomial(w - kErfInvTailCentreF32, kErfInvTailF32));
  return fma(x, q, select(isSmall, x, x + x));
}

Expr ratioF64(Expr w) {
  Expr root = sqrt(w);
  Expr large = select(w < 16.0, longPolynomial(root - 3.25, kMiddleF64),
                      longPolynomial(root - 5.0, kErfInvTailF64));
  return select(w < 6.25, longPolynomial(w - 3.125, kErfInvSmallF64), large);
}

} // namespace

static Expr erfInv(Expr x) {
  // 1 - |x| is exact for |x| >= 1/2, so w is precise even if it is large.
  Expr t = abs(x);
  Expr w = -log((1.0 - t) * (t + 1.0));
  Expr y = x.isF64() ? t * ratioF64(w) : erfInvF32(t, w);
  return copySign(select(t == 1.0, x.like(INFINITY), y), x);
}

} // namespace math

mlir::Value emitErfInv(LaneBuilder& b, mlir::Value x) {
  return math::erfInv({b, x});
}

} // namespace lz::emit
