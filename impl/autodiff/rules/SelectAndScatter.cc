#include "autodiff/Rule.h"

namespace lz::autodiff {

Status vjpSelectAndScatter(const RuleCall& call) {
  return call.refuse();
}

} // namespace lz::autodiff
