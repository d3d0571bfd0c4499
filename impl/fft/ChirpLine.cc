#include "fft/ChirpLine.h"

#include "base/machine/LibraryCosts.h"
#include "fft/DirectLines.h"
#include "fft/Roots.h"
#include "fft/SplitLine.h"
#include "fft/vector/Pointwise.h"

#include <algorithm>
#include <bit>

namespace lz::fft {
namespace {

template <typename T> double nsOfLonger(int64_t n, MachineClass cpu) {
  return std::min(chooseSplit<T>(n, cpu).ns, directNs<T>(n, 1, cpu));
}

// Considers lengths of at least 2 n - 1 that have only the factors 2, 3 and 5. Returns the length
// with the fastest transform.
template <typename T> int64_t chooseLonger(int64_t n, MachineClass cpu) {
  const auto least = uint64_t(2 * n - 1);
  int64_t best = 0;
  double bestNs = 0;
  for (const uint64_t odd : {1, 3, 5, 9, 15}) {
    const auto length = int64_t(odd * std::bit_ceil((least + odd - 1) / odd));
    const double ns = nsOfLonger<T>(length, cpu);
    if (best == 0 || ns < bestNs) {
      best = length;
      bestNs = ns;
    }
  }
  return best;
}

// Returns c[k] for k < n. k^2 is computed exactly, because k is below 2^31.
template <typename T> std::vector<T> chirpOf(int64_t n) {
  std::vector<T> chirp;
  chirp.reserve(size_t(2 * n));
  for (int64_t k = 0; k < n; ++k) {
    const std::complex<T> c = rootOfUnity<T>(k * k % (2 * n), 2 * n);
    chirp.push_back(c.real());
    chirp.push_back(c.imag());
  }
  return chirp;
}

// Returns the transform of `kernel`, divided by its length, computed directly from the definition
// of the transform. Terms are double, and sums long double.
std::vector<double> directSpectrum(const std::vector<double>& kernel, int64_t longer) {
  std::vector<std::complex<long double>> roots;
  for (int64_t k = 0; k < longer; ++k)
    roots.push_back(rootOfUnity<double>(k, longer));
  std::vector<double> spectrum;
  for (int64_t k = 0; k < longer; ++k) {
    std::complex<long double> sum = 0;
    for (int64_t j = 0; j < longer; ++j)
      sum += roots[size_t(j * k % longer)] *
             std::complex<long double>(kernel[size_t(2 * j)], kernel[size_t(2 * j + 1)]);
    spectrum.push_back(double(sum.real() / (long double)(longer)));
    spectrum.push_back(double(sum.imag() / (long double)(longer)));
  }
  return spectrum;
}

// Returns the spectrum in double precision. Double precision costs nothing during runs, because the
// spectrum is computed before. Short spectra are computed by the definition, because this makes the
// error of a transform of, say, 17 doubles a quarter smaller.
std::vector<double> spectrumOf(int64_t n, int64_t longer, MachineClass cpu) {
  constexpr int64_t kMostDirect = 160;
  const std::vector<double> chirp = chirpOf<double>(n);
  std::vector<double> kernel(size_t(2 * longer), 0), spectrum(size_t(2 * longer));
  for (int64_t k = 0; k < n; ++k)
    for (int64_t place : {k, k == 0 ? 0 : longer - k}) {
      kernel[size_t(2 * place)] = chirp[size_t(2 * k)];
      kernel[size_t(2 * place + 1)] = -chirp[size_t(2 * k + 1)];
    }
  if (longer <= kMostDirect)
    return directSpectrum(kernel, longer);
  const auto plan = LinePlan<double>::make(longer, 1, cpu);
  std::vector<double> scratch(size_t(plan->scratchSize(1)));
  ThreadPool pool(1);
  plan->run({kernel.data(), 0, spectrum.data(), 0, 1, false, 1 / double(longer), scratch.data(),
             pool, 1});
  return spectrum;
}

} // namespace

template <typename T> double chirpNs(int64_t n, MachineClass cpu) {
  const int64_t longer = chooseLonger<T>(n, cpu);
  return 2 * nsOfLonger<T>(longer, cpu) + libraryCosts(cpu).fft.product * double(longer + 2 * n);
}

template <typename T>
ChirpLine<T>::ChirpLine(int64_t n, MachineClass cpu)
    : n_(n), longer_(chooseLonger<T>(n, cpu)), cpu_(cpu), ns_(chirpNs<T>(n, cpu)),
      plan_(LinePlan<T>::make(longer_, 1, cpu)), chirp_(chirpOf<T>(n)) {
  const std::vector<double> spectrum = spectrumOf(n, longer_, cpu);
  spectrum_.assign(spectrum.begin(), spectrum.end());
}

template <typename T> int64_t ChirpLine<T>::scratchSize(int workers) const {
  return 2 * alignedSize<T>(2 * longer_) + plan_->scratchSize(workers);
}

template <typename T> void ChirpLine<T>::run(const LinesCall<T>& call) const {
  T *from = call.scratch, *to = from + alignedSize<T>(2 * longer_);
  T* scratch = to + alignedSize<T>(2 * longer_);
  const T sign = call.inverse ? -1 : 1;
  const double ns = libraryCosts(cpu_).fft.product;
  const auto inAll = [&](int64_t n, const Product<T>& product) {
    inPieces(call.pool, call.workers, n, ns, [&](int64_t begin, int64_t end) {
      Product<T> piece = product;
      piece.in += 2 * begin;
      piece.factors += 2 * begin;
      piece.out += 2 * begin;
      multiply(cpu_, end - begin, piece);
    });
  };
  inAll(n_, {call.in, chirp_.data(), from, sign});
  inPieces(call.pool, call.workers, longer_ - n_, ns, [&](int64_t begin, int64_t end) {
    std::fill_n(from + 2 * (n_ + begin), 2 * (end - begin), T(0));
  });
  plan_->run({from, 0, to, 0, 1, false, 1, scratch, call.pool, call.workers});
  inAll(longer_, {to, spectrum_.data(), to});
  plan_->run({to, 0, from, 0, 1, true, 1, scratch, call.pool, call.workers});
  inAll(n_, {from, chirp_.data(), call.out, 1, call.scale, call.scale * sign});
}

template double chirpNs<float>(int64_t, MachineClass);
template double chirpNs<double>(int64_t, MachineClass);
template class ChirpLine<float>;
template class ChirpLine<double>;

} // namespace lz::fft
