// The rule of convolution. The gradients with respect to the input and to the kernel are
// convolutions, too. In one spatial dimension, with stride s, dilations b of the input and w of the
// kernel, and low padding p,
//   out[o] = sum over k of in[i] * kernel[k]    where o * s + k * w - p = i * b.
// The gradient with respect to the input is the sum of kernel[k] * g[o] over the same triples (o,
// k, i), and that with respect to the kernel is the sum of in[i] * g[o].
#include "autodiff/Rule.h"
#include "autodiff/rules/Contraction.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::autodiff {
namespace {

// The roles of a tensor's dimensions. In a kernel, `batch` has the output features and `feature`
// the input features.
struct Layout {
  int64_t batch, feature;
  Ints spatial;
};

struct Window {
  Ints strides, padding, inputDilation, kernelDilation;
};

struct Conv {
  Builder& b;
  Layout input, kernel, output;
  Window window;
  Ints reversed;                      // spatial dimensions of the kernel that the op reverses
  int64_t featureGroups, batchGroups; // at least one is 1
  TensorType inputType, kernelType, outputType;
  DType dtype; // the type of the products

  size_t numSpatial() const { return window.strides.size(); }
  // Return the extent of the dilated input, kernel or output along dimension d, including holes.
  int64_t inputSpan(size_t d) const {
    return (inputType.dims[size_t(input.spatial[d])] - 1) * window.inputDilation[d] + 1;
  }
  int64_t kernelSpan(size_t d) const {
    return (kernelType.dims[size_t(kernel.spatial[d])] - 1) * window.kernelDilation[d] + 1;
  }
  int64_t outputSpan(size_t d) const {
    return (outputType.dims[size_t(output.spatial[d])] - 1) * window.strides[d] + 1;
  }
};

Conv convOf(const RuleCall& call) {
  ConvolutionAttrs attrs(call.attrs());
  auto layout = [](int64_t batch, int64_t feature, absl::Span<const int64_t> spatial) {
    return Layout{batch, feature, Ints(spatial.begin(), spatial.end())};
  };
  Conv c{.b = call.b,
         .input = layout(attrs.inputBatchDimension(), attrs.inputFeatureDimension(),
                         attrs.inputSpatialDimensions()),
         .kernel = layout(attrs.kernelOutputFeatureDimension(), attrs.kernelInputFeatureDimension(),
                          attrs.kernelSpatialDimensions()),
         .output = layout(attrs.outputBatchDimension(), attrs.outputFeatureDimension(),
                          attrs.outputSpatialDimensions()),
         .window = {},
         .reversed = {},
         .featureGroups = attrs.featureGroupCount(),
         .batchGroups = attrs.batchGroupCount(),
         .inputType = call.operandType(0),
         .kernelType = call.operandType(1),
         .outputType = call.b.type(call.g[0]),
         .dtype = productDType(call.operandType(0).dtype, call.operandType(1).dtype,
                               call.b.type(call.g[0]).dtype)};
  size_t n = c.input.spatial.size();
  c.window = {attrs.windowStrides().first(n), attrs.padding().first(2 * n),
              attrs.lhsDilation().first(n), attrs.rhsDilation().first(n)};
  for (size_t d = 0; d < n; ++d)
    if (attrs.windowReversal()[d])
      c.reversed.push_back(c.kernel.spatial[d]);
  return c;
}

ValueId reverse(Builder& b, ValueId x, Ints dimensions) {
  return dimensions.empty() ? x : b.op(Opcode::Reverse, {x}, {std::move(dimensions)});
}

// Splits dimension `from` into [groups, rest] and moves the part `groups` to the front of dimension
// `to`.
ValueId moveGroups(Builder& b, ValueId x, int64_t groups, int64_t from, int64_t to) {
  if (groups == 1)
    return x;
  Dims whole = b.type(x).dims, split = whole;
  split[size_t(from)] /= groups;
  split.insert(split.begin() + from, groups);
  Ints order;
  for (int64_t d = 0; d < int64_t(whole.size()); ++d) {
    if (d == to)
      order.push_back(from);
    order.push_back(d < from ? d : d + 1);
  }
  whole[size_t(from)] /= groups;
  whole[size_t(to)] *= groups;
  return b.reshape(b.transpose(b.reshape(x, split), std::move(order)), whole);
}

ValueId convolve(const Conv& c, ValueId lhs, ValueId rhs, const Layout& input, const Layout& kernel,
                 const Layout& output, Window window, int64_t featureGroups, int64_t batchGroups) {
  TensorType stated{c.dtype, {}};
  Attrs attrs{std::move(window.strides),
              std::move(window.padding),
              std::move(window.inputDilation),
              std::move(window.kernelDilation),
              std::monostate(),
              input.batch,
              input.feature,
              input.spatial,
              kernel.feature,
              kernel.batch,
              kernel.spatial,
              output.batch,
              output.feature,
              output.spatial,
              featureGroups,
              batchGroups};
  return c.b.op(Opcode::Convolution, {c.b.convert(lhs, c.dtype), c.b.convert(rhs, c.dtype)},
                std::move(attrs), &stated);
}

// Dilates g by the strides, and convolves the result with the reversed kernel. The input features
// and the output features of this kernel are exchanged. Position i of the input is multiplied with
// element k of the kernel if
//   o * s = i * b + p - k * w = i * b + k' * w - ((K - 1) * w - p),    k' = K - 1 - k.
ValueId inputGradient(const Conv& c, ValueId kernel, ValueId g) {
  Window window{c.window.inputDilation, {}, c.window.strides, c.window.kernelDilation};
  Ints forward; // spatial dimensions of the kernel that the op does not reverse
  for (size_t d = 0; d < c.numSpatial(); ++d) {
    int64_t low = c.window.padding[2 * d];
    window.padding.push_back(c.kernelSpan(d) - 1 - low);
    // With this padding, the result has the size of the input.
    window.padding.push_back(c.inputSpan(d) - c.outputSpan(d) + low);
    int64_t dim = c.kernel.spatial[d];
    if (std::find(c.reversed.begin(), c.reversed.end(), dim) == c.reversed.end())
      forward.push_back(dim);
  }
  // Features of g in group i are multiplied with kernels of group i only. So the kernel's features
  // [f, groups * o] become [groups * f, o].
  int64_t groups = c.featureGroups * c.batchGroups;
  kernel = moveGroups(c.b, reverse(c.b, kernel, std::move(forward)), groups, c.kernel.batch,
                      c.kernel.feature);
  Layout exchanged{c.kernel.feature, c.kernel.batch, c.kernel.spatial};
  ValueId x = convolve(c, g, kernel, c.output, exchanged, c.input, std::move(window), groups, 1);
  // The convolution has put the batch groups into the features of the result. They are moved back
  // into the batch.
  return moveGroups(c.b, x, c.batchGroups, c.input.feature, c.input.batch);
}

// Convolves the input with g. Here g, dilated by the strides, has the role of the kernel. Features
// and batch of the input exchange roles, so the sum runs over the batch. Element k of the kernel is
// at position
//   i * b = k * w + o * s - p.
ValueId kernelGradient(const Conv& c, ValueId input, ValueId g) {
  Window window{c.window.kernelDilation, {}, c.window.inputDilation, c.window.strides};
  for (size_t d = 0; d < c.numSpatial(); ++d) {
    int64_t low = c.window.padding[2 * d];
    window.padding.push_back(low);
    // With this padding, the result has the size of the kernel.
    window.padding.push_back(c.outputSpan(d) + c.kernelSpan(d) - 1 - c.inputSpan(d) - low);
  }
  Layout lhs{c.input.feature, c.input.batch, c.input.spatial};
  Layout rhs{c.output.feature, c.output.batch, c.output.spatial};
  Layout result{c.kernel.feature, c.kernel.batch, c.kernel.spatial};
  // Feature groups and batch groups change roles.
  ValueId x =
      convolve(c, input, g, lhs, rhs, result, std::move(window), c.batchGroups, c.featureGroups);
  return reverse(c.b, x, c.reversed);
}

} // namespace

Status vjpConvolution(const RuleCall& call) {
  Conv c = convOf(call);
  bool empty = c.inputType.numElements() == 0 || c.kernelType.numElements() == 0 ||
               c.outputType.numElements() == 0;
  for (size_t i : {0, 1}) {
    if (!call.wants(i))
      continue;
    ValueId cotangent = empty    ? call.b.zeros(call.operandType(i))
                        : i == 0 ? inputGradient(c, call.operand(1), call.g[0])
                                 : kernelGradient(c, call.operand(0), call.g[0]);
    call.give(i, call.b.convert(cotangent, call.operandType(i).dtype));
  }
  return okStatus();
}

} // namespace lz::autodiff
