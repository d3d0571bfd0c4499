// QR steps on a Hessenberg matrix, after Francis. The last rows determine a shift. A rotation of
// the first axes creates numbers below the subdiagonal (the bulge), and further rotations move the
// bulge down. If an element of the subdiagonal is negligible compared with its neighbours on the
// diagonal, the matrix is divided there. Complex matrices use one shift in a step. Real matrices
// use a pair of conjugate shifts, so that all numbers stay real.
#include "base/Cancel.h"
#include "semantics/eval/decompose/Decompose.h"
#include "semantics/eval/decompose/Reflectors.h"
#include "semantics/eval/decompose/Turns.h"

#include <type_traits>

namespace lz::decompose {
namespace {

// An eigenvalue or a pair usually takes 2 or 3 steps. Every tenth step uses an arbitrary shift, to
// end cycles: the usual shifts of [0, 1; 1, 0] would alternate between 1 and -1.
constexpr int kMaxSteps = 300, kStepsBeforeOtherShift = 10;

template <typename T> class Iteration {
public:
  // Starts from a Hessenberg matrix t in the axes q, that is, from q t q^H.
  Iteration(Dense<T> t, Dense<T> q) : size_(normOf(t)), t_(std::move(t)), q_(std::move(q)) {}

  std::optional<Schur<T>> run() {
    int steps = 0;
    for (int64_t last = t_.rows - 1; last >= 0;) {
      const int64_t first = firstOfBlock(last);
      if (first < last && (std::is_same_v<T, Complex> || first + 1 < last)) {
        if (++steps > kMaxSteps || isCancelled())
          return std::nullopt;
        step(first, last, steps % kStepsBeforeOtherShift == 0);
        continue;
      }
      if constexpr (std::is_same_v<T, Real>)
        if (first < last)
          bringToForm(first);
      last = first - 1;
      steps = 0;
    }
    return Schur<T>{std::move(t_), std::move(q_)};
  }

private:
  void turn(int64_t p, int64_t q, const Turn<T>& turn) { turnAxes(t_, q_, p, q, turn); }

  // Returns the first row of the block that ends at `last`. Sets the negligible subdiagonal element
  // of this row to zero.
  int64_t firstOfBlock(int64_t last) {
    for (int64_t i = last; i > 0; --i) {
      const Real around = std::abs(t_(i - 1, i - 1)) + std::abs(t_(i, i));
      if (std::abs(t_(i, i - 1)) <= kRoundoff * std::max(around, kRoundoff * size_)) {
        t_(i, i - 1) = 0;
        return i;
      }
    }
    return 0;
  }

  // The block of the last two rows and columns has two eigenvalues. Returns the one that is nearer
  // to the last number of the matrix.
  Complex shiftOf(int64_t last, bool isOther) const {
    const Complex a = t_(last - 1, last - 1), b = t_(last - 1, last), c = t_(last, last - 1),
                  d = t_(last, last);
    if (isOther)
      return d + std::abs(c);
    const Complex p = (a - d) / Real(2), root = std::sqrt(p * p + b * c);
    const Complex far = std::abs(p + root) > std::abs(p - root) ? p + root : p - root;
    return far == Complex(0) ? d : d - b * c / far;
  }

  void step(int64_t first, int64_t last, bool isOther) {
    const T below = t_(first + 1, first);
    T x, y, z = 0;
    if constexpr (std::is_same_v<T, Complex>) {
      x = t_(first, first) - shiftOf(last, isOther);
      y = below;
    } else {
      // x, y and z are the first column of (t - s1) (t - s2), divided by one number of this column.
      // s1 and s2 are the eigenvalues of [a, b; c, d]. Differences are computed before products,
      // because differences of nearly equal squares would lose digits.
      Real a = t_(last - 1, last - 1), d = t_(last, last),
           bc = t_(last - 1, last) * t_(last, last - 1);
      if (isOther) {
        const Real beside = std::abs(t_(last, last - 1)) + std::abs(t_(last - 1, last - 2));
        a = d = d + 0.75L * beside;
        bc = -0.4375L * beside * beside;
      }
      const Real corner = t_(first, first);
      x = ((corner - a) * (corner - d) - bc) / below + t_(first, first + 1);
      y = (t_(first + 1, first + 1) - a) + (corner - d);
      z = t_(first + 2, first + 1);
    }
    chase(first, last, x, y, z);
  }

  // Moves the bulge down. The rotation of the rows from k on is chosen so that it turns (x, y, z)
  // into (r, 0, 0). In the first step, x, y and z are the arguments. In later steps, they are the
  // numbers of the bulge.
  void chase(int64_t first, int64_t last, T x, T y, T z) {
    for (int64_t k = first; k < last; ++k) {
      if (std::is_same_v<T, Real> && k + 2 <= last) {
        turn(k + 1, k + 2, turnTo(y, z));
        y = std::sqrt(std::norm(y) + std::norm(z));
      }
      turn(k, k + 1, turnTo(x, y));
      for (int64_t i = k + 1; k > first && i <= std::min(k + 2, last); ++i)
        t_(i, k - 1) = 0;
      x = t_(k + 1, k);
      y = k + 2 <= last ? t_(k + 2, k) : T(0);
      z = k + 3 <= last ? t_(k + 3, k) : T(0);
    }
  }

  // Gives rows i and i + 1 the form of a real Schur matrix. If their eigenvalues are complex, the
  // two diagonal elements become equal. Otherwise the element below them becomes zero.
  void bringToForm(int64_t i) {
    if (discriminantOf(i) < 0) {
      const Real angle = std::atan2(-2 * halfDifference(i), t_(i, i + 1) + t_(i + 1, i)) / 2;
      turn(i, i + 1, {std::cos(angle), std::sin(angle)});
      t_(i, i) = t_(i + 1, i + 1) = (t_(i, i) + t_(i + 1, i + 1)) / 2;
    }
    if (discriminantOf(i) < 0)
      return;
    // (p +- root, c) is an eigenvector. The first axis is turned to it.
    const Real p = halfDifference(i), root = std::sqrt(discriminantOf(i));
    turn(i, i + 1, turnTo(p + std::copysign(root, p), t_(i + 1, i)));
    t_(i + 1, i) = 0;
  }
  Real halfDifference(int64_t i) const { return (t_(i, i) - t_(i + 1, i + 1)) / 2; }
  // Returns the number whose square root, added to and subtracted from (a + d) / 2, gives the two
  // eigenvalues of the block [a, b; c, d].
  Real discriminantOf(int64_t i) const {
    const Real p = halfDifference(i);
    return p * p + t_(i, i + 1) * t_(i + 1, i);
  }

  const Real size_;
  Dense<T> t_, q_;
};

} // namespace

template <typename T> std::optional<Schur<T>> schur(Dense<T> a) {
  Dense<T> q = reduceToHessenberg(a).product();
  return Iteration<T>(std::move(a), std::move(q)).run();
}
template std::optional<Schur<Real>> schur(Dense<Real> a);
template std::optional<Schur<Complex>> schur(Dense<Complex> a);

} // namespace lz::decompose
