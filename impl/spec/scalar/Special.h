// Reference implementations of special functions that C++ lacks, for the entries in ops/special.td.
// One of them is a logarithm of the gamma function that does not set the global variable signgam.
// All of them are sums and iterations in long double, and have nothing in common with the vector
// code (emit/math). Errors are a few units of the last place of long double. For negative arguments
// of the gamma family, terms can cancel. For these arguments, errors are counted in units of the
// last place of the largest term.
#pragma once

namespace lz::scalar::special {

long double lgamma(long double x);
long double digamma(long double x);
// Returns the derivative of order n of digamma. Returns NaN if n is not 0, 1, ....
long double polygamma(long double n, long double x);
// Returns the sum of (q + k)^-s over k = 0, 1, ....
long double zeta(long double s, long double q);
long double erfInv(long double x);
// Returns e^-|x| I1(x).
long double besselI1e(long double x);

} // namespace lz::scalar::special
