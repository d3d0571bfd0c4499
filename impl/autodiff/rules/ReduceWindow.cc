#include "autodiff/Rule.h"

namespace lz::autodiff {

Status vjpReduceWindow(const RuleCall& call) {
  return call.refuse();
}

} // namespace lz::autodiff
