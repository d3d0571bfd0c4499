// Lists the rewrite rules of the pipeline as data. lz-opt --list-rules prints the list. A test
// checks that each rule has an example and a near miss.
#pragma once

#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <string>
#include <vector>

namespace lz::hlo {

struct ListedRule {
  std::string pass; // "lz-canonicalize"
  std::string name; // "slice-of-pad"; for a rule of an op entry, its left side
  std::string law;  // "slice(pad(x, v)) -> slice(x), ..."
  bool rounds;      // not applied at the numerics level strict
  std::function<void(mlir::RewritePatternSet& patterns)> add;
};

// Returns the rules of all passes that consist of rules, in the order of the tables.
std::vector<ListedRule> listRules();

} // namespace lz::hlo
