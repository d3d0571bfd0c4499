#include "Decompositions.h"

#include "JudgedCall.h"

#include <functional>
#include <optional>

namespace lz::test {
using linalg::LapackFunction;

namespace {

// Returns the Hermitian matrix whose upper or lower triangle is that of a.
WideTable hermitianOf(const WideTable& a, bool isUpper) {
  WideTable b(a.rows, a.rows);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j <= i; ++j) {
      b(i, j) = i == j ? a(i, i).real() : isUpper ? std::conj(a(j, i)) : a(i, j);
      b(j, i) = std::conj(b(i, j));
    }
  return b;
}

// Returns the matrix `a`, but with zeros in place of all elements more than `diagonals` below the
// main diagonal.
WideTable upperOf(WideTable a, int64_t diagonals) {
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j + diagonals < i && j < a.columns; ++j)
      a(i, j) = 0;
  return a;
}

Number sumOf(const Numbers& numbers) {
  Number sum = 0;
  for (Number x : numbers)
    sum += x;
  return sum;
}
Number traceOf(const WideTable& a) {
  Number sum = 0;
  for (int64_t i = 0; i < a.rows; ++i)
    sum += a(i, i);
  return sum;
}
Numbers squaresOf(Numbers numbers) {
  for (Number& x : numbers)
    x *= x;
  return numbers;
}

// Judges eigenvalues by their sum and by the sum of their squares. This needs no eigenvectors.
void judgeSums(JudgedCall& call, const WideTable& a, const Numbers& values) {
  const int64_t n = a.rows;
  const Wide size = norm(a);
  call.expectSmall("|sum w - trace a| / |a|", Numbers{sumOf(values) - traceOf(a)}, size, n);
  call.expectSmall("|sum w^2 - trace a^2| / |a|^2",
                   Numbers{sumOf(squaresOf(values)) - traceOf(a * a)}, size * size, n);
}

void syevd(JudgedCall& call) {
  const WideTable a = hermitianOf(call.operand(0), call.option("uplo") == 'U');
  if (call.isRefused(a.data))
    return;
  const Numbers w = call.resultNumbers(1);
  for (size_t i = 1; i < w.size(); ++i)
    call.expect(w[i - 1].real() <= w[i].real(), "eigenvalues do not ascend");
  judgeSums(call, a, w);
  if (call.option("mode") == 'N')
    return call.expectZeros(0);
  const WideTable v = call.result(0);
  call.expectSmall("|a v - v w| / |a|", (a * v - v * diagonal(w, a.rows, a.rows)).data, norm(a),
                   a.rows);
  call.expectOrthogonal("v", v);
}

void gesdd(JudgedCall& call) {
  const WideTable a = call.operand(0);
  if (call.isRefused(a.data))
    return;
  const Numbers s = call.resultNumbers(1);
  const int64_t n = std::max(a.rows, a.columns);
  for (size_t i = 0; i < s.size(); ++i)
    call.expect(s[i].real() >= 0 && (i == 0 || s[i - 1].real() >= s[i].real()),
                "singular values do not descend, or are negative");
  call.expectSmall("||s| - |a|| / |a|", Numbers{norm(s) - norm(a)}, norm(a), n);
  if (call.option("mode") == 'N') {
    call.expectZeros(2);
    return call.expectZeros(3);
  }
  const WideTable u = call.result(2), vh = call.result(3);
  call.expectSmall("|u s v^H - a| / |a|", (u * diagonal(s, u.columns, vh.rows) * vh - a).data,
                   norm(a), n);
  call.expectOrthogonal("u", u);
  call.expectOrthogonal("v", adjoint(vh));
}

// Judges a Schur form: all elements below the diagonal must be zero. A real form may have blocks
// [a, b; c, a] on the diagonal, whose eigenvalues are a +- i sqrt(-b c). The signs of b and c
// differ, except for rounding.
void judgeForm(JudgedCall& call, const WideTable& t, const Numbers& w) {
  auto isBlock = [&](int64_t i) {
    return call.isReal() && i >= 0 && i + 1 < t.rows && t(i + 1, i) != Number(0);
  };
  const Wide size = norm(t);
  for (int64_t i = 0; i < t.rows; ++i) {
    Number wanted = t(i, i);
    for (int64_t j = 0; j + (isBlock(i - 1) ? 1 : 0) < i; ++j)
      call.expect(t(i, j) == Number(0), "its Schur form is no triangle");
    for (int64_t first : {i - 1, i})
      if (isBlock(first)) {
        const Wide b = t(first, first + 1).real(), c = t(first + 1, first).real();
        wanted.imag(std::sqrt(std::abs(b * c)) * (first == i ? 1 : -1));
        call.expect(t(first, first) == t(first + 1, first + 1) && !isBlock(first + 1),
                    "a block of its Schur form has two numbers on its diagonal");
        if (b * c > 0)
          call.expectSmall("what a block has of the wrong sign, / |t|",
                           std::min(std::abs(b), std::abs(c)) / size, t.rows);
      }
    call.expectSmall("|w - eigenvalue of t| / |t|", Numbers{w[size_t(i)] - wanted}, size, t.rows);
  }
}

// Returns the eigenvalues. A real routine gives them as two results: the real and the imaginary
// parts.
Numbers eigenvaluesAt(const JudgedCall& call, size_t result) {
  Numbers values = call.resultNumbers(result);
  if (call.isReal())
    for (size_t i = 0; i < values.size(); ++i)
      values[i].imag(call.resultNumbers(result + 1)[i].real());
  return values;
}

void gees(JudgedCall& call) {
  const WideTable a = call.operand(0);
  if (call.isRefused(a.data))
    return;
  const WideTable t = call.result(0), q = call.result(1);
  const Numbers w = eigenvaluesAt(call, 2);
  call.expect(call.resultNumbers(call.numResults() - 2)[0] == Number(0), "it says that it sorted");
  judgeForm(call, t, w);
  judgeSums(call, a, w);
  if (call.option("mode") == 'N')
    return call.expectZeros(1);
  call.expectSmall("|q t q^H - a| / |a|", (q * t * adjoint(q) - a).data, norm(a), a.rows);
  call.expectOrthogonal("q", q);
}

// Judges eigenvectors: each must have norm 1, and its largest number must be real. Eigenvectors of
// a real matrix are real, or pairs of conjugates. Imaginary parts of eigenvalues may vanish if they
// are denormal.
void judgeVectors(JudgedCall& call, const WideTable& vectors, const Numbers& w) {
  for (int64_t j = 0; j < vectors.columns; ++j) {
    Numbers v;
    for (int64_t i = 0; i < vectors.rows; ++i)
      v.push_back(vectors(i, j));
    call.expectSmall("||vector| - 1|", std::abs(norm(v) - 1), vectors.rows);
    // If several numbers are equally large up to rounding, it is enough that one of them is real.
    Wide most = 0, least = 1;
    for (Number x : v)
      most = std::max(most, std::abs(x));
    for (Number x : v)
      if (std::abs(x) >= most * (1 - 8 * call.roundoff()))
        least = std::min(least, std::abs(x.imag()));
    call.expectSmall("the imaginary part of the largest number of a vector", least, 1);
    if (!call.isReal() || !call.isNormal(norm(w)))
      continue;
    for (int64_t i = 0; i < vectors.rows; ++i)
      if (const Wide part = w[size_t(j)].imag(); part >= 0)
        call.expect(part > 0 ? vectors(i, j) == std::conj(vectors(i, j + 1))
                             : vectors(i, j).imag() == 0,
                    "vectors of a real matrix are neither real nor conjugates");
  }
}

void geev(JudgedCall& call) {
  const WideTable a = call.operand(0);
  if (call.isRefused(a.data))
    return;
  const size_t vectors = call.numResults() - 3;
  const Numbers w = eigenvaluesAt(call, 0);
  for (size_t i = 0; i < w.size() && call.isReal(); ++i) {
    const bool isPair = w[i].imag() > 0 && i + 1 < w.size() && w[i + 1] == std::conj(w[i]);
    call.expect(w[i].imag() == 0 || isPair, "eigenvalues of a real matrix are no pairs");
    i += isPair;
  }
  judgeSums(call, a, w);
  if (!call.verdict().empty())
    return;
  const WideTable left = call.result(vectors), right = call.result(vectors + 1);
  const WideTable values = diagonal(w, a.rows, a.rows);
  if (call.option("compute_left") == 'V') {
    call.expectSmall("|l^H a - w l^H| / |a|", (adjoint(left) * a - values * adjoint(left)).data,
                     norm(a), a.rows);
    judgeVectors(call, left, w);
  } else {
    call.expectZeros(vectors);
  }
  if (call.option("compute_right") == 'V') {
    call.expectSmall("|a r - r w| / |a|", (a * right - right * values).data, norm(a), a.rows);
    judgeVectors(call, right, w);
  } else {
    call.expectZeros(vectors + 1);
  }
}

void gehrd(JudgedCall& call) {
  const WideTable a = call.operand(0), packed = call.result(0), h = upperOf(packed, 1);
  const WideTable q = productOf(packed, call.resultNumbers(1), 1);
  call.expect(call.info() == 0, "its info is not 0");
  call.expectOrthogonal("q", q);
  call.expectSmall("|q h q^H - a| / |a|", (q * h * adjoint(q) - a).data, norm(a), a.rows);
  for (int64_t i = 1; i < h.rows; ++i)
    call.expect(h(i, i - 1).imag() == 0, "a number beside the diagonal is not real");
}

// LAPACK begins with the last column of an upper triangle, and with the first column of a lower
// one. So the upper case is the lower case with rows and columns in reverse order.
void sytrd(JudgedCall& call) {
  const bool isUpper = call.option("uplo") == 'U';
  auto inOrder = [&](const WideTable& a) { return isUpper ? reversed(a) : a; };
  const WideTable given = inOrder(call.operand(0)), a = hermitianOf(given, false),
                  packed = inOrder(call.result(0));
  Numbers d = call.resultNumbers(1), e = call.resultNumbers(2), taus = call.resultNumbers(3);
  if (isUpper)
    for (Numbers* numbers : {&d, &e, &taus})
      std::reverse(numbers->begin(), numbers->end());
  WideTable t = diagonal(d, a.rows, a.rows);
  for (int64_t i = 0; i < a.rows; ++i) {
    call.expect(packed(i, i) == d[size_t(i)], "the diagonal of its matrix is not d");
    for (int64_t j = i + 1; j < a.rows; ++j)
      call.expect(packed(i, j) == given(i, j), "the other triangle is not what was given");
    if (i == 0)
      continue;
    t(i, i - 1) = t(i - 1, i) = e[size_t(i - 1)];
    call.expect(packed(i, i - 1) == e[size_t(i - 1)], "what lies beside the diagonal is not e");
  }
  const WideTable q = productOf(packed, taus, 1);
  call.expect(call.info() == 0, "its info is not 0");
  call.expectOrthogonal("q", q);
  call.expectSmall("|q t q^H - a| / |a|", (q * t * adjoint(q) - a).data, norm(a), a.rows);
}

// Judges that the magnitude of each number on the diagonal of r is at least the norm of each later
// column, counted from the row of that number.
void judgeOrder(JudgedCall& call, const WideTable& r, int64_t fixed) {
  for (int64_t k = fixed; k < std::min(r.rows, r.columns); ++k)
    for (int64_t j = k + 1; j < r.columns; ++j) {
      Wide squares = 0;
      for (int64_t i = k; i <= std::min(j, r.rows - 1); ++i)
        squares += std::norm(r(i, j));
      const Wide over = std::max<Wide>(0, std::sqrt(squares) - std::abs(r(k, k)));
      call.expectSmall("what a column is longer by than the one before it, / |a|", Numbers{over},
                       norm(r), r.rows);
    }
}

void geqp3(JudgedCall& call) {
  const WideTable a = call.operand(0), packed = call.result(0), r = upperOf(packed, 0);
  const Numbers marks = call.operandNumbers(1), order = call.resultNumbers(1);
  const WideTable q = productOf(packed, call.resultNumbers(2), 0);
  std::vector<bool> isTaken(marks.size(), false);
  WideTable permuted(a.rows, a.columns);
  const int64_t fixed =
      std::count_if(marks.begin(), marks.end(), [](Number mark) { return mark != Number(0); });
  for (int64_t j = 0; j < a.columns; ++j) {
    const auto from = int64_t(order[size_t(j)].real()) - 1;
    if (from < 0 || from >= a.columns || isTaken[size_t(from)])
      return call.expect(false, "its columns are no permutation");
    isTaken[size_t(from)] = true;
    call.expect((marks[size_t(from)] != Number(0)) == (j < fixed),
                "columns that are marked do not come first");
    for (int64_t i = 0; i < a.rows; ++i)
      permuted(i, j) = a(i, from);
  }
  call.expectOrthogonal("q", q);
  call.expectSmall("|q r - a p| / |a|", (q * r - permuted).data, norm(a), a.rows);
  judgeOrder(call, r, fixed);
}

void ormqr(JudgedCall& call) {
  const WideTable c = call.operand(2);
  WideTable q = productOf(call.operand(0), call.operandNumbers(1), 0);
  if (call.option("transpose"))
    q = adjoint(q);
  const WideTable wanted = call.option("left") ? q * c : c * q;
  call.expectSmall("|c q - its result| / |c| / |q|", (call.result(0) - wanted).data,
                   norm(c) * norm(q), q.rows);
}

// The element of each diagonal for row i has index i.
void gtsv(JudgedCall& call) {
  const Numbers d = call.operandNumbers(1), below = call.operandNumbers(0),
                above = call.operandNumbers(2);
  const auto n = int64_t(d.size());
  WideTable a = diagonal(d, n, n);
  for (int64_t i = 1; i < n; ++i) {
    a(i, i - 1) = below[size_t(i)];
    a(i - 1, i) = above[size_t(i - 1)];
  }
  const WideTable b = call.operand(3), x = call.result(3);
  call.expect(call.info() == 0, absl::StrCat("its info is ", call.info()));
  call.expectSmall("|a x - b| / (|a| |x| + |b|)", (a * x - b).data, norm(a) * norm(x) + norm(b), n);
}

struct Judge {
  LapackFunction function;
  void (*judge)(JudgedCall& call);
};
constexpr Judge kJudges[] = {
    {LapackFunction::Gees, gees},   {LapackFunction::Geev, geev},   {LapackFunction::Gehrd, gehrd},
    {LapackFunction::Geqp3, geqp3}, {LapackFunction::Gesdd, gesdd}, {LapackFunction::Gtsv, gtsv},
    {LapackFunction::Ormqr, ormqr}, {LapackFunction::Syevd, syevd}, {LapackFunction::Sytrd, sytrd},
};

// Calls judgeOne(call) for each matrix of the batch until one is wrong.
std::string forMatrices(std::string_view target, std::string_view config,
                        absl::Span<const Literal> operands, absl::Span<const Literal> results,
                        double roundings, const std::function<void(JudgedCall& call)>& judgeOne) {
  const Dims& dims = operands[0].type().dims;
  const size_t inner =
      lapackTensors(linalg::lapackCall(target)->function, false).operands[0].sizes.size();
  int64_t count = 1;
  for (size_t d = 0; d + inner < dims.size(); ++d)
    count *= dims[d];
  const linalg::LapackConfig options(config);
  for (int64_t i = 0; i < count; ++i) {
    JudgedCall one(target, options, operands, results, i, count, roundings);
    judgeOne(one);
    if (!one.verdict().empty())
      return one.verdict();
  }
  return "";
}

} // namespace

std::string judge(std::string_view target, std::string_view config,
                  absl::Span<const Literal> operands, absl::Span<const Literal> results,
                  double roundings) {
  const std::optional<linalg::LapackCall> call = linalg::lapackCall(target);
  for (const Judge& judge : kJudges)
    if (call && judge.function == call->function)
      return forMatrices(target, config, operands, results, roundings, judge.judge);
  return absl::StrCat("there are no rules to judge @", std::string(target));
}

std::string compareUnique(std::string_view target, std::string_view config,
                          absl::Span<const Literal> operands, absl::Span<const Literal> results,
                          absl::Span<const Literal> expected, double roundings) {
  const LapackFunction function = linalg::lapackCall(target)->function;
  if (function != LapackFunction::Syevd && function != LapackFunction::Gesdd)
    return "";
  // The results of both calls, one after the other, are judged as those of one call.
  std::vector<Literal> both(results.begin(), results.end());
  both.insert(both.end(), expected.begin(), expected.end());
  return forMatrices(target, config, operands, both, roundings, [](JudgedCall& call) {
    const WideTable a = call.operand(0);
    const size_t count = call.numResults() / 2;
    Numbers is = call.resultNumbers(1), should = call.resultNumbers(1 + count);
    call.expect(isFinite(is) == isFinite(should), "one has no results, the other has");
    for (size_t i = 0; i < is.size() && isFinite(is); ++i)
      call.expectSmall(absl::StrCat("value ", i, " is off by an error that / |a|"),
                       Numbers{is[i] - should[i]}, norm(a), std::max(a.rows, a.columns));
  });
}

} // namespace lz::test
