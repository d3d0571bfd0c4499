#include "hlo/rules/ListRules.h"

#include "hlo/rules/Tables.h"

namespace lz::hlo {
namespace {

void append(std::vector<ListedRule>& list, const char* pass, llvm::ArrayRef<Rule> rules,
            bool rounds = false) {
  for (const Rule& rule : rules)
    list.push_back({pass, std::string(rule.name), std::string(rule.law), rounds, rule.add});
}

std::string namesOf(TypeSet types) {
  if (types == kAny)
    return "";
  std::string names;
  for (auto [type, name] : {std::pair(kSigned, "signed"), std::pair(kUnsigned, "unsigned"),
                            std::pair(kFloat, "float"), std::pair(kBool, "predicate")})
    if (types & type)
      names += (names.empty() ? ", " : " or ") + std::string(name);
  return names;
}

void append(std::vector<ListedRule>& list, llvm::ArrayRef<TermRule> rules, bool rounds) {
  for (const TermRule& rule : rules) {
    auto parsed = parseTermRules(rule);
    if (!parsed.ok()) // the pass itself reports this error
      continue;
    std::string before(rule.before), after(rule.after);
    list.push_back(
        {"lz-simplify-algebra", before, before + " -> " + after + namesOf(rule.types), rounds,
         [rules = *parsed](mlir::RewritePatternSet& patterns) { addTermRules(patterns, *rules); }});
  }
}

} // namespace

std::vector<ListedRule> listRules() {
  std::vector<ListedRule> list;
  for (const auto& rules : canonicalRules())
    append(list, "lz-canonicalize", rules);
  append(list, exactTermRules(), /*rounds=*/false);
  append(list, roundingTermRules(), /*rounds=*/true);
  append(list, "lz-simplify-algebra", lawRules());
  append(list, "lz-simplify-algebra", rowElementRules());
  append(list, "lz-simplify-algebra", identityRules(), /*rounds=*/true);
  return list;
}

} // namespace lz::hlo
