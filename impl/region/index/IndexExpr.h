// Integer expressions over the loop dimensions of a region. They compute indices and addresses. An
// expression is a constant plus a sum of terms. A term is a coefficient times a factor. The factor
// is a dimension, or another expression floordiv or mod a positive constant.
//
//   transpose (1,0) of [20,40]:             {d1, d0}
//   reshape [2,3] -> [6], read at d0:       {d0 floordiv 3, d0 mod 3}
//
// Expressions are simplified when they are built. Terms are sorted and merged. For example, (4*d0 +
// d1) floordiv 4 becomes d0 if 0 <= d1 < 4. To know such bounds, the functions that build
// expressions need the extents of the dimensions.
#pragma once

#include "absl/types/span.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lz::region {

class IndexExpr {
public:
  enum class TermKind : uint8_t { Dim, FloorDiv, Mod };
  struct Term {
    int64_t coefficient;
    TermKind kind;
    int32_t dim = -1;                       // Dim
    int64_t divisor = 1;                    // FloorDiv, Mod
    std::shared_ptr<const IndexExpr> inner; // FloorDiv, Mod
  };
  struct Range {
    int64_t lo, hi; // inclusive
  };

  IndexExpr(int64_t constant = 0) : constant_(constant) {}
  static IndexExpr dim(int32_t d);

  IndexExpr operator+(const IndexExpr& other) const;
  IndexExpr operator*(int64_t factor) const;
  // `extents[d]` is the number of points of dimension d.
  IndexExpr floorDiv(int64_t divisor, absl::Span<const int64_t> extents) const;
  IndexExpr mod(int64_t divisor, absl::Span<const int64_t> extents) const;

  // Combines quotients and remainders of the same expression: 3*(e floordiv 3) + e mod 3 = e. Such
  // a combination makes an address linear again after reshapes.
  IndexExpr recombined(absl::Span<const int64_t> extents) const;

  int64_t constant() const { return constant_; }
  const std::vector<Term>& terms() const { return terms_; }
  bool isConstant() const { return terms_.empty(); }
  // Returns whether the expression has only Dim terms.
  bool isAffine() const;
  // Returns the coefficient of dimension d in the Dim terms, or 0 if d is in none of them.
  int64_t coefficient(int32_t d) const;
  bool dependsOn(int32_t d) const; // also true if d is inside floordiv or mod
  Range range(absl::Span<const int64_t> extents) const;
  // Returns the value at a point, for tests and the interpreter of plans.
  int64_t evaluate(absl::Span<const int64_t> point) const;
  // Replaces every dimension d by map[d].
  IndexExpr substitute(absl::Span<const IndexExpr> map, absl::Span<const int64_t> extents) const;

  bool operator==(const IndexExpr& other) const;
  std::string str() const; // "4*d0 + d1 floordiv 3 + 1"

private:
  void addTerm(Term term);
  int64_t constant_ = 0;
  std::vector<Term> terms_;
};

} // namespace lz::region
