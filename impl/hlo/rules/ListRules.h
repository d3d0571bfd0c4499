// The rewrite rules of the pipeline as data: for lz-opt --list-rules, and for the test that looks
// for an example and a near miss of each.
#pragma once

#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <string>
#include <vector>

namespace lz::hlo {

struct ListedRule {
  std::string pass; // "lz-canonicalize"
  std::string name; // "slice-of-pad"; for a law of an op entry, its left side
  std::string law;  // "slice(pad(x, v)) -> slice(x), ..."
  bool rounds;      // not at numerics level strict
  std::function<void(mlir::RewritePatternSet& patterns)> add;
};

// The rules of all passes that consist of rules, in the order of the tables.
std::vector<ListedRule> listRules();

} // namespace lz::hlo
