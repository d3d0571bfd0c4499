#include "hlo/rewrite/NamedAttrs.h"

#include "hlo/ir/PlainAttrs.h"

namespace lz::hlo {

llvm::SmallVector<NamedAttr> namedAttrsOf(mlir::Operation* op) {
  const OpInfo& info = *opInfo(op);
  Attrs plain = plainAttrsOf(op);
  llvm::SmallVector<NamedAttr> named;
  for (size_t i = 0; i < plain.size(); ++i)
    named.push_back({info.attrs[i].name, std::move(plain[i])});
  return named;
}

} // namespace lz::hlo
