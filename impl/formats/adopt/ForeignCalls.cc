#include "formats/adopt/ForeignCalls.h"

#include "formats/adopt/calls/LapackCalls.h"
#include "formats/adopt/calls/TopKCalls.h"

namespace lz::hlo {
namespace {

struct CallRewrite {
  std::string_view target;
  ReplaceCall replace;
};
constexpr CallRewrite kRewrites[] = {
    {"ApproxTopK", replaceApproxTopK},
    {"PartialReduce", replaceApproxTopK},
    {"TopK", replaceTopK},
    {"mhlo.topk", replaceTopK},
};

// nullptr: calls of the target stay.
ReplaceCall replacementOf(std::string_view target) {
  if (const std::optional<LapackCall> lapack = lapackCall(target))
    return lapackReplacement(lapack->function);
  for (const CallRewrite& rewrite : kRewrites)
    if (rewrite.target == target)
      return rewrite.replace;
  return nullptr;
}

} // namespace

void replaceForeignCalls(mlir::ModuleOp module) {
  llvm::SmallVector<CustomCallOp> calls;
  module.walk([&](CustomCallOp call) { calls.push_back(call); });
  for (CustomCallOp call : calls) {
    const ReplaceCall replace = replacementOf(call.getCallTargetName().str());
    if (replace && replace(call, module))
      call.erase();
  }
}

} // namespace lz::hlo
