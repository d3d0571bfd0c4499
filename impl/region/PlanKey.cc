#include "region/PlanKey.h"

namespace lz::region {
namespace {

// Numbers are appended with a fixed size. Everything else is appended after its length.
void append(std::string& key, int64_t number) {
  key.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void append(std::string& key, std::string_view bytes) {
  append(key, int64_t(bytes.size()));
  key.append(bytes);
}

void append(std::string& key, const IndexExpr& expr) {
  append(key, expr.constant());
  append(key, int64_t(expr.terms().size()));
  for (const IndexExpr::Term& t : expr.terms()) {
    append(key, int64_t(t.kind));
    append(key, t.coefficient);
    if (t.kind == IndexExpr::TermKind::Dim) {
      append(key, t.dim);
      continue;
    }
    append(key, t.divisor);
    append(key, *t.inner);
  }
}

void appendLoad(std::string& key, const PlanNode& n) {
  append(key, n.input);
  append(key, n.mask);
  append(key, n.expr);
  append(key, int64_t(n.dynamic.size()));
  for (const DynamicTerm& t : n.dynamic)
    for (int64_t part : {int64_t(t.index), t.maxIndex, t.stride})
      append(key, part);
}

void appendCompute(std::string& key, const PlanNode& n) {
  append(key, int64_t(n.opcode));
  append(key, int64_t(n.operands.size()));
  for (NodeId operand : n.operands)
    append(key, operand);
  for (const AttrValue& attr : n.attrs)
    append(key, printAttr(attr));
}

} // namespace

std::string keyOf(absl::Span<const IndexExpr> indices) {
  constexpr size_t kTypicalBytes = 48; // the key of an expression with one term
  std::string key;
  key.reserve(indices.size() * kTypicalBytes);
  for (const IndexExpr& index : indices)
    append(key, index);
  return key;
}

std::string keyOf(const PlanNode& n) {
  constexpr size_t kTypicalBytes = 128;
  std::string key;
  key.reserve(kTypicalBytes);
  append(key, int64_t(n.kind) << 8 | int64_t(n.dtype));
  switch (n.kind) {
  case NodeKind::Load:
    appendLoad(key, n);
    break;
  case NodeKind::Constant:
    key.append(reinterpret_cast<const char*>(n.literal.data()),
               size_t(n.literal.type().numBytes()));
    break;
  case NodeKind::InRange:
    append(key, n.lo);
    append(key, n.hi);
    [[fallthrough]];
  case NodeKind::Index:
    append(key, n.expr);
    break;
  case NodeKind::Compute:
    appendCompute(key, n);
    break;
  case NodeKind::Reduce:
    append(key, n.reduction);
    [[fallthrough]];
  case NodeKind::Arg:
    append(key, n.component);
    break;
  }
  return key;
}

} // namespace lz::region
