#include "emit/math/Kernels.h"
#include "emit/math/Math.h"

namespace lz::emit {

namespace math {

namespace {

// f32, |x| <= 0.921875: erf(x) / x - 1 in x^2; above: ln(1 - erf |x|) + |x| over |x|, in |x|.
constexpr double kSmallF32[] = {1.28379166e-1,  -3.76125336e-1, 1.12819925e-1,
                                -2.67681349e-2, 4.99119423e-3,  -5.96761703e-4};
constexpr double kLargeF32[] = {-1.28717512e-1, -6.34846687e-1, -1.06777877e-1, 2.42546219e-2,
                                -3.88396438e-3, 3.83197126e-4,  -1.72853470e-5};

// f64, |x| <= 1.25: erf(x) / x - 1 in x^2, error 2^-55.5.
constexpr double kSmallF64[] = {
    0.12837916709551259,     -0.37612638903183726,    0.11283791670954069,
    -0.026866170644961194,   0.0052239776240089247,   -0.00085483269508499664,
    0.00012055330591413133,  -1.4925596745354903e-05, 1.6461272764631594e-06,
    -1.6356484387154432e-07, 1.4733512949106992e-08,  -1.1886513320583301e-09,
    7.9331299891962586e-11,  -3.2581479693312487e-12};
// f64, 1.25 <= |x| <= 6: e^(x^2) erfc(x) in x - 2, error 2^-57.4 of erf.
constexpr double kLargeF64[] = {
    0.25539567631050569,     -0.10679646185348633,    0.041802752603548814,
    -0.015460637764433398,   0.005440738536662602,    -0.0018316642741358082,
    0.0005924700044357018,   -0.00018477837565218969, 5.5728269455843068e-05,
    -1.6293687608123941e-05, 4.6282947529206924e-06,  -1.2796134305196719e-06,
    3.4469466599405185e-07,  -9.0568623562188821e-08, 2.3418082695105969e-08,
    -6.0382776452906697e-09, 1.4905344274211907e-09,  -3.0410606050530393e-10,
    4.1104970507289279e-11,  -2.585947610149144e-12};

} // namespace

// erf is odd; near 0 an odd polynomial, elsewhere 1 - erfc(|x|), which is 1 beyond the clamps.
static Expr erf(Expr x) {
  Expr t = abs(x);
  Expr z = t * t;
  Expr small = fma(t, x.isF64() ? polynomial(z, kSmallF64) : polynomial(z, kSmallF32), t);
  Expr u = clampAbove(t, x.isF64() ? 6.0 : 4.0);
  Expr complement = x.isF64() ? exp(-(u * u)) * polynomial(u - 2.0, kLargeF64)
                              : exp(fma(u, polynomial(u, kLargeF32), -u));
  return copySign(select(t < (x.isF64() ? 1.25 : 0.921875), small, 1.0 - complement), x);
}

} // namespace math

mlir::Value emitErf(LaneBuilder& b, mlir::Value x) {
  return math::erf({b, x});
}

} // namespace lz::emit
