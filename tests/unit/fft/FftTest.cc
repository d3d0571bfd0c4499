// Short transforms are compared with sums in long double. Long ones are checked by their
// properties: the inverse gives the input back, the energies of input and output agree, and the
// spectrum of a wave is a single line.
#include "../contraction/RandomValues.h"
#include "fft/Plan.h"
#include "fft/Roots.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace lz::fft {
namespace {

using contraction::randomValues;
using Wide = std::complex<long double>;
template <typename T> constexpr DType kReal = sizeof(T) == 4 ? DType::F32 : DType::F64;
// The unit roundoff of T. Bounds of errors are multiples of this.
template <typename T> constexpr double kUnit = sizeof(T) == 4 ? 0x1p-24 : 0x1p-53;

struct AlignedBytes {
  explicit AlignedBytes(int64_t bytes)
      : data(static_cast<std::byte*>(std::aligned_alloc(64, size_t(bytes + 127) / 64 * 64))) {
    std::memset(data, 0xff, size_t(bytes + 127) / 64 * 64); // NaN
  }
  ~AlignedBytes() { std::free(data); }
  AlignedBytes(const AlignedBytes&) = delete;
  std::byte* data;
};

int64_t product(const std::vector<int64_t>& lengths) {
  int64_t product = 1;
  for (int64_t length : lengths)
    product *= length;
  return product;
}
// Returns how many numbers of T the input or the output has; `isReal` if that side is real.
int64_t sideSize(const Spec& spec, bool isReal) {
  std::vector<int64_t> lengths = spec.lengths;
  if (spec.kind == Kind::Rfft || spec.kind == Kind::Irfft)
    lengths.back() = isReal || lengths.back() == 0 ? lengths.back() : 2 * (lengths.back() / 2 + 1);
  else
    lengths.back() *= 2;
  return spec.batch * product(lengths);
}

template <typename T> std::vector<T> run(const Spec& spec, const std::vector<T>& in) {
  auto plan = Plan::make(spec);
  EXPECT_TRUE(plan.ok()) << plan.status();
  // The output has one more number, which must not change.
  std::vector<T> out(size_t(sideSize(spec, spec.kind == Kind::Irfft)) + 1, T(77));
  AlignedBytes scratch((*plan)->scratchBytes());
  ThreadPool pool(spec.threads);
  (*plan)->run(in.data(), out.data(), scratch.data, pool);
  EXPECT_EQ(out.back(), T(77)) << "behind the result";
  out.pop_back();
  return out;
}

// Computes the definition of the transform, along a dimension of n elements with `inner` elements
// after it.
std::vector<Wide> direct(const std::vector<Wide>& x, int64_t n, int64_t inner, bool inverse) {
  std::vector<Wide> roots, out(x.size());
  for (int64_t k = 0; k < n; ++k) {
    const long double angle = 2 * std::numbers::pi_v<long double> * (long double)(k) / n;
    roots.emplace_back(std::cos(angle), inverse ? std::sin(angle) : -std::sin(angle));
  }
  for (size_t i = 0; i < x.size(); ++i) {
    const int64_t k = int64_t(i) / inner % n;
    const size_t first = i - size_t(k * inner);
    Wide sum = 0;
    for (int64_t j = 0; j < n; ++j)
      sum += x[first + size_t(j * inner)] * roots[size_t(j * k % n)];
    out[i] = inverse ? sum / (long double)(n) : sum;
  }
  return out;
}
std::vector<Wide> directAll(std::vector<Wide> x, const std::vector<int64_t>& lengths,
                            bool inverse) {
  int64_t inner = 1;
  for (size_t d = lengths.size(); d-- > 0; inner *= lengths[d])
    x = direct(x, lengths[d], inner, inverse);
  return x;
}

// Makes complex numbers from real numbers, or from pairs of numbers.
template <typename T> std::vector<Wide> widen(const std::vector<T>& in, bool isReal) {
  std::vector<Wide> wide;
  for (size_t i = 0; i < in.size(); i += isReal ? 1 : 2)
    wide.emplace_back(in[i], isReal ? 0 : in[i + 1]);
  return wide;
}

// Returns the expected result of a transform, as real numbers or pairs.
template <typename T>
std::vector<long double> expected(const Spec& spec, const std::vector<T>& in) {
  const int64_t n = spec.lengths.back(), half = n / 2 + 1;
  std::vector<long double> out;
  if (product(spec.lengths) == 0) // all results are empty sums
    return std::vector<long double>(size_t(sideSize(spec, spec.kind == Kind::Irfft)), 0);
  if (spec.kind != Kind::Irfft) {
    auto all = directAll(widen(in, spec.kind == Kind::Rfft), spec.lengths, spec.kind == Kind::Ifft);
    for (size_t i = 0; i < all.size(); ++i)
      if (spec.kind != Kind::Rfft || int64_t(i) % n < half) {
        out.push_back(all[i].real());
        out.push_back(all[i].imag());
      }
    return out;
  }
  std::vector<Wide> x = widen(in, false);
  std::vector<int64_t> others = spec.lengths;
  others.back() = 1;
  int64_t inner = half;
  for (size_t d = others.size() - 1; d-- > 0; inner *= others[d])
    x = direct(x, others[d], inner, true);
  std::vector<Wide> whole;
  for (size_t line = 0; line < x.size(); line += size_t(half))
    for (int64_t k = 0; k < n; ++k)
      whole.push_back(k < half ? x[line + size_t(k)] : std::conj(x[line + size_t(n - k)]));
  for (size_t i = 0; i < whole.size(); ++i) // imaginary parts without a partner are ignored
    if (const int64_t k = int64_t(i) % n; k == 0 || 2 * k == n)
      whole[i] = whole[i].real();
  for (const Wide& value : direct(whole, n, 1, true))
    out.push_back(value.real());
  return out;
}

// Returns the error relative to the root mean square of the expected results.
template <typename T>
double errorOf(const std::vector<T>& out, const std::vector<long double>& expected) {
  if (out.size() != expected.size())
    return 1e300;
  long double error = 0, all = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    error += (out[i] - expected[i]) * (out[i] - expected[i]);
    all += expected[i] * expected[i];
  }
  return all == 0 ? double(std::sqrt(error)) : double(std::sqrt(error / all));
}
template <typename T> double mostError(const Spec& spec) {
  return kUnit<T> * (2 + 0.4 * std::log2(double(std::max<int64_t>(product(spec.lengths), 1))));
}

std::string nameOf(const Spec& spec) {
  std::string name = "kind " + std::to_string(int(spec.kind)) + " batch " +
                     std::to_string(spec.batch) + " lengths";
  for (int64_t length : spec.lengths)
    name += " " + std::to_string(length);
  return name + " on " + machineClassName(spec.cpu);
}

template <typename T> void check(Spec spec) {
  spec.real = kReal<T>;
  const auto in = randomValues<T>(sideSize(spec, spec.kind == Kind::Rfft), 7);
  EXPECT_LE(errorOf(run<T>(spec, in), expected(spec, in)), mostError<T>(spec)) << nameOf(spec);
}
void checkKinds(Spec spec) {
  for (Kind kind : {Kind::Fft, Kind::Ifft, Kind::Rfft, Kind::Irfft}) {
    spec.kind = kind;
    check<float>(spec);
    check<double>(spec);
  }
}

TEST(Fft, AllShortLengths) {
  for (int64_t n = 0; n <= 300; ++n)
    checkKinds({.batch = 1, .lengths = {n}, .cpu = hostMachineClass()});
}

TEST(Fft, AllClassesOfMachines) {
  for (MachineClass cpu : hostMachineClasses())
    for (int64_t n :
         {1, 2, 3, 16, 17, 30, 34, 61, 64, 67, 71, 105, 128, 143, 240, 256, 360, 512, 625, 1000})
      for (int64_t batch : {1, 3, 21})
        if (n * n * batch < 1000000)
          checkKinds({.batch = batch, .lengths = {n}, .cpu = cpu});
}

TEST(Fft, Batches) {
  for (int64_t n : {1, 2, 5, 8, 12, 17, 67, 97})
    for (int64_t batch : {0, 2, 7, 8, 15, 16, 17, 33, 100})
      checkKinds({.batch = batch, .lengths = {n}, .cpu = hostMachineClass()});
}

TEST(Fft, TwoAndThreeDimensions) {
  for (int64_t n : {0, 1, 2, 3, 8, 10, 16, 17, 67})
    for (int64_t m : {1, 2, 5, 15, 16, 32, 37}) {
      checkKinds({.batch = 1, .lengths = {n, m}, .cpu = hostMachineClass()});
      checkKinds({.batch = 3, .lengths = {m, n}, .cpu = hostMachineClass()});
    }
  for (int64_t n : {1, 2, 6, 9})
    for (int64_t m : {1, 3, 8, 71})
      checkKinds({.batch = 2, .lengths = {m, n, 5}, .cpu = hostMachineClass()});
  checkKinds({.batch = 1, .lengths = {4, 4, 0}, .cpu = hostMachineClass()});
  checkKinds({.batch = 1, .lengths = {16, 17, 18}, .cpu = hostMachineClass()});
}

// Long transforms.

template <typename T> double energy(const std::vector<T>& values) {
  long double sum = 0;
  for (T value : values)
    sum += (long double)(value)*value;
  return double(sum);
}

template <typename T> void checkLong(int64_t n) {
  Spec spec = {
      .kind = Kind::Fft, .real = kReal<T>, .batch = 1, .lengths = {n}, .cpu = hostMachineClass()};
  Spec back = spec;
  back.kind = Kind::Ifft;
  const auto in = randomValues<T>(2 * n, 3);
  const auto out = run<T>(spec, in);
  const double most = mostError<T>(spec);
  EXPECT_NEAR(energy(out) / (double(n) * energy(in)), 1, 2 * most) << n;
  EXPECT_LE(errorOf(run<T>(back, out), {in.begin(), in.end()}), 2 * most) << n;

  // The transform of e^(2 pi i a j / n), where a and n have no common factor, is n at a and 0
  // elsewhere.
  const int64_t a = n / 3 + 1;
  std::vector<T> wave;
  std::vector<long double> line(size_t(2 * n), 0);
  for (int64_t j = 0; j < n; ++j) {
    const std::complex<T> root = rootOfUnity<T>(int64_t(__int128(a) * j % n), n);
    wave.push_back(root.real());
    wave.push_back(-root.imag());
  }
  line[size_t(2 * a)] = n;
  EXPECT_LE(errorOf(run<T>(spec, wave), line), most) << n;
}

template <typename T> void checkLongReal(int64_t n) {
  Spec spec = {
      .kind = Kind::Rfft, .real = kReal<T>, .batch = 1, .lengths = {n}, .cpu = hostMachineClass()};
  const auto in = randomValues<T>(n, 5);
  const auto half = run<T>(spec, in);
  std::vector<T> complex;
  for (T value : in) {
    complex.push_back(value);
    complex.push_back(0);
  }
  Spec whole = spec;
  whole.kind = Kind::Fft;
  const auto all = run<T>(whole, complex);
  EXPECT_LE(errorOf(half, {all.begin(), all.begin() + ptrdiff_t(half.size())}),
            2 * mostError<T>(spec))
      << n;
  Spec back = spec;
  back.kind = Kind::Irfft;
  EXPECT_LE(errorOf(run<T>(back, half), {in.begin(), in.end()}), 2 * mostError<T>(spec)) << n;
}

TEST(Fft, LongLengths) {
  for (int64_t n : {1009, 1024, 2018, 4096, 6561, 10007, 16384, 30030, 65536, 65537, 78125, 100003,
                    117649, 131072, 1 << 20}) {
    checkLong<float>(n);
    checkLong<double>(n);
    checkLongReal<float>(n);
    checkLongReal<double>(n);
  }
}

template <typename T> void checkThreads(Spec spec) {
  spec.real = kReal<T>;
  const auto in = randomValues<T>(sideSize(spec, spec.kind == Kind::Rfft), 11);
  spec.threads = 1;
  const auto one = run<T>(spec, in);
  for (int threads : {2, 5}) {
    spec.threads = threads;
    const auto some = run<T>(spec, in);
    EXPECT_EQ(std::memcmp(one.data(), some.data(), one.size() * sizeof(T)), 0)
        << nameOf(spec) << " on " << threads << " threads";
  }
}

TEST(Fft, ThreadsChangeNoBit) {
  for (Kind kind : {Kind::Fft, Kind::Ifft, Kind::Rfft, Kind::Irfft})
    for (const Spec& spec : {Spec{.batch = 1, .lengths = {1 << 17}, .cpu = hostMachineClass()},
                             Spec{.batch = 1, .lengths = {65537}, .cpu = hostMachineClass()},
                             Spec{.batch = 3, .lengths = {1 << 14}, .cpu = hostMachineClass()},
                             Spec{.batch = 1000, .lengths = {60}, .cpu = hostMachineClass()},
                             Spec{.batch = 1, .lengths = {200, 300}, .cpu = hostMachineClass()},
                             Spec{.batch = 2, .lengths = {50, 131, 33}, .cpu = hostMachineClass()},
                             Spec{.batch = 1, .lengths = {77777}, .cpu = hostMachineClass()}}) {
      Spec one = spec;
      one.kind = kind;
      checkThreads<float>(one);
      checkThreads<double>(one);
    }
}

TEST(Fft, CountsItsTables) {
  const auto bytes = [](int64_t n) {
    auto plan = Plan::make({.lengths = {n}});
    EXPECT_TRUE(plan.ok()) << plan.status();
    return (*plan)->tableBytes();
  };
  EXPECT_EQ(bytes(0), 0);
  EXPECT_EQ(bytes(2), 2 * 4);                       // the only root of a pass of radix 2
  EXPECT_GE(bytes(65537), 8 * (65537 + 2 * 65537)); // the chirp, and a spectrum of twice the length
  EXPECT_LE(bytes(1 << 20), 8 << 20);               // at most as many bytes as the line has
}

TEST(Fft, RefusesWhatItCannotDo) {
  EXPECT_EQ(Plan::make({.real = DType::F16, .lengths = {8}}).status().message(),
            "fft: the real and imaginary parts must be f32 or f64, but are f16");
  EXPECT_EQ(Plan::make({.lengths = {}}).status().message(),
            "fft: the number of transformed dimensions must be 1 to 3, but is 0");
  EXPECT_EQ(Plan::make({.lengths = {8, -1}}).status().message(),
            "fft: each length must be 0 to 1073741824, but the lengths are [8, -1]");
  EXPECT_EQ(Plan::make({.batch = int64_t(1) << 40, .lengths = {1 << 20}}).status().message(),
            "fft: a batch of 1099511627776 transforms with lengths [1048576] takes more bytes than "
            "a process can address: use smaller shapes");
}

} // namespace
} // namespace lz::fft
