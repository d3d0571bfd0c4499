#include "region/index/LaneOffsets.h"

#include <algorithm>
#include <numeric>

namespace lz::region {
namespace {

using TermKind = IndexExpr::TermKind;

int64_t floorDiv(int64_t x, int64_t y) {
  return x / y - (x % y < 0 ? 1 : 0);
}

// Example: (e floordiv 48) and (e mod 48) with e = 768*d0 + d1, where d1 runs along 16 lanes from a
// multiple of 16. No multiple of 48 lies between two lanes, so the quotient is the same in all
// lanes, and the rest grows by one per lane. With divisor 2, e in lane 0 would be a multiple of the
// divisor. Then quotient and rest depend only on the number of the lane.
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
