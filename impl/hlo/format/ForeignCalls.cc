#include "hlo/format/ForeignCalls.h"

#include "hlo/format/LapackCalls.h"
#include "hlo/format/TopKCalls.h"
#include "linalg/spec/LapackCalls.h"

namespace lz::hlo {
namespace {

struct CallRewrite {
  std::string_view target;                                   // of lapackCall() the routine
  bool (*replace)(CustomCallOp call, mlir::ModuleOp module); // whether it did; the call is unused
};
constexpr CallRewrite kRewrites[] = {
    {"ApproxTopK", replaceApproxTopK},
    {"PartialReduce", replaceApproxTopK},
    {"TopK", replaceTopK},
    {"eigh", replaceEigh},
    {"mhlo.topk", replaceTopK},
    {"potrf", replacePotrf},
    {"trsm", replaceTrsm},
};

} // namespace

void replaceForeignCalls(mlir::ModuleOp module) {
  llvm::SmallVector<CustomCallOp> calls;
  module.walk([&](CustomCallOp call) { calls.push_back(call); });
  for (CustomCallOp call : calls) {
    const std::string target = call.getCallTargetName().str();
    const std::optional<LapackCall> lapack = lapackCall(target);
    const std::string_view name = lapack ? lapack->routine : std::string_view(target);
    for (const CallRewrite& rewrite : kRewrites)
      if (rewrite.target == name && rewrite.replace(call, module)) {
        call.erase();
        break;
      }
  }
}

} // namespace lz::hlo
