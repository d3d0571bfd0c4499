#include "region/index/LaneOffsets.h"

#include <algorithm>
#include <numeric>

namespace lz::region {
namespace {

using TermKind = IndexExpr::TermKind;

int64_t floorDiv(int64_t x, int64_t y) {
  return x / y - (x % y < 0 ? 1 : 0);
}

// Example: (e floordiv 48) and (e mod 48) with e = 768*d0 + d1. There are 16 lanes. In lane 0, d1
// is a multiple of 16, and from lane to lane it grows by 1. No multiple of 48 lies between two
// lanes, so the quotient is the same in all lanes, and the remainder grows by 1 from each lane to
// the next. If the divisor is 2, e is a multiple of the divisor in lane 0. Then the quotient and
// the remainder differ from their values in lane 0 by amounts that depend only on the index of the
// lane.
std::optional<LaneOffsets> offsetsOf(const IndexExpr::Term& term, const LaneDim& at) {
  LaneOffsets offsets(size_t(at.lanes), 0);
  if (term.kind == TermKind::Dim) {
    if (term.dim == at.dim)
      std::iota(offsets.begin(), offsets.end(), 0);
    return offsets;
  }
  std::optional<LaneOffsets> inner = laneOffsets(*term.inner, at);
  if (!inner)
    return std::nullopt;
  auto [least, most] = std::minmax_element(inner->begin(), inner->end());
  if (*least == 0 && *most == 0)
    return offsets;
  int64_t start = std::gcd(alignmentOf(*term.inner, at), term.divisor);
  bool isQuotient = term.kind == TermKind::FloorDiv, staysInside = *least >= 0 && *most < start;
  if (!staysInside && start != term.divisor)
    return std::nullopt;
  for (size_t lane = 0; lane < offsets.size(); ++lane) {
    int64_t quotient = staysInside ? 0 : floorDiv((*inner)[lane], term.divisor);
    offsets[lane] = isQuotient ? quotient : (*inner)[lane] - quotient * term.divisor;
  }
  return offsets;
}

} // namespace

std::optional<LaneOffsets> laneOffsets(const IndexExpr& expr, const LaneDim& at) {
  LaneOffsets sum(size_t(at.lanes), 0);
  if (at.dim < 0)
    return sum;
  for (const IndexExpr::Term& term : expr.terms()) {
    std::optional<LaneOffsets> part = offsetsOf(term, at);
    if (!part)
      return std::nullopt;
    for (size_t lane = 0; lane < sum.size(); ++lane)
      sum[lane] += term.coefficient * (*part)[lane];
  }
  return sum;
}

int64_t alignmentOf(const IndexExpr& expr, const LaneDim& at) {
  int64_t result = expr.constant();
  for (const IndexExpr::Term& term : expr.terms()) {
    int64_t atom = 1;
    if (term.kind == TermKind::Dim && term.dim == at.dim && !at.startsAnywhere)
      atom = at.lanes;
    if (term.kind == TermKind::Mod)
      atom = std::gcd(alignmentOf(*term.inner, at), term.divisor);
    result = std::gcd(result, term.coefficient * atom);
  }
  return result;
}

} // namespace lz::region
