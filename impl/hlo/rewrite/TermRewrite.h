// Applies rewrite rules for elementwise ops. The entries of ops (spec/ops) have the rules as text,
// one rule per line:
//
//   {"subtract(add(x, y), y)", "x", kInt}
//
// Names are plain op names. Single letters are values, and the same letter always stands for the
// same value. Numbers are constants or broadcasts of constants ("-0" and "0" differ for floats;
// "inf" is allowed). Operands of commutative ops match in either order.
#pragma once

#include "base/DType.h"
#include "base/Status.h"

#include "mlir/IR/PatternMatch.h"

#include <memory>
#include <string_view>

namespace lz::hlo {

// A set of element types, as bits. A rule applies if its set contains the element type of the
// result.
enum TypeSet : uint8_t {
  kSigned = 1,
  kUnsigned = 2,
  kFloat = 4,
  kBool = 8,
  kInt = kSigned | kUnsigned,
  kBits = kInt | kBool,
  kNumber = kInt | kFloat,
  kAny = kNumber | kBool,
};

struct TermRule {
  std::string_view before, after;
  TypeSet types;
};

// Rules parsed from their text.
class TermRules;
// Parses rules. If a rule has a wrong form, fails with an Internal error.
StatusOr<std::shared_ptr<const TermRules>> parseTermRules(llvm::ArrayRef<TermRule> rules);

// Adds one pattern for each op that is the root of a rule. The rules must outlive the patterns.
void addTermRules(mlir::RewritePatternSet& patterns, const TermRules& rules);

} // namespace lz::hlo
