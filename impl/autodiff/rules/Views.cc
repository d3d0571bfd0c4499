#include "autodiff/Rule.h"

namespace lz::autodiff {

Status vjpBroadcastInDim(const RuleCall& call) {
  return call.refuse();
}

Status vjpReshape(const RuleCall& call) {
  return call.refuse();
}

Status vjpTranspose(const RuleCall& call) {
  return call.refuse();
}

Status vjpSlice(const RuleCall& call) {
  return call.refuse();
}

Status vjpReverse(const RuleCall& call) {
  return call.refuse();
}

Status vjpPad(const RuleCall& call) {
  return call.refuse();
}

Status vjpConcatenate(const RuleCall& call) {
  return call.refuse();
}

Status vjpForward(const RuleCall& call) {
  return call.refuse();
}

} // namespace lz::autodiff
