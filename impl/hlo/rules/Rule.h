// A rewrite rule as data: a name, the law that is applied, and the pattern. Passes have tables of
// rules (ListRules.h).
//
//   constexpr Rule kSliceRules[] = {
//       {"slice-of-pad", "slice(pad(x)) -> slice(x), no element is from the edges",
//        addPattern<SliceOfPad>},
//   };
#pragma once

#include "mlir/IR/PatternMatch.h"

#include <string_view>

namespace lz::hlo {

struct Rule {
  std::string_view name, law;
  void (*add)(mlir::RewritePatternSet& patterns);
};

template <typename Pattern> void addPattern(mlir::RewritePatternSet& patterns) {
  patterns.add<Pattern>(patterns.getContext());
}

inline void addRules(mlir::RewritePatternSet& patterns, llvm::ArrayRef<Rule> rules) {
  for (const Rule& rule : rules)
    rule.add(patterns);
}

} // namespace lz::hlo
