#include "autodiff/Rule.h"

namespace lz::autodiff {

Status vjpScatter(const RuleCall& call) {
  return call.refuse();
}

} // namespace lz::autodiff
