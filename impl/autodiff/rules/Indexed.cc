#include "autodiff/Rule.h"

namespace lz::autodiff {

Status vjpDynamicSlice(const RuleCall& call) {
  return call.refuse();
}

Status vjpDynamicUpdateSlice(const RuleCall& call) {
  return call.refuse();
}

Status vjpGather(const RuleCall& call) {
  return call.refuse();
}

} // namespace lz::autodiff
