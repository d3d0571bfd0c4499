#include "hlo/rewrite/TermRewrite.h"

#include "hlo/rewrite/OpMaker.h"

#include "llvm/ADT/StringExtras.h"

#include <array>
#include <map>

namespace lz::hlo {
namespace {

struct Term {
  enum Kind : uint8_t { Var, Number, Op } kind;
  char var = 0;
  double number = 0;
  const OpInfo* op = nullptr;
  std::vector<Term> args{};
};

// Parses terms of this grammar: term := letter | number | name "(" term ("," term)* ")"
class TermParser {
public:
  explicit TermParser(llvm::StringRef text) : all_(text), rest_(text) {}

  StatusOr<Term> parse() {
    LZ_ASSIGN_OR_RETURN(Term term, parseTerm());
    return rest_.empty() ? StatusOr<Term>(std::move(term)) : wrong("trailing text");
  }

private:
  StatusOr<Term> parseTerm() {
    rest_ = rest_.ltrim();
    llvm::StringRef word = rest_.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '-' || c == '.'; });
    rest_ = rest_.drop_front(word.size());
    if (rest_.starts_with("("))
      return parseOp(word);
    if (word.size() == 1 && llvm::isAlpha(word[0]))
      return Term{.kind = Term::Var, .var = word[0]};
    Term term{.kind = Term::Number};
    if (word.empty() || word.getAsDouble(term.number))
      return wrong("neither a letter nor a number nor an op");
    return term;
  }

  StatusOr<Term> parseOp(llvm::StringRef name) {
    Term term{.kind = Term::Op, .op = findOp(std::string_view(name))};
    if (!term.op)
      return wrong("unknown op");
    do {
      rest_ = rest_.drop_front();
      LZ_ASSIGN_OR_RETURN(Term arg, parseTerm());
      term.args.push_back(std::move(arg));
      rest_ = rest_.ltrim();
    } while (rest_.starts_with(","));
    if (!rest_.consume_front(")"))
      return wrong("missing )");
    return term;
  }

  Status wrong(std::string_view why) {
    return internalError("rewrite rule '", std::string_view(all_), "': ", why);
  }

  llvm::StringRef all_, rest_;
};

using Bindings = std::array<mlir::Value, 128>;

// Returns a scalar constant. For unsigned types, -1 stands for the greatest value.
Literal literalOf(const TensorType& scalar, double number) {
  return isFloat(scalar.dtype) ? Literal::splat(scalar, number)
                               : Literal::splatInt(scalar, int64_t(number));
}

bool isNumber(mlir::Value value, double number) {
  Literal scalar = splatOf(value);
  return scalar.valid() && scalar == literalOf(scalar.type(), number);
}

bool matchOp(const Term& term, mlir::Operation* op, Bindings& bound);

bool match(const Term& term, mlir::Value value, Bindings& bound) {
  switch (term.kind) {
  case Term::Var:
    if (!bound[size_t(term.var)])
      bound[size_t(term.var)] = value;
    return bound[size_t(term.var)] == value;
  case Term::Number:
    return isNumber(value, term.number);
  case Term::Op:
    return is(value.getDefiningOp(), term.op->opcode) &&
           matchOp(term, value.getDefiningOp(), bound);
  }
  return false;
}

// Returns false for ops that broadcast a scalar operand implicitly (select, clamp). Rules do not
// match them. Canonicalize makes such broadcasts explicit.
bool hasOneShape(mlir::Operation* op) {
  auto shape = mlir::cast<mlir::ShapedType>(op->getResult(0).getType()).getShape();
  return llvm::all_of(op->getOperandTypes(), [&](mlir::Type type) {
    return mlir::cast<mlir::ShapedType>(type).getShape() == shape;
  });
}

bool matchOp(const Term& term, mlir::Operation* op, Bindings& bound) {
  if (op->getNumOperands() != term.args.size() || !hasOneShape(op))
    return false;
  auto matchInOrder = [&](mlir::ValueRange operands, Bindings& attempt) {
    for (auto [arg, operand] : llvm::zip(term.args, operands))
      if (!match(arg, operand, attempt))
        return false;
    return true;
  };
  Bindings attempt = bound;
  if (matchInOrder(op->getOperands(), attempt)) {
    bound = attempt;
    return true;
  }
  if (!term.op->commutative || term.args.size() != 2)
    return false;
  return matchInOrder({op->getOperand(1), op->getOperand(0)}, bound);
}

mlir::Value build(const Term& term, const TensorType& type, const Bindings& bound, OpMaker& maker) {
  switch (term.kind) {
  case Term::Var:
    return bound[size_t(term.var)];
  case Term::Number:
    return maker.splat(literalOf({type.dtype, {}}, term.number), type.dims);
  case Term::Op:
    break;
  }
  llvm::SmallVector<mlir::Value> args;
  for (const Term& arg : term.args)
    args.push_back(build(arg, type, bound, maker));
  return maker.make(term.op->opcode, args);
}

bool holdsFor(TypeSet types, DType dtype) {
  if (isFloat(dtype))
    return types & kFloat;
  if (isSignedInt(dtype))
    return types & kSigned;
  if (isUnsignedInt(dtype))
    return types & kUnsigned;
  return dtype == DType::Pred && (types & kBool);
}

struct ParsedRule {
  Term before, after;
  TypeSet types;
};

// Applies all rules whose root is the same op.
class TermPattern : public OpcodePattern {
public:
  TermPattern(mlir::MLIRContext* context, const OpInfo& root, llvm::ArrayRef<ParsedRule> rules)
      : OpcodePattern(context, root.opcode), rules_(rules) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    TensorType type = typeOf(op->getResult(0));
    for (const ParsedRule& rule : rules_) {
      Bindings bound{};
      if (!holdsFor(rule.types, type.dtype) || !matchOp(rule.before, op, bound))
        continue;
      OpMaker maker(rewriter, op->getLoc());
      return maker.replace(rewriter, op, build(rule.after, type, bound, maker));
    }
    return mlir::failure();
  }

private:
  llvm::ArrayRef<ParsedRule> rules_;
};

} // namespace

class TermRules {
public:
  std::map<const OpInfo*, std::vector<ParsedRule>> byRoot;
};

StatusOr<std::shared_ptr<const TermRules>> parseTermRules(llvm::ArrayRef<TermRule> rules) {
  auto parsed = std::make_shared<TermRules>();
  for (const TermRule& rule : rules) {
    LZ_ASSIGN_OR_RETURN(Term before, TermParser(rule.before).parse());
    LZ_ASSIGN_OR_RETURN(Term after, TermParser(rule.after).parse());
    const OpInfo* root = before.op;
    parsed->byRoot[root].push_back({std::move(before), std::move(after), rule.types});
  }
  return std::shared_ptr<const TermRules>(std::move(parsed));
}

void addTermRules(mlir::RewritePatternSet& patterns, const TermRules& rules) {
  for (const auto& [root, parsed] : rules.byRoot)
    patterns.add(std::make_unique<TermPattern>(patterns.getContext(), *root, parsed));
}

} // namespace lz::hlo
