// Internal to hlo/passes: the pattern sets of Canonicalize, one file each.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

void addSpellingPatterns(mlir::RewritePatternSet& patterns);    // CanonicalSpelling.cc
void addViewPatterns(mlir::RewritePatternSet& patterns);        // CanonicalViews.cc
void addMergePatterns(mlir::RewritePatternSet& patterns);       // MergedViews.cc
void addContractionPatterns(mlir::RewritePatternSet& patterns); // CanonicalContractions.cc
void addControlPatterns(mlir::RewritePatternSet& patterns);     // CanonicalControl.cc

} // namespace lz::hlo
