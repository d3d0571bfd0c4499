#include "autodiff/Rule.h"

namespace lz::autodiff {

Status vjpDotGeneral(const RuleCall& call) {
  return call.refuse();
}

} // namespace lz::autodiff
