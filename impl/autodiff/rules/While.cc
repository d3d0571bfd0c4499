#include "autodiff/Rule.h"

namespace lz::autodiff {

Status vjpWhile(const RuleCall& call) {
  return call.refuse();
}

} // namespace lz::autodiff
