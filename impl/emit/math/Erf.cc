#include "emit/math/Math.h"
#include "emit/math/SharedFormulas.h"

namespace lz::emit {

namespace math {

namespace {

// For f32: if |x| <= 0.921875, erf(x) / x - 1 is a polynomial in x^2. For larger |x|, (ln(1 - erf
// |x|) + |x|) / |x| is a polynomial in |x|.
constexpr double kErfSmallF32[] = {1.28379166e-1,  -3.76125336e-1, 1.12819925e-1,
                                   -2.67681349e-2, 4.99119423e-3,  -5.96761703e-4};
constexpr double kLargeF32[] = {-1.28717512e-1, -6.34846687e-1, -1.06777877e-1, 2.42546219e-2,
                                -3.88396438e-3, 3.83197126e-4,  -1.72853470e-5};

// For f64 and |x| <= 1.25: erf(x) / x - 1 as a polynomial in x^2, with an error of 2^-55.5.
constexpr double kErfSmallF64[] = {
    0.12837916709551259,     -0.37612638903183726,    0.11283791670954069,
    -0.026866170644961194,   0.0052239776240089247,   -0.00085483269508499664,
    0.00012055330591413133,  -1.4925596745354903e-05, 1.6461272764631594e-06,
    -1.6356484387154432e-07, 1.4733512949106992e-08,  -1.1886513320583301e-09,
    7.9331299891962586e-11,  -3.2581479693312487e-12};
// For f64 and 1.25 <= |x| <= 6: e^(x^2) erfc(x) as a polynomial in x - 2, which gives erf with an
// error of 2^-57.4.
constexpr double kLargeF64[] = {
    0.25539567631050569,     -0.10679646185348633,    0.041802752603548814,
    -0.015460637764433398,   0.005440738536662602,    -0.0018316642741358082,
    0.0005924700044357018,   -0.00018477837565218969, 5.5728269455843068e-05,
    -1.6293687608123941e-05, 4.6282947529206924e-06,  -1.2796134305196719e-06,
    3.4469466599405185e-07,  -9.0568623562188821e-08, 2.3418082695105969e-08,
    -6.0382776452906697e-09, 1.4905344274211907e-09,  -3.0410606050530393e-10,
    4.1104970507289279e-11,  -2.585947610149144e-12};

// For x >= 0.499, until erfc underflows: (1 + 2 x) e^(x^2) erfc(x) as a polynomial in (x - c) / (x
// + c). The relative errors are 2^-28.2 (f32) and 2^-56.9 (f64). The centre c is chosen so that the
// interval of (x - c) / (x + c) is roughly symmetric, and so that the first coefficient changes
// little when it is rounded to the type.
constexpr double kErfCentreF32 = 1.875, kErfCentreF64 = 3.4375;
constexpr double kErfTailF32[] = {1.27979243,      -0.0814479366,  -0.184490249,  0.158604994,
                                  -0.0366486646,   -0.01536135,    0.00630045729, 0.00293597067,
                                  -0.000784602715, -0.000552577199};
constexpr double kErfTailF64[] = {
    1.2436096600519799,      -0.13978355901361736,    -0.014505102270177985,
    0.1014638175284014,      -0.11632837312374318,    0.086376729914681219,
    -0.046026984917174191,   0.016796348542804561,    -0.0030458017062767141,
    -0.00061300301378985282, 0.0005359911836499327,   -6.6395153649074086e-05,
    -5.4599001203116122e-05, 1.8451160268193858e-05,  5.3269417482754382e-06,
    -3.2762501850513674e-06, -6.1121742515449856e-07, 5.4644426331153482e-07,
    8.8454596792279676e-08,  -8.6375319507563407e-08, -1.0883143219673008e-08,
    9.7931188204101094e-09};

} // namespace

// erf is odd. Near 0, erf is computed as an odd polynomial. Elsewhere it is computed as 1 -
// erfc(|x|), with the sign of x. Where |x| is clamped, the rounded result has magnitude 1.
static Expr erf(Expr x) {
  Expr t = abs(x);
  Expr z = t * t;
  Expr small = fma(t, x.isF64() ? polynomial(z, kErfSmallF64) : polynomial(z, kErfSmallF32), t);
  Expr u = clampAbove(t, x.isF64() ? 6.0 : 4.0);
  Expr complement = x.isF64() ? exp(-(u * u)) * polynomial(u - 2.0, kLargeF64)
                              : exp(fma(u, polynomial(u, kLargeF32), -u));
  return copySign(select(t < (x.isF64() ? 1.25 : 0.921875), small, 1.0 - complement), x);
}

// Returns erfc(t) for 0.499 <= t. The rounding errors of t^2 and of the quotient are kept as low
// parts. Without them, e^ would magnify the relative error of t^2 by the factor t^2.
static Expr erfcTail(Expr t) {
  // For t at this bound the result already underflows to 0.
  t = clampAbove(t, t.isF64() ? 28.0 : 10.5);
  double centre = t.isF64() ? kErfCentreF64 : kErfCentreF32;
  Expr u = (t - centre) / (t + t.like(centre));
  llvm::ArrayRef<double> c = t.isF64() ? llvm::ArrayRef(kErfTailF64) : llvm::ArrayRef(kErfTailF32);
  DoubleWord smooth = fastTwoSum(t.like(c.front()), u * polynomial(u, c.drop_front()));
  DoubleWord factor = quotientOf(smooth, fastTwoSum(t + t, t.like(1.0)));
  DoubleWord square = twoProduct(t, t);
  return expOfSumTimes(-square.hi, -square.lo, factor);
}

// Near 0, erfc(x) is 1 - x - (erf(x) - x). For negative x it is 2 - erfc(-x).
static Expr erfc(Expr x) {
  Expr z = x * x;
  Expr rest = x.isF64() ? polynomial(z, kErfSmallF64) : polynomial(z, kErfSmallF32);
  Expr small = fma(-x, rest, 1.0 - x);
  Expr tail = erfcTail(abs(x));
  return select(abs(x) < 0.5, small, select(x < 0.0, 2.0 - tail, tail));
}

} // namespace math

mlir::Value emitErf(LaneBuilder& b, mlir::Value x) {
  return math::erf({b, x});
}
mlir::Value emitErfc(LaneBuilder& b, mlir::Value x) {
  return math::erfc({b, x});
}

} // namespace lz::emit
