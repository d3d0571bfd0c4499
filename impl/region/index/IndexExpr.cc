#include "region/index/IndexExpr.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace lz::region {
namespace {

int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

using Term = IndexExpr::Term;

bool sameAtom(const Term& a, const Term& b) {
  if (a.kind != b.kind || a.dim != b.dim || a.divisor != b.divisor)
    return false;
  return a.kind == IndexExpr::TermKind::Dim || a.inner == b.inner || *a.inner == *b.inner;
}

// Returns whether a comes before b. Dims come first, sorted by index, then floordivs, then mods.
bool atomLess(const Term& a, const Term& b) {
  if (a.kind != b.kind)
    return a.kind < b.kind;
  if (a.kind == IndexExpr::TermKind::Dim)
    return a.dim < b.dim;
  if (a.divisor != b.divisor)
    return a.divisor < b.divisor;
  return a.inner->str() < b.inner->str();
}

IndexExpr::Range termRange(const Term& t, absl::Span<const int64_t> extents) {
  int64_t lo = 0, hi = 0;
  switch (t.kind) {
  case IndexExpr::TermKind::Dim:
    hi = std::max<int64_t>(extents[size_t(t.dim)] - 1, 0);
    break;
  case IndexExpr::TermKind::FloorDiv: {
    IndexExpr::Range inner = t.inner->range(extents);
    lo = floorDivide(inner.lo, t.divisor);
    hi = floorDivide(inner.hi, t.divisor);
    break;
  }
  case IndexExpr::TermKind::Mod:
    hi = t.divisor - 1;
    break;
  }
  if (t.coefficient < 0)
    return {t.coefficient * hi, t.coefficient * lo};
  return {t.coefficient * lo, t.coefficient * hi};
}

} // namespace

IndexExpr IndexExpr::dim(int32_t d) {
  IndexExpr e;
  e.terms_.push_back({1, TermKind::Dim, d, 1, nullptr});
  return e;
}

void IndexExpr::addTerm(Term term) {
  auto it = std::lower_bound(terms_.begin(), terms_.end(), term, atomLess);
  if (it == terms_.end() || !sameAtom(*it, term)) {
    terms_.insert(it, std::move(term));
    return;
  }
  it->coefficient += term.coefficient;
  if (it->coefficient == 0)
    terms_.erase(it);
}

IndexExpr IndexExpr::operator+(const IndexExpr& other) const {
  IndexExpr sum = *this;
  sum.constant_ += other.constant_;
  for (const Term& t : other.terms_)
    sum.addTerm(t);
  return sum;
}

IndexExpr IndexExpr::operator*(int64_t factor) const {
  if (factor == 0)
    return IndexExpr(0);
  IndexExpr product = *this;
  product.constant_ *= factor;
  for (Term& t : product.terms_)
    t.coefficient *= factor;
  return product;
}

namespace {

struct Rows {
  int64_t length;
  IndexExpr row{}, point{};
};

// Finds rows such that e = length * row + point. `point` is in [0, length), and `divisor` is a
// multiple of `length`. Example: (8*d0 + d1) with divisor 64 and d1 < 8 has rows of length 8.
std::optional<Rows> rowsOf(const IndexExpr& e, int64_t divisor, absl::Span<const int64_t> extents) {
  for (const IndexExpr::Term& first : e.terms()) {
    Rows rows{std::gcd(divisor, first.coefficient)};
    if (rows.length == 1)
      continue;
    rows.row = IndexExpr(floorDivide(e.constant(), rows.length));
    rows.point = IndexExpr(e.constant()) + rows.row * -rows.length;
    for (const IndexExpr::Term& t : e.terms()) {
      IndexExpr atom = t.kind == IndexExpr::TermKind::Dim ? IndexExpr::dim(t.dim)
                       : t.kind == IndexExpr::TermKind::FloorDiv
                           ? t.inner->floorDiv(t.divisor, extents)
                           : t.inner->mod(t.divisor, extents);
      bool isWhole = t.coefficient % rows.length == 0;
      IndexExpr& part = isWhole ? rows.row : rows.point;
      part = part + atom * (isWhole ? t.coefficient / rows.length : t.coefficient);
    }
    IndexExpr::Range range = rows.point.range(extents);
    if (range.lo >= 0 && range.hi < rows.length)
      return rows;
  }
  return std::nullopt;
}

} // namespace

// Splits e into divisor * quotient + rest. `rest` gets the terms whose coefficients are not
// multiples of divisor. If rest is always in [0, divisor), the quotient is e floordiv divisor, and
// rest is the remainder e mod divisor. Example: (12*d0 + d1) by 4 with d1 < 4 gives 3*d0 and d1.
IndexExpr IndexExpr::floorDiv(int64_t divisor, absl::Span<const int64_t> extents) const {
  if (divisor == 1)
    return *this;
  IndexExpr quotient, rest;
  for (const Term& t : terms_) {
    if (t.coefficient % divisor != 0) {
      rest.addTerm(t);
      continue;
    }
    Term q = t;
    q.coefficient /= divisor;
    quotient.addTerm(std::move(q));
  }
  quotient.constant_ = floorDivide(constant_, divisor);
  rest.constant_ = constant_ - quotient.constant_ * divisor;
  Range r = rest.range(extents);
  if (floorDivide(r.lo, divisor) == floorDivide(r.hi, divisor))
    return quotient + IndexExpr(floorDivide(r.lo, divisor));
  // (e floordiv a) floordiv b = e floordiv (a*b)
  if (rest.constant_ == 0 && rest.terms_.size() == 1 && rest.terms_[0].coefficient == 1 &&
      rest.terms_[0].kind == TermKind::FloorDiv) {
    const Term& t = rest.terms_[0];
    return quotient + t.inner->floorDiv(t.divisor * divisor, extents);
  }
  if (std::optional<Rows> rows = rowsOf(rest, divisor, extents))
    return quotient + rows->row.floorDiv(divisor / rows->length, extents);
  quotient.addTerm({1, TermKind::FloorDiv, -1, divisor, std::make_shared<const IndexExpr>(rest)});
  return quotient;
}

IndexExpr IndexExpr::mod(int64_t divisor, absl::Span<const int64_t> extents) const {
  if (divisor == 1)
    return IndexExpr(0);
  IndexExpr rest;
  for (const Term& t : terms_)
    if (t.coefficient % divisor != 0)
      rest.addTerm(t);
  rest.constant_ = constant_ - floorDivide(constant_, divisor) * divisor;
  Range r = rest.range(extents);
  if (floorDivide(r.lo, divisor) == floorDivide(r.hi, divisor))
    return rest + IndexExpr(-floorDivide(r.lo, divisor) * divisor);
  // (e mod a) mod b = e mod b if b divides a
  if (rest.constant_ == 0 && rest.terms_.size() == 1 && rest.terms_[0].coefficient == 1 &&
      rest.terms_[0].kind == TermKind::Mod && rest.terms_[0].divisor % divisor == 0)
    return rest.terms_[0].inner->mod(divisor, extents);
  if (std::optional<Rows> rows = rowsOf(rest, divisor, extents))
    return rows->row.mod(divisor / rows->length, extents) * rows->length + rows->point;
  IndexExpr result;
  result.addTerm({1, TermKind::Mod, -1, divisor, std::make_shared<const IndexExpr>(rest)});
  return result;
}

// c*(e mod d) = c*e - c*d*(e floordiv d) always holds. The right side is used if one of its terms
// cancels another quotient.
IndexExpr IndexExpr::recombined(absl::Span<const int64_t> extents) const {
  auto quotients = [](const IndexExpr& e) {
    return std::count_if(e.terms_.begin(), e.terms_.end(),
                         [](const Term& t) { return t.kind != TermKind::Dim; });
  };
  IndexExpr result = *this;
  for (size_t i = 0; i < result.terms_.size(); ++i) {
    Term rest = result.terms_[i];
    if (rest.kind != TermKind::Mod)
      continue;
    IndexExpr other =
        result + *rest.inner * rest.coefficient +
        rest.inner->floorDiv(rest.divisor, extents) * (-rest.coefficient * rest.divisor);
    rest.coefficient = -rest.coefficient;
    other.addTerm(std::move(rest));
    if (quotients(other) >= quotients(result))
      continue;
    result = std::move(other);
    i = size_t(-1); // new terms may recombine, too
  }
  return result;
}

bool IndexExpr::isAffine() const {
  return std::all_of(terms_.begin(), terms_.end(),
                     [](const Term& t) { return t.kind == TermKind::Dim; });
}

int64_t IndexExpr::coefficient(int32_t d) const {
  for (const Term& t : terms_)
    if (t.kind == TermKind::Dim && t.dim == d)
      return t.coefficient;
  return 0;
}

bool IndexExpr::dependsOn(int32_t d) const {
  return std::any_of(terms_.begin(), terms_.end(), [d](const Term& t) {
    return t.kind == TermKind::Dim ? t.dim == d : t.inner->dependsOn(d);
  });
}

IndexExpr::Range IndexExpr::range(absl::Span<const int64_t> extents) const {
  Range r{constant_, constant_};
  for (const Term& t : terms_) {
    Range part = termRange(t, extents);
    r.lo += part.lo;
    r.hi += part.hi;
  }
  return r;
}

int64_t IndexExpr::evaluate(absl::Span<const int64_t> point) const {
  int64_t value = constant_;
  for (const Term& t : terms_) {
    int64_t atom;
    if (t.kind == TermKind::Dim) {
      atom = point[size_t(t.dim)];
    } else {
      int64_t inner = t.inner->evaluate(point);
      int64_t quotient = floorDivide(inner, t.divisor);
      atom = t.kind == TermKind::FloorDiv ? quotient : inner - quotient * t.divisor;
    }
    value += t.coefficient * atom;
  }
  return value;
}

IndexExpr IndexExpr::substitute(absl::Span<const IndexExpr> map,
                                absl::Span<const int64_t> extents) const {
  IndexExpr result(constant_);
  for (const Term& t : terms_) {
    IndexExpr atom;
    if (t.kind == TermKind::Dim)
      atom = map[size_t(t.dim)];
    else if (t.kind == TermKind::FloorDiv)
      atom = t.inner->substitute(map, extents).floorDiv(t.divisor, extents);
    else
      atom = t.inner->substitute(map, extents).mod(t.divisor, extents);
    result = result + atom * t.coefficient;
  }
  return result;
}

bool IndexExpr::operator==(const IndexExpr& other) const {
  if (constant_ != other.constant_ || terms_.size() != other.terms_.size())
    return false;
  for (size_t i = 0; i < terms_.size(); ++i)
    if (terms_[i].coefficient != other.terms_[i].coefficient ||
        !sameAtom(terms_[i], other.terms_[i]))
      return false;
  return true;
}

std::string IndexExpr::str() const {
  std::string s;
  for (const Term& t : terms_) {
    if (!s.empty())
      s += " + ";
    if (t.coefficient != 1)
      absl::StrAppend(&s, t.coefficient, "*");
    if (t.kind == TermKind::Dim)
      absl::StrAppend(&s, "d", t.dim);
    else
      absl::StrAppend(&s, "((", t.inner->str(), ") ",
                      t.kind == TermKind::FloorDiv ? "floordiv " : "mod ", t.divisor, ")");
  }
  if (s.empty())
    return absl::StrCat(constant_);
  if (constant_ != 0)
    absl::StrAppend(&s, " + ", constant_);
  return s;
}

} // namespace lz::region
