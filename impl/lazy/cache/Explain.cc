#include "lazy/cache/Explain.h"

#include "absl/strings/str_cat.h"
#include "lazy/program/AttrCompare.h"

#include <algorithm>

namespace lz::lazy {

namespace {

struct Difference {
  // The number of ops before the first difference. The larger it is, the more similar are the
  // programs.
  size_t position;
  std::string text;
  bool isOfOp = false; // true if the op at `position` differs
  int64_t dim = -1;    // see Miss
};

// Returns the dimension that differs if it is the only one, otherwise -1.
int64_t changedDim(const TensorType& now, const TensorType& before) {
  if (now.dtype != before.dtype || now.rank() != before.rank())
    return -1;
  int64_t changed = -1;
  for (int64_t d = 0; d < now.rank(); ++d)
    if (now.dims[size_t(d)] != before.dims[size_t(d)]) {
      if (changed >= 0)
        return -1;
      changed = d;
    }
  return changed;
}

absl::string_view nameOf(const Op& op) {
  std::string_view name = opInfo(op.opcode).name;
  return {name.data(), name.size()};
}

std::string placeOf(const Program& program, const Op& op) {
  return op.location < 0 ? "" : absl::StrCat(" at ", program.locations[size_t(op.location)]);
}

// Returns how op `i` differs between the two programs, or "" if it does not. If only the size of
// one dimension of a result differs, sets `dim` to this dimension.
std::string differenceOfOps(const Program& now, const Program& before, size_t i, int64_t& dim) {
  const Op& a = now.body.ops[i];
  const Op& b = before.body.ops[i];
  std::string head = absl::StrCat("op ", i, " [", nameOf(a), "]", placeOf(now, a), ": ");
  std::string was = placeOf(before, b);
  if (a.opcode != b.opcode)
    return absl::StrCat(head, "was [", nameOf(b), "]", was);
  for (size_t r = 0; r < std::min(a.results.size(), b.results.size()); ++r) {
    const TensorType& type = now.type(a.results[r]);
    const TensorType& old = before.type(b.results[r]);
    if (type != old) {
      dim = changedDim(type, old);
      return absl::StrCat(head, "result is ", type.str(), ", was ", old.str(), was);
    }
  }
  if (a.operands != b.operands)
    return absl::StrCat(head, "operands are different values than", was.empty() ? " before" : was);
  for (size_t k = 0; k < std::min(a.attrs.size(), b.attrs.size()); ++k)
    if (!equalAttrs({&a.attrs[k], 1}, {&b.attrs[k], 1})) {
      std::string_view name = opInfo(a.opcode).attrs[k].name;
      return absl::StrCat(head, "attribute ", absl::string_view(name.data(), name.size()),
                          " has a different value than", was.empty() ? " before" : was,
                          "; a value that changes should be an operand or lz_scalar");
    }
  if (a.regions.size() != b.regions.size())
    return absl::StrCat(head, "has a different number of bodies", was);
  for (size_t r = 0; r < a.regions.size(); ++r)
    if (a.regions[r].ops.size() != b.regions[r].ops.size())
      return absl::StrCat(head, "body ", r, " has ", a.regions[r].ops.size(), " ops, had ",
                          b.regions[r].ops.size(), was);
  return "";
}

Difference compare(const Program& now, const Program& before) {
  const Region& a = now.body;
  const Region& b = before.body;
  size_t common = std::min(a.ops.size(), b.ops.size());
  int64_t dim = -1;
  for (size_t i = 0; i < common; ++i)
    if (std::string text = differenceOfOps(now, before, i, dim); !text.empty())
      return {i, text, /*isOfOp=*/true, dim};
  for (size_t i = 0; i < std::min(a.params.size(), b.params.size()); ++i) {
    const TensorType& type = now.type(a.params[i]);
    const TensorType& old = before.type(b.params[i]);
    if (type != old)
      return {common, absl::StrCat("input ", i, " is ", type.str(), ", was ", old.str())};
  }
  if (a.ops.size() != b.ops.size())
    return {common, absl::StrCat("the program has ", a.ops.size(), " ops, had ", b.ops.size())};
  if (a.results != b.results)
    return {common, absl::StrCat("different tensors are alive: ", a.results.size(),
                                 " outputs, before ", b.results.size())};
  if (now.donated != before.donated)
    return {common, "different inputs are donated: this depends on which handles are released "
                    "before the barrier"};
  return {common, "the bodies of its ops or the numbering of its inputs differ"};
}

} // namespace

Miss explainMiss(const Program& program, absl::Span<const Program* const> candidates) {
  if (candidates.empty())
    return {"the first program"};
  Difference best = compare(program, *candidates[0]);
  for (const Program* candidate : candidates.subspan(1)) {
    Difference difference = compare(program, *candidate);
    if (difference.position > best.position)
      best = std::move(difference);
  }
  return {std::move(best.text), best.isOfOp ? int64_t(best.position) : -1, best.dim};
}

} // namespace lz::lazy
