#include "autodiff/Rule.h"

namespace lz::autodiff {

Status vjpReduce(const RuleCall& call) {
  return call.refuse();
}

} // namespace lz::autodiff
