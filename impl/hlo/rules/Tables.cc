#include "hlo/rules/Tables.h"

namespace lz::hlo {
namespace {

// Defines kTermRules and kRoundingRules, which are generated from the op entries (spec/ops).
#include "spec/TermRules.inc"

} // namespace

std::vector<llvm::ArrayRef<Rule>> canonicalRules() {
  return {spellingRules(), viewRules(),        mergeRules(),   sliceRules(),
          pieceRules(),    reductionRules(),   windowRules(),  selectionRules(),
          indexRules(),    contractionRules(), controlRules(), loopRules()};
}

llvm::ArrayRef<TermRule> exactTermRules() {
  return kTermRules;
}

llvm::ArrayRef<TermRule> roundingTermRules() {
  return kRoundingRules;
}

} // namespace lz::hlo
