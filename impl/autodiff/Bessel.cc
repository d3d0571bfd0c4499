// The derivative of e^-|x| I1(x) is e^-|x| I0(x) - e^-|x| I1(x) (sign x + 1 / x). No op computes
// e^-|x| I0(x), so this file computes it by polynomials.
#include "absl/types/span.h"
#include "autodiff/Symbolic.h"

namespace lz::autodiff {

namespace {

// Coefficients of a polynomial in x^2 that equals I0(x) for |x| <= 8 with a relative error of
// 2^-55.7.
constexpr double kSmall[] = {1,
                             0.25,
                             0.015624999999999977,
                             0.00043402777777779505,
                             6.7816840277712951e-06,
                             6.7816840279192455e-08,
                             4.7095027951052272e-10,
                             2.4028075678327431e-12,
                             9.3859657996713106e-15,
                             2.8969089121466049e-17,
                             7.2420740174436693e-20,
                             1.4967788483295779e-22,
                             2.5901728491071429e-25,
                             3.9335515424973458e-28,
                             4.1992055778917468e-31,
                             8.5669939141946659e-34};
// Coefficients of a polynomial in 1 / x that equals sqrt(x) e^-x I0(x) for x >= 8 with a relative
// error of 2^-53.2.
constexpr double kTail[] = {
    0.39894228040143265, 0.049867785050239602, 0.02805062904494109, 0.029219416404599838,
    0.04474218695565832, 0.090124659082904346, 0.33645029928735209, -12.352448492439043,
    1038.3432079891741,  -58609.85135919493,   2464274.3294384629,  -78908921.437641963,
    1954513804.2803059,  -37771340140.588486,  571391656839.73645,  -6755916059611.8555,
    62023577512276.961,  -436591744526881.12,  2307569747840700,    -8850942166786522,
    23242940191974452,   -37365358975514168,   27730742752112392};

Symbolic polynomial(Symbolic x, absl::Span<const double> c) {
  Symbolic p = constant(x, c.back());
  for (size_t i = c.size() - 1; i-- > 0;)
    p = p * x + c[i];
  return p;
}

// Computes both polynomials and selects one. The operand of each polynomial is clamped to the range
// in which the polynomial is valid. So the derivative of the polynomial that is not selected
// contains no NaN.
Symbolic besselI0e(Symbolic t) {
  Symbolic edge = constant(t, 8), isSmall = t < edge;
  Symbolic below = select(isSmall, t, edge), above = select(isSmall, edge, t);
  Symbolic small = exponential(-below) * polynomial(below * below, kSmall);
  Symbolic large = polynomial(1.0 / above, kTail) * rsqrt(above);
  return select(isSmall, small, large);
}

} // namespace

Symbolic besselI1eSlope(Symbolic x, Symbolic result) {
  constexpr double kTiny = 1e-7;
  Symbolic isTiny = abs(x) < constant(x, kTiny);
  Symbolic safe = select(isTiny, constant(x, 1), x);
  Symbolic slope = besselI0e(abs(safe)) - result * (sign(safe) + 1.0 / safe);
  return select(isTiny, constant(x, 0.5), slope);
}

} // namespace lz::autodiff
