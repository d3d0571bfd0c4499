// Emits the logarithm of the gamma function and its derivative. They are computed in f64, with
// shorter polynomials for f32. Near 2, lgamma is (x - 2) times a polynomial. In [1, 2], digamma is
// a polynomial times the distance of x from the root of digamma. Recurrences lead from nearby x to
// these intervals. Large x use Stirling's series, and negative x the reflection formula.
#include "emit/math/Math.h"
#include "emit/math/SharedFormulas.h"

#include <cmath>

namespace lz::emit {

namespace math {

namespace {

// Coefficients of lgamma(2 + h) / h for |h| <= 0.5. The relative errors are 2^-37.5 (short) and
// 2^-53.7 (f64).
constexpr double kGammaShort[] = {
    0.42278433509971025,     0.32246703340777638,   -0.067352301419317515,   0.020580809875673203,
    -0.0073855344163401507,  0.0028904712195709204, -0.0011930396066127918,  0.00051010764457644808,
    -0.00022093973606639907, 9.715963171121083e-05, -5.2679285173736569e-05, 2.599607224829252e-05};
constexpr double kGammaF64[] = {
    0.42278433509846713,     0.32246703342411326,     -0.06735230105319831,
    0.020580808427780567,    -0.0073855510286496952,  0.0028905103310238301,
    -0.001192753912758574,   0.00050966951567462543,  -0.00022315473516743641,
    9.9457670043884871e-05,  -4.4926531064939504e-05, 2.0505617374803015e-05,
    -9.4372374009599316e-06, 4.3845896093619975e-06,  -2.0497510037327098e-06,
    9.2031541725877473e-07,  -4.2005127138819971e-07, 2.7849343911516915e-07,
    -1.4328694744054787e-07};
// Coefficients of (lgamma(x) - (x - 1/2) ln x + x - ln(2 pi) / 2) x as a polynomial in 1 / x^2 for
// x >= 3.5. The relative errors are 2^-33.4 (short) and 2^-52 (f64). They are enough, because this
// part is at most a fiftieth of the result.
constexpr double kStirlingShort[] = {0.083333333326283204, -0.0027777732758737981,
                                     0.00079318766741134103, -0.0005782037403598483,
                                     0.00056977277003021588};
constexpr double kStirlingF64[] = {
    0.083333333333333315,   -0.0027777777777316577, 0.00079365077462447645, -0.00059523502952233266,
    0.00084149671930025202, -0.0019051508490975811, 0.0060282748610524187,  -0.021681481288638945,
    0.065418523805404361,   -0.10673938402019127};
constexpr double kStirlingConstant = 0.41893853320467274; // ln(2 pi) / 2 - 1 / 2
// Coefficients of sin(pi r) / r as a polynomial in r^2 for |r| <= 0.5. The relative errors are
// 2^-35.5 (short) and 2^-54.5 (f64).
constexpr double kSinPiShort[] = {3.1415926535232988,  -5.167712762114296,
                                  2.5501632402456265,  -0.59925132888991672,
                                  0.08204647144131165, -0.0070221489115834751};
constexpr double kSinPiF64[] = {
    3.1415926535897931,     -5.1677127800499694,     2.550164039877294,
    -0.59926452931873819,   0.082145886569891788,    -0.0073704304787553633,
    0.00046629968874085898, -2.1903185347418284e-05, 7.6947266774788632e-07};

// Coefficients of digamma(a) / (a - root) as a polynomial in a - 1.5 for 1 <= a <= 2. The relative
// errors are 2^-35.6 (short) and 2^-54.2 (f64).
constexpr double kDigammaShort[] = {
    0.95105587604974517,   -0.42362742134670417,  0.24054247727869607,   -0.14840491246870069,
    0.094989165371371295,  -0.061922617033532724, 0.040750410635701541,  -0.026966247902142016,
    0.01802364600845582,   -0.012003133185895382, 0.0072702915114295922, -0.0047868148880675305,
    0.0052834382164680359, -0.0035896345843659965};
constexpr double kDigammaF64[] = {
    0.95105587603183284,     -0.42362742128146058,    0.24054248424078722,
    -0.14840492305388037,    0.094988724452849699,    -0.061922133275537465,
    0.040760833943397461,    -0.026975796657819337,   0.017907248235302334,
    -0.011908220149182296,   0.0079270233339012886,   -0.0052799366857051279,
    0.0035180886140996131,   -0.0023454994421944981,  0.0015635041898289647,
    -0.0010364340044214811,  0.00069027785785574162,  -0.00048602843960674787,
    0.00032589480038006655,  -0.00014466725311083426, 9.32695636557602e-05,
    -0.00017832516453196481, 0.00012119305650549163};
constexpr double kRoot = 1.4616321449683622, kRootLow = 9.549995429965697e-17;
// Coefficients of (ln x - 1 / 2x - digamma(x)) x^2 as a polynomial in 1 / x^2 for x >= 3. The
// relative errors are 2^-32 (short) and 2^-53 (f64), and this part is about a hundredth of the
// result.
constexpr double kDigammaTailShort[] = {0.083333333314758812,  -0.0083333205378053679,
                                        0.0039668146753374526, -0.0041060541291168401,
                                        0.0063560040497065845, -0.0080324856246661285};
constexpr double kDigammaTailF64[] = {
    0.083333333333333329,  -0.0083333333333082075, 0.0039682539535403974, -0.0041666634168682059,
    0.0075753861908472711, -0.021067264046688721,  0.082178997738844309,  -0.40675660006794762,
    2.2032953036251324,    -10.969820040032173,    42.487998077235815,    -107.1160570987231,
    127.82244083044418};
// Coefficients of (1 / r - pi cot(pi r)) / r as a polynomial p in r^2 for r <= 0.25. 1 - r^2 p has
// errors of 2^-39.5 (short) and 2^-56.8 (f64).
constexpr double kCotPiShort[] = {3.2898681324351733, 2.1646468561608625, 2.0346463092260954,
                                  2.0100219168950173, 1.9580942391610958, 2.4970533877945402};
constexpr double kCotPiF64[] = {3.2898681336964528, 2.1646464674224353, 2.0346861239263139,
                                2.0081547180341803, 2.0019887219577632, 2.0005122492270662,
                                1.9995231614195688, 2.0114169521034819, 1.8676566946540887,
                                2.840471916286416};
constexpr double kPi = 3.1415926535897931;

// Returns whether x is 0, -1, -2, ... or -inf, which are poles.
Expr isPole(Expr x) {
  return ~(x > 0.0) & (roundEven(x) == x);
}

// Returns lgamma(x). x must be positive or NaN.
Expr positiveLgamma(Expr x, bool isShort) {
  Expr one = x.like(1.0), below1 = x < 0.5, below2 = x < 1.5, near2 = x < 2.5, near3 = x < 3.5;
  // lgamma(x) = lgamma(2 + h) + ln(product), or lgamma(2 + h) - ln(product) if x < 1.5.
  Expr h = select(below1, x, x - select(below2, one, select(near2, x.like(2.0), x.like(3.0))));
  Expr product = select(below1, fma(x, x, x), select(below2, x, select(near2, one, x - 1.0)));
  Expr log = logFor(select(near3, product, x), isShort);
  Expr centre = h * (isShort ? longPolynomial(h, kGammaShort) : longPolynomial(h, kGammaF64));
  Expr inverse = 1.0 / x, z = inverse * inverse;
  Expr series = isShort ? polynomial(z, kStirlingShort) : longPolynomial(z, kStirlingF64);
  Expr large = fma(x - 0.5, log - 1.0, fma(series, inverse, x.like(kStirlingConstant)));
  return select(near3, centre + select(below2, -log, log), large);
}

Expr lgammaF64(Expr x, bool isShort) {
  Expr y = positiveLgamma(select(x < 0.0, 1.0 - x, x), isShort);
  y = select(x == INFINITY, x, y);
  Expr result = whereAny(x < 0.0, y, [&] {
    Expr r = x - roundEven(x), z = r * r;
    Expr s = r * (isShort ? polynomial(z, kSinPiShort) : polynomial(z, kSinPiF64));
    return -logFor(abs(s) * (1 / kPi), isShort) - y;
  });
  return select(isPole(x), x.like(INFINITY), result);
}

// Returns pi cot(pi r) for |r| <= 1/2. For |r| > 1/4 it computes pi times the tangent of
// pi (1/2 - |r|), because the difference 1/2 - |r| is exact.
Expr cotPi(Expr r, bool isShort) {
  Expr magnitude = abs(r), outer = magnitude > 0.25;
  Expr v = select(outer, 0.5 - magnitude, magnitude), z = v * v;
  Expr rest = isShort ? polynomial(z, kCotPiShort) : polynomial(z, kCotPiF64);
  Expr g = fma(-z, rest, v.like(1.0)); // v pi cot(pi v)
  return copySign(select(outer, v * (kPi * kPi), g) / select(outer, g, v), r);
}

Expr positiveDigamma(Expr x, bool isShort) {
  Expr below1 = x < 1.0, below2 = x < 2.0, below3 = x < 3.0;
  Expr a = select(below1, x + 1.0, select(below2, x, x - 1.0));
  Expr factor =
      isShort ? longPolynomial(a - 1.5, kDigammaShort) : longPolynomial(a - 1.5, kDigammaF64);
  Expr centre = ((a - kRoot) - kRootLow) * factor;
  Expr inverse = 1.0 / select(below3 & ~below1, x - 1.0, x);
  Expr step = select(below1, -inverse, select(below2, x.like(0.0), inverse));
  Expr z = inverse * inverse;
  Expr tail = z * (isShort ? polynomial(z, kDigammaTailShort) : longPolynomial(z, kDigammaTailF64));
  Expr large = logFor(x, isShort) - fma(inverse, 0.5, tail);
  return select(below3, centre + step, large);
}

// Returns digamma(1 - x) minus digamma of the rounded 1 - x, for x < 0. This difference can be as
// large as an ulp of pi cot(pi x) if digamma(1 - x) is small. The derivative of digamma at a is 1 /
// a + 1 / 2a^2 + 1 / 6a^3, with an error of at most one percent.
Expr digammaOfWhatRoundingLost(Expr x) {
  Expr a = 1.0 - x, inverse = 1.0 / a;
  Expr slope = fma(fma(inverse, 1.0 / 6, x.like(0.5)), inverse, x.like(1.0)) * inverse;
  return ((1.0 - a) - x) * slope;
}

} // namespace

Expr digamma(Expr x, bool isShort) {
  Expr y = positiveDigamma(select(x < 0.0, 1.0 - x, x), isShort);
  y = select(x == INFINITY, x, y);
  Expr result = whereAny(x < 0.0, y, [&] {
    Expr other = isShort ? y : y + digammaOfWhatRoundingLost(x);
    return other - cotPi(x - roundEven(x), isShort);
  });
  return select(isPole(x), x.like(NAN), result);
}

} // namespace math

mlir::Value emitLgamma(LaneBuilder& b, mlir::Value x) {
  return math::inF64({{b, x}}, [](llvm::ArrayRef<math::Expr> x, bool isShort) {
    return math::lgammaF64(x[0], isShort);
  });
}
mlir::Value emitDigamma(LaneBuilder& b, mlir::Value x) {
  return math::inF64({{b, x}}, [](llvm::ArrayRef<math::Expr> x, bool isShort) {
    return math::digamma(x[0], isShort);
  });
}

} // namespace lz::emit
