// Computes a convolution of integers as one dot_general over all taps of the filter.
//
//   x[1,5,5,2] * k[3,3,2,4], stride 1:   nine slices of x, one per tap, stacked: [9, 1,3,3, 2]
//                                        dot_general over tap and input feature with k as [9, 2, 4]
#include "hlo/rules/IntegerConvolution.h"

#include "hlo/rewrite/OpMaker.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

constexpr int64_t kMaxTaps = 4096;

struct Spatial {
  int64_t outSize, taps, stride, padLow, padHigh, inputDilation, kernelDilation;
  bool reversed;
};

// Makes the ops that replace the convolution. Its functions expect inputs with the dimensions
// [batch, spatial..., feature], and filters with [spatial..., input feature, output feature].
class ConvolutionAsDot {
public:
  ConvolutionAsDot(mlir::Operation* op, OpMaker& maker)
      : op_(op), maker_(maker), attrs_(op), result_(typeOf(op->getResult(0))) {
    absl::Span<const int64_t> spatial = attrs_.kernelSpatialDimensions(),
                              outDims = attrs_.outputSpatialDimensions();
    OptionalInts strides = attrs_.windowStrides(), padding = attrs_.padding(),
                 inputDilation = attrs_.lhsDilation(), kernelDilation = attrs_.rhsDilation(),
                 reversed = attrs_.windowReversal();
    TensorType kernel = typeOf(op->getOperand(1));
    for (size_t d = 0; d < spatial.size(); ++d)
      spatial_.push_back({result_.dims[size_t(outDims[d])], kernel.dims[size_t(spatial[d])],
                          strides[d], padding[2 * d], padding[2 * d + 1], inputDilation[d],
                          kernelDilation[d], reversed[d] != 0});
  }

  int64_t numTaps() const {
    int64_t taps = 1;
    for (const Spatial& s : spatial_)
      taps *= s.taps;
    return taps;
  }

  mlir::Value build() {
    if (result_.numElements() == 0 || typeOf(op_->getOperand(1)).numElements() == 0)
      return maker_.splat(result_, 0);
    int64_t featureGroups = attrs_.featureGroupCount();
    int64_t batchGroups = attrs_.batchGroupCount();
    mlir::Value input = paddedInput(), kernel = orderedKernel();
    mlir::Value taps = input ? stackTaps(input) : input;
    if (!taps || !kernel)
      return {}; // a value is too large
    mlir::Value windows = splitInput(taps, featureGroups, batchGroups);
    return toOutputLayout(dot(windows, splitKernel(kernel, featureGroups * batchGroups)));
  }

private:
  mlir::Value transpose(mlir::Value value, Ints permutation) {
    return maker_.make(Opcode::Transpose, value, {{"permutation", std::move(permutation)}});
  }

  mlir::Value paddedInput() {
    Ints order = {attrs_.inputBatchDimension()};
    absl::Span<const int64_t> spatial = attrs_.inputSpatialDimensions();
    order.insert(order.end(), spatial.begin(), spatial.end());
    order.push_back(attrs_.inputFeatureDimension());
    mlir::Value input = transpose(maker_.convert(op_->getOperand(0), result_.dtype), order);
    Ints low(order.size()), high(order.size()), interior(order.size());
    for (size_t d = 0; d < spatial_.size(); ++d) {
      low[d + 1] = spatial_[d].padLow;
      high[d + 1] = spatial_[d].padHigh;
      interior[d + 1] = spatial_[d].inputDilation - 1;
    }
    mlir::Value zero = maker_.splat(TensorType{result_.dtype, {}}, 0);
    return maker_.make(
        Opcode::Pad, {input, zero},
        {{"edge_padding_low", low}, {"edge_padding_high", high}, {"interior_padding", interior}});
  }

  mlir::Value orderedKernel() {
    absl::Span<const int64_t> spatial = attrs_.kernelSpatialDimensions();
    Ints order(spatial.begin(), spatial.end()), reversed;
    order.push_back(attrs_.kernelInputFeatureDimension());
    order.push_back(attrs_.kernelOutputFeatureDimension());
    for (size_t d = 0; d < spatial_.size(); ++d)
      if (spatial_[d].reversed)
        reversed.push_back(spatial[d]);
    mlir::Value kernel = maker_.convert(op_->getOperand(1), result_.dtype);
    return transpose(maker_.make(Opcode::Reverse, kernel, {{"dimensions", reversed}}), order);
  }

  // Returns the part of the input that tap number `tap` (row-major) reads: [1, batch, out...,
  // feature].
  mlir::Value sliceOfTap(mlir::Value input, int64_t tap) {
    Dims shape = typeOf(input).dims;
    Ints starts(shape.size()), limits(shape.begin(), shape.end()), strides(shape.size(), 1);
    for (size_t d = spatial_.size(); d-- > 0;) {
      const Spatial& s = spatial_[d];
      starts[d + 1] = tap % s.taps * s.kernelDilation;
      limits[d + 1] = starts[d + 1] + (s.outSize - 1) * s.stride + 1;
      strides[d + 1] = s.stride;
      tap /= s.taps;
    }
    mlir::Value slice =
        maker_.make(Opcode::Slice, input,
                    {{"start_indices", starts}, {"limit_indices", limits}, {"strides", strides}});
    Dims stacked = typeOf(slice).dims;
    stacked.insert(stacked.begin(), 1);
    return maker_.reshape(slice, stacked);
  }

  mlir::Value stackTaps(mlir::Value input) {
    llvm::SmallVector<mlir::Value> slices;
    for (int64_t tap = 0; tap < numTaps(); ++tap)
      slices.push_back(sliceOfTap(input, tap));
    return maker_.make(Opcode::Concatenate, slices, {{"dimension", int64_t(0)}});
  }

  // Splits groups: [taps, batch, out..., feature] -> [taps, batch groups, batch, out..., feature
  // groups, feature].
  mlir::Value splitInput(mlir::Value windows, int64_t featureGroups, int64_t batchGroups) {
    Dims dims = typeOf(windows).dims;
    dims.back() /= featureGroups;
    dims.insert(dims.end() - 1, featureGroups);
    dims[1] /= batchGroups;
    dims.insert(dims.begin() + 1, batchGroups);
    return maker_.reshape(windows, dims);
  }

  // Splits groups: [taps..., input feature, output feature] -> [taps, input feature, groups, output
  // feature].
  mlir::Value splitKernel(mlir::Value kernel, int64_t groups) {
    Dims dims = typeOf(kernel).dims;
    int64_t outputs = dims.back(), inputs = dims[dims.size() - 2];
    return maker_.reshape(kernel, {numTaps(), inputs, groups, outputs / groups});
  }

  // Multiplies in groups. Feature groups or batch groups have size 1, so both form one batching
  // dimension, which comes first.
  mlir::Value dot(mlir::Value windows, mlir::Value kernel) {
    Dims dims = typeOf(windows).dims;
    auto featureGroup = int64_t(dims.size()) - 2, feature = featureGroup + 1;
    bool byFeature = dims[size_t(featureGroup)] > 1;
    int64_t groupDim = byFeature ? featureGroup : 1, unit = byFeature ? 1 : featureGroup;
    dims.erase(dims.begin() + unit);
    mlir::Value lhs = maker_.reshape(windows, dims);
    auto shifted = [&](int64_t d) { return d > unit ? d - 1 : d; };
    return maker_.make(Opcode::DotGeneral, {lhs, kernel},
                       {{"lhs_batching_dimensions", Ints{shifted(groupDim)}},
                        {"rhs_batching_dimensions", Ints{2}},
                        {"lhs_contracting_dimensions", Ints{0, shifted(feature)}},
                        {"rhs_contracting_dimensions", Ints{0, 1}}});
  }

  // Merges groups, [group, batch, out..., output feature] -> [batch, out..., all output features],
  // and transposes the result to the op's layout.
  mlir::Value toOutputLayout(mlir::Value product) {
    auto rank = int64_t(typeOf(product).dims.size());
    Ints groupInside;
    for (int64_t d = 1; d + 1 < rank; ++d)
      groupInside.push_back(d);
    groupInside.push_back(0);
    groupInside.push_back(rank - 1);
    product = transpose(product, groupInside);
    Dims dims = typeOf(product).dims;
    dims[dims.size() - 2] *= dims.back();
    dims.pop_back();
    product = maker_.reshape(product, dims);

    Ints permutation(dims.size());
    permutation[size_t(attrs_.outputBatchDimension())] = 0;
    permutation[size_t(attrs_.outputFeatureDimension())] = int64_t(dims.size()) - 1;
    absl::Span<const int64_t> spatial = attrs_.outputSpatialDimensions();
    for (size_t d = 0; d < spatial.size(); ++d)
      permutation[size_t(spatial[d])] = int64_t(d) + 1;
    return transpose(product, permutation);
  }

  mlir::Operation* op_;
  OpMaker& maker_;
  AttrsOf<ConvolutionAttrs> attrs_;
  TensorType result_;
  std::vector<Spatial> spatial_;
};

struct IntegerConvolution : OpcodePattern {
  explicit IntegerConvolution(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Convolution) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    if (isFloat(typeOf(op->getOperand(0)).dtype))
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    ConvolutionAsDot convolution(op, maker);
    if (convolution.numTaps() > kMaxTaps)
      return mlir::failure(); // lowering rejects it
    return maker.replace(rewriter, op, convolution.build());
  }
};

} // namespace

void addIntegerConvolutionPattern(mlir::RewritePatternSet& patterns) {
  patterns.add<IntegerConvolution>(patterns.getContext());
}

} // namespace lz::hlo
