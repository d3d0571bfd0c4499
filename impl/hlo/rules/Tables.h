// Internal to hlo/rules and hlo/passes: the tables of rules.
#pragma once

#include "hlo/rewrite/TermRewrite.h"
#include "hlo/rules/Rule.h"

#include <vector>

namespace lz::hlo {

llvm::ArrayRef<Rule> spellingRules();
llvm::ArrayRef<Rule> viewRules();
llvm::ArrayRef<Rule> mergeRules(); // MergedViews.cc
llvm::ArrayRef<Rule> sliceRules();
llvm::ArrayRef<Rule> pieceRules();
llvm::ArrayRef<Rule> reductionRules();
llvm::ArrayRef<Rule> selectionRules();
llvm::ArrayRef<Rule> indexRules();
llvm::ArrayRef<Rule> windowRules();
llvm::ArrayRef<Rule> contractionRules();
llvm::ArrayRef<Rule> controlRules();
llvm::ArrayRef<Rule> loopRules();
// Returns all of the tables above. lz-canonicalize applies them.
std::vector<llvm::ArrayRef<Rule>> canonicalRules();

// Returns the rules that lz-simplify-algebra applies.
llvm::ArrayRef<Rule> lawRules();
llvm::ArrayRef<Rule> rowElementRules();
llvm::ArrayRef<Rule> identityRules();         // not for the numerics level strict
llvm::ArrayRef<TermRule> exactTermRules();    // exact rules of op entries (spec/ops)
llvm::ArrayRef<TermRule> roundingTermRules(); // not for the numerics level strict

} // namespace lz::hlo
