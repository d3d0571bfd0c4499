#include "autodiff/Rule.h"

namespace lz::autodiff {

Status vjpConvolution(const RuleCall& call) {
  return call.refuse();
}

} // namespace lz::autodiff
