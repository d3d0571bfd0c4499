// convolution: copies input and kernel so that their features are last. Then, for each output
// position, it sums over kernel positions and input features, for all output features of a group
// together.
#include "semantics/eval/Accumulate.h"
#include "semantics/eval/IndexWindows.h"
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Window.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::eval {
namespace {

struct ConvShape {
  // Input and output have the order batch, spatial..., feature. The kernel has the order
  // spatial..., input feature, output feature.
  Dims inputOrder, kernelOrder, outputOrder;
  Dims inputSpatial, kernelSpatial, outputSpatial;
  int64_t batch, inputBatch; // batch sizes of the result and of the input
  int64_t inputFeatures;     // number of input features
  int64_t kernelInputs;      // input features that contribute to one output feature
  int64_t outputFeatures;
  int64_t featureGroups, batchGroups;
  absl::InlinedVector<WindowDim, 3> window;
  Ints reversed;
};

// Returns {first, middle..., last}.
Dims order(int64_t first, absl::Span<const int64_t> middle, int64_t last) {
  Dims result{first};
  result.insert(result.end(), middle.begin(), middle.end());
  result.push_back(last);
  return result;
}

void readWindow(const ConvolutionAttrs& attrs, ConvShape& shape) {
  size_t n = shape.inputSpatial.size();
  for (size_t d = 0; d < n; ++d)
    shape.window.push_back({shape.inputSpatial[d], attrs.windowStrides()[d], attrs.padding()[2 * d],
                            attrs.lhsDilation()[d], attrs.rhsDilation()[d]});
  shape.reversed = attrs.windowReversal().first(n);
}

ConvShape convShape(const OpCall& call) {
  ConvolutionAttrs attrs(call.attrs);
  ConvShape s;
  s.inputOrder = order(attrs.inputBatchDimension(), attrs.inputSpatialDimensions(),
                       attrs.inputFeatureDimension());
  s.outputOrder = order(attrs.outputBatchDimension(), attrs.outputSpatialDimensions(),
                        attrs.outputFeatureDimension());
  absl::Span<const int64_t> kernelSpatial = attrs.kernelSpatialDimensions();
  s.kernelOrder.assign(kernelSpatial.begin(), kernelSpatial.end());
  s.kernelOrder.push_back(attrs.kernelInputFeatureDimension());
  s.kernelOrder.push_back(attrs.kernelOutputFeatureDimension());

  Dims input = select(call.operandType(0).dims, s.inputOrder);
  Dims kernel = select(call.operandType(1).dims, s.kernelOrder);
  Dims output = select(call.resultType().dims, s.outputOrder);
  s.inputSpatial.assign(input.begin() + 1, input.end() - 1);
  s.kernelSpatial.assign(kernel.begin(), kernel.end() - 2);
  s.outputSpatial.assign(output.begin() + 1, output.end() - 1);
  s.inputBatch = input.front();
  s.batch = output.front();
  s.inputFeatures = input.back();
  s.kernelInputs = kernel[kernel.size() - 2];
  s.outputFeatures = kernel.back();
  s.featureGroups = attrs.featureGroupCount();
  s.batchGroups = attrs.batchGroupCount();
  readWindow(attrs, s);
  return s;
}

// Returns the index of the input position that window position `at` reads, in row-major order of
// the spatial dimensions, or -1 for padding.
int64_t inputRow(const ConvShape& s, const Dims& position, const Dims& at) {
  int64_t row = 0;
  for (size_t d = 0; d < at.size(); ++d) {
    int64_t w = s.reversed[d] ? s.kernelSpatial[d] - 1 - at[d] : at[d];
    int64_t element = s.window[d].element(position[d], w);
    if (element < 0)
      return -1;
    row = row * s.inputSpatial[d] + element;
  }
  return row;
}

// Computes output features [outputBase, outputBase + outputs) of one image at one position. `image`
// points to the input features of the group at spatial position 0.
template <typename Acc>
void accumulatePosition(const ConvShape& s, const Dims& position, const Acc* image,
                        const std::vector<Acc>& kernel, int64_t outputBase, int64_t outputs,
                        Acc* out) {
  Dims at(s.kernelSpatial.size());
  int64_t kernelRow = 0;
  do {
    int64_t row = inputRow(s, position, at);
    const Acc* weights = kernel.data() + kernelRow++ * s.kernelInputs * s.outputFeatures;
    // Padding, and holes of a dilated input, are multiplied as zeros, because zero times infinity
    // is NaN.
    for (int64_t i = 0; i < s.kernelInputs; ++i)
      addScaled(out, row < 0 ? Acc{} : image[row * s.inputFeatures + i],
                weights + i * s.outputFeatures + outputBase, outputs);
  } while (nextIndex(at, s.kernelSpatial));
}

template <typename T> void convolve(const OpCall& call, const ConvShape& s, Literal& result) {
  using Acc = Accumulator<T>;
  auto pack = [&](size_t i, const Dims& order) {
    const TensorType& type = call.operandType(i);
    return packAs<Acc>(call.operands[i], select(type.dims, order),
                       select(rowMajorStrides(type.dims), order));
  };
  std::vector<Acc> input = pack(0, s.inputOrder), kernel = pack(1, s.kernelOrder);
  Dims outputStrides = select(rowMajorStrides(call.resultType().dims), s.outputOrder);
  int64_t imageSize = s.inputFeatures;
  for (int64_t d : s.inputSpatial)
    imageSize *= d;

  // At least one of the two group counts is 1. A feature group uses its own input features. A batch
  // group uses its own part of the input batch. Each group has consecutive output features.
  int64_t groups = s.featureGroups * s.batchGroups;
  int64_t outputs = s.outputFeatures / groups;
  std::vector<Acc> sums(size_t(s.outputFeatures));
  Dims index(s.outputSpatial.size() + 1); // batch, spatial...
  Dims box{s.batch};
  box.insert(box.end(), s.outputSpatial.begin(), s.outputSpatial.end());
  do {
    std::fill(sums.begin(), sums.end(), Acc{});
    Dims position(index.begin() + 1, index.end());
    for (int64_t g = 0; g < groups; ++g) {
      int64_t image = s.batchGroups > 1 ? g * s.batch + index[0] : index[0];
      int64_t firstFeature = s.batchGroups > 1 ? 0 : g * s.kernelInputs;
      accumulatePosition(s, position, input.data() + image * imageSize + firstFeature, kernel,
                         g * outputs, outputs, sums.data() + g * outputs);
    }
    int64_t at = dot(index, absl::MakeConstSpan(outputStrides).first(index.size()));
    for (size_t o = 0; o < sums.size(); ++o)
      result.mutableAs<T>()[at + int64_t(o) * outputStrides.back()] = fromAccumulator<T>(sums[o]);
  } while (nextIndex(index, box));
}

} // namespace

StatusOr<Literals> evalConvolution(const OpCall& call) {
  ConvShape shape = convShape(call);
  Literal result(call.resultType());
  bool nothingToAdd = isEmptyBox(call.operandType(0).dims) || isEmptyBox(call.operandType(1).dims);
  if (!nothingToAdd && !isEmptyBox(call.resultType().dims))
    visitAnyDType(call.resultType().dtype,
                  [&](auto zero) { convolve<decltype(zero)>(call, shape, result); });
  return Literals{std::move(result)};
}

} // namespace lz::eval
