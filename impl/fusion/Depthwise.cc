#include "fusion/Depthwise.h"

#include "fusion/FusionRules.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/TypeBridge.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::fusion {
namespace {

// The largest numbers of outputs and inputs of a group for which a region is used. The table shows
// how many times faster a region is than a contraction. The first number is for channels last, and
// the second one is for channels first (AVX-512, two cores, 3 x 3 taps, 2 x 56 x 56 pixels of 64 or
// 128 channels):
//   1 input, 1 output     37 and 17        8 inputs, 1 output      3.7 and 18
//   1 input, 4 outputs     5 and 7         32 inputs, 1 output     0.4 and 14
//   1 input, 8 outputs     3 and 0.7       4 inputs, 4 outputs     1.8 and 6
//                                          8 inputs, 8 outputs     0.4 and 2.6
//
// With channels last, lanes must gather the inputs unless each group has only one input.
constexpr int64_t kMostOutputs = 4, kMostInputs = 8;

TensorType plainTypeOf(mlir::Value v) {
  return hlo::fromIr(v.getType());
}

} // namespace

bool isDepthwise(mlir::Operation* op) {
  const OpInfo* info = infoOf(op);
  if (!info || info->opcode != Opcode::Convolution)
    return false;
  StatusOr<Attrs> attrs = hlo::plainAttrs(op, *info, hlo::Literals::Skip);
  TensorType filter = plainTypeOf(op->getOperand(1));
  if (!attrs.ok() || !isFloat(filter.dtype))
    return false;
  ConvolutionAttrs convolution(*attrs);
  auto extent = [&](int64_t dim) { return filter.dims[size_t(dim)]; };
  int64_t ofFeatures = convolution.featureGroupCount();
  int64_t groups = ofFeatures * convolution.batchGroupCount();
  // With batch groups, as in the gradient of a filter, the inputs of a group are images, and their
  // number is not limited.
  bool fewInputs =
      ofFeatures == 1 || extent(convolution.kernelInputFeatureDimension()) <= kMostInputs;
  return groups > 1 && fewInputs &&
         extent(convolution.kernelOutputFeatureDimension()) / groups <= kMostOutputs;
}

size_t tapDimsOf(mlir::Operation* depthwise) {
  Dims filter = plainTypeOf(depthwise->getOperand(1)).dims;
  return size_t(std::count_if(filter.begin(), filter.end(), [](int64_t n) { return n != 1; }));
}

} // namespace lz::fusion
