#include "ListRules.h"

#include "hlo/rules/ListRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace lz {

bool listRules(llvm::ArrayRef<char*> arguments) {
  if (llvm::none_of(arguments, [](llvm::StringRef argument) {
        return argument.starts_with("-") && argument.ltrim('-') == "list-rules";
      }))
    return false;
  for (const hlo::ListedRule& rule : hlo::listRules()) {
    bool isLaw = llvm::StringRef(rule.law).starts_with(rule.name); // then no name is printed
    llvm::outs() << llvm::left_justify(rule.pass, 20) << " "
                 << llvm::left_justify(isLaw ? "" : rule.name, 26) << " " << rule.law
                 << (rule.rounds ? " [not at level strict]" : "") << "\n";
  }
  return true;
}

} // namespace lz
