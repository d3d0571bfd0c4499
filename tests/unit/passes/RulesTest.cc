// Tests each rule alone. The rule must change its example without changing the results, and must
// not change its near miss. Examples of rules with a name are functions in rules/<pass>.mlir:
// slice-of-pad has @slice_of_pad and @slice_of_pad_near_miss. Examples of laws are made from the
// laws.
#include "Testing.h"
#include "hlo/passes/PassBase.h"
#include "hlo/rules/ListRules.h"

#include <fstream>
#include <map>
#include <sstream>

namespace lz::hlo {
namespace {

// Returns the text of the module after the rule. Without a rule, the same driver only removes dead
// ops.
std::string after(Module& m, const ListedRule* rule) {
  mlir::RewritePatternSet patterns(m.context.get());
  if (rule)
    rule->add(patterns);
  EXPECT_TRUE(succeeded(applyPatterns(*m.module, std::move(patterns))));
  EXPECT_TRUE(verifyModule(*m.module, "the rule").ok()) << m.str();
  return m.str();
}

bool changes(const std::string& text, const ListedRule& rule) {
  Module plain(text), rewritten(text);
  return after(plain, nullptr) != after(rewritten, &rule);
}

void expectSameNumbers(const std::string& text, const ListedRule& rule) {
  Module m(text);
  Program before = m.program();
  after(m, &rule);
  Program rewritten = m.program();
  std::mt19937 random(23);
  for (int round = 0; round < 5; ++round) {
    std::vector<Literal> args;
    for (ValueId param : before.body.params)
      args.push_back(randomLiteral(before.type(param), random));
    auto expected = eval::evaluate(before, args), actual = eval::evaluate(rewritten, args);
    ASSERT_TRUE(expected.ok() && actual.ok()) << rule.name << expected.status() << actual.status();
    for (size_t i = 0; i < expected->size(); ++i)
      EXPECT_TRUE(sameValues((*expected)[i], (*actual)[i])) << rule.name << "\n" << m.str();
  }
}

std::string fileOf(const std::string& pass) {
  std::ifstream file(std::string(LAZULI_RULES) + "/" + pass + ".mlir");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Returns the function @`name` of the file as a module with @main, or "" if there is none.
std::string example(const std::string& file, const std::string& name) {
  size_t begin = file.find("func.func @" + name + "(");
  if (begin == std::string::npos)
    return "";
  std::string text = file.substr(begin, file.find("\n}\n", begin) + 3 - begin);
  return text.replace(text.find(name), name.size(), "main");
}

bool isTerm(const ListedRule& rule) {
  return rule.name.find('(') != std::string::npos;
}

TEST(Rules, WithNames) {
  for (const ListedRule& rule : listRules()) {
    if (isTerm(rule))
      continue;
    std::string file = fileOf(rule.pass), name = rule.name;
    std::replace(name.begin(), name.end(), '-', '_');
    std::string hit = example(file, name), miss = example(file, name + "_near_miss");
    ASSERT_FALSE(hit.empty() || miss.empty()) << rule.name << " has no examples";
    EXPECT_TRUE(changes(hit, rule)) << rule.name;
    EXPECT_FALSE(changes(miss, rule)) << rule.name << " takes its near miss";
    expectSameNumbers(hit, rule);
  }
}

// A term as in TermRewrite.h, which can be written as a program, or changed so that the rule no
// longer matches.
struct Term {
  std::string head; // an op, a letter or a number
  std::vector<Term> args{};

  bool isLetter() const { return args.empty() && std::isalpha(head[0]) && head.size() == 1; }
  bool isNumber() const { return args.empty() && !isLetter(); }
};

Term parse(const std::string& text, size_t& at) {
  size_t end = text.find_first_of("(,)", at);
  Term term{text.substr(at, end - at)};
  at = std::min(end, text.size());
  while (at < text.size() && (text[at] == '(' || (text[at] == ',' && !term.args.empty()))) {
    at = text.find_first_not_of(' ', at + 1);
    term.args.push_back(parse(text, at));
    if (text[at] == ')')
      return ++at, term;
  }
  return term;
}

struct Kind {
  const char *flag, *type;
};
constexpr Kind kKinds[] = {
    {"signed", "i32"}, {"unsigned", "ui32"}, {"float", "f32"}, {"predicate", "i1"}};

std::string constantOf(const std::string& number, const std::string& type) {
  double value = std::stod(number);
  if (type == "i1")
    return value == 0 ? "false" : "true";
  if (type != "f32" && std::isinf(value)) // uses the closest number
    value = value > 0 ? INT32_MAX : INT32_MIN;
  if (type != "f32")
    return std::to_string(type == "ui32" ? int64_t(uint32_t(int32_t(value))) : int64_t(value));
  return std::isinf(value) ? value > 0 ? "0x7F800000" : "0xFF800000" : std::to_string(value);
}

constexpr char kPredicates[] = "tensor<40xi1>";

class Writer {
public:
  explicit Writer(std::string type) : type_("tensor<40x" + type + ">"), element_(std::move(type)) {}

  std::string write(const Term& term) {
    std::string result = value(term, type_), params;
    for (const auto& [letter, type] : params_)
      params += (params.empty() ? "%" : ", %") + letter + ": " + type;
    return "func.func @main(" + params + ") -> " + type_ + " {\n" + body_ + "  return " + result +
           " : " + type_ + "\n}\n";
  }

private:
  std::string value(const Term& term, const std::string& type) {
    if (term.isLetter()) {
      params_.emplace(term.head, type);
      return "%" + term.head;
    }
    if (term.isNumber()) {
      std::string name = next();
      body_ += "  " + name + " = stablehlo.constant dense<" +
               constantOf(term.head, type == kPredicates ? "i1" : element_) + "> : " + type + "\n";
      return name;
    }
    std::string operands, types;
    for (size_t i = 0; i < term.args.size(); ++i) {
      bool selects = i == 0 && term.head == "select";
      std::string of = selects ? kPredicates : type;
      operands += (i == 0 ? "" : ", ") + value(term.args[i], of);
      types += (i == 0 ? "" : ", ") + of;
    }
    std::string name = next();
    body_ += "  " + name + " = \"" + std::string(findOp(term.head)->fullName) + "\"(" + operands +
             ") : (" + types + ") -> " + type + "\n";
    return name;
  }
  std::string next() { return "%v" + std::to_string(count_++); }

  std::string type_, element_, body_;
  std::map<std::string, std::string> params_;
  int count_ = 0;
};

// Makes terms that differ from `whole` in one place, so that the rule must not match them: another
// number, another letter where a letter occurs a second time, or a letter instead of an inner op.
void spoil(Term& term, std::vector<Term>& spoiled, const Term& whole, std::map<char, int>& seen,
           bool isRoot = true, bool isPredicate = false) {
  Term kept = term;
  auto take = [&](const std::string& head) {
    term = Term{head};
    spoiled.push_back(whole);
    term = kept;
  };
  if (term.isNumber())
    take(isPredicate ? "w" : "5");
  else if (term.isLetter() && seen[term.head[0]]++ > 0)
    take("w");
  else if (!term.args.empty() && !isRoot)
    take("w");
  for (size_t i = 0; i < term.args.size(); ++i)
    spoil(term.args[i], spoiled, whole, seen, false, i == 0 && term.head == "select");
}

bool isValid(const std::string& text) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::ScopedDiagnosticHandler quiet(context.get(),
                                      [](mlir::Diagnostic&) { return mlir::success(); });
  return bool(mlir::parseSourceString<mlir::ModuleOp>(text, context.get()));
}

TEST(Rules, OfTerms) {
  for (const ListedRule& rule : listRules()) {
    if (!isTerm(rule))
      continue;
    size_t at = 0;
    Term term = parse(rule.name, at);
    std::string types = rule.law.substr(std::min(rule.law.size(), rule.law.rfind(", ")));
    bool takesAll = true;
    for (const Kind& kind : kKinds)
      takesAll &= rule.law.find(kind.flag) == std::string::npos;
    int hits = 0;
    for (const Kind& kind : kKinds) {
      std::string text = Writer(kind.type).write(term);
      if (!isValid(text))
        continue;
      bool holds =
          takesAll || (" " + types).find(std::string(" ") + kind.flag) != std::string::npos;
      EXPECT_EQ(changes(text, rule), holds) << rule.law << " of " << kind.type << "\n" << text;
      if (!holds)
        continue;
      ++hits;
      if (!rule.rounds)
        expectSameNumbers(text, rule);
      if (std::string(kind.type) == "i1")
        continue; // near misses need other numbers than true and false
      std::vector<Term> spoiled;
      std::map<char, int> seen;
      spoil(term, spoiled, term, seen);
      EXPECT_FALSE(spoiled.empty()) << rule.law;
      for (const Term& near : spoiled) {
        std::string miss = Writer(kind.type).write(near);
        EXPECT_FALSE(changes(miss, rule)) << rule.law << " takes\n" << miss;
      }
    }
    EXPECT_GT(hits, 0) << rule.law;
  }
}

} // namespace
} // namespace lz::hlo
