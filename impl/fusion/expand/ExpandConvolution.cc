// Expands convolutions. Each dim of the window becomes a new dim of the plan. If a group has
// several input features, they also become a new dim. An element of the result is a sum of products
// over these dims. The sum is computed in the same type as in contractions.
//
//   3 taps over x[n, 8, 16], with a filter w[3, 1, 16] for each channel, padding 1: at (n, d0, c)
//     sum over d3 of x[n, d0 + d3 - 1, c] * w[d3, 0, c], x being 0 where d0 + d3 - 1 is -1 or 8
//
// Groups are parts of the output features. For example, with 2 outputs for each of 16 inputs there
// are 16 groups, and output c reads input c / 2. In the gradient of a depthwise filter the groups
// are parts of the batch dimension, and the window is as large as the image.
#include "fusion/expand/PlanExpander.h"
#include "spec/OpAttrs.inc.h"

namespace lz::fusion {
using region::IndexExpr;
using region::NodeId;

namespace {

class ConvolutionAt {
public:
  ConvolutionAt(PlanExpander& e, const Op& op, const Indices& at, NodeId mask)
      : e_(e), op_(op), attrs_(op.attrs), mask_(mask), image_(type(0).rank()),
        filter_(type(1).rank()) {
    bindFeatures(at);
    bindWindow(at);
  }

  StatusOr<NodeId> sum() {
    const TensorType& result = e_.type(op_.results[0]);
    bool wide = type(0).dtype == DType::F64 || type(1).dtype == DType::F64;
    DType dtype = wide || result.dtype == DType::F64 ? DType::F64 : DType::F32;
    // If an operand is empty, the sum is 0, as in the interpreter. If products were added, padding
    // times an infinite filter would make the sum NaN.
    if (type(0).numElements() == 0 || type(1).numElements() == 0)
      return as(zero(dtype), dtype, result.dtype);
    LZ_ASSIGN_OR_RETURN(NodeId pixel, e_.expand(op_.operands[0], image_, e_.both(mask_, inside_)));
    LZ_ASSIGN_OR_RETURN(NodeId weight, e_.expand(op_.operands[1], filter_, mask_));
    // A masked load returns zeros outside of the image. A computed value needs a select that makes
    // it zero there.
    bool isLoad = e_.plan().nodes[size_t(pixel)].kind == region::NodeKind::Load;
    pixel = as(pixel, type(0).dtype, dtype);
    if (inside_ >= 0 && !isLoad)
      pixel = e_.compute(Opcode::Select, dtype, {inside_, pixel, zero(dtype)});
    region::PlanReduction reduction;
    reduction.dims = dims_;
    weight = as(weight, type(1).dtype, dtype);
    reduction.operands = {e_.compute(Opcode::Multiply, dtype, {pixel, weight})};
    reduction.inits = {zero(dtype)};
    reduction.body = additionOf(dtype);
    region::PlanNode node{region::NodeKind::Reduce, dtype};
    node.reduction = int32_t(e_.plan().reductions.size());
    e_.plan().reductions.push_back(std::move(reduction));
    return as(e_.addNode(std::move(node)), dtype, result.dtype);
  }

private:
  const TensorType& type(size_t operand) const { return e_.type(op_.operands[operand]); }

  IndexExpr reduced(int64_t extent) {
    if (extent == 1)
      return IndexExpr(0);
    dims_.push_back(e_.sumDim(absl::StrCat(op_.results[0]), dims_.size(), extent));
    return IndexExpr::dim(dims_.back());
  }

  // Binds the batch and feature indices. The outputs of a group read only the images or input
  // features of the same group.
  void bindFeatures(const Indices& at) {
    int64_t featureGroups = attrs_.featureGroupCount(), batchGroups = attrs_.batchGroupCount();
    size_t batch = size_t(attrs_.inputBatchDimension()),
           inFeature = size_t(attrs_.kernelInputFeatureDimension()),
           outFeature = size_t(attrs_.outputFeatureDimension());
    IndexExpr output = at[outFeature];
    int64_t outputs = e_.type(op_.results[0]).dims[outFeature];
    IndexExpr group = output.floorDiv(outputs / (featureGroups * batchGroups), e_.extents());
    IndexExpr ofBatch = batchGroups > 1 ? group : IndexExpr(0);
    IndexExpr ofFeatures = featureGroups > 1 ? group : IndexExpr(0);
    IndexExpr feature = reduced(type(1).dims[inFeature]);
    image_[batch] =
        ofBatch * (type(0).dims[batch] / batchGroups) + at[size_t(attrs_.outputBatchDimension())];
    image_[size_t(attrs_.inputFeatureDimension())] = ofFeatures * type(1).dims[inFeature] + feature;
    filter_[inFeature] = feature;
    filter_[size_t(attrs_.kernelOutputFeatureDimension())] = output;
  }

  // Binds the window indices. The position of a tap in the dilated image is out * stride + tap *
  // dilation - low.
  void bindWindow(const Indices& at) {
    absl::Span<const int64_t> inputs = attrs_.inputSpatialDimensions(),
                              taps = attrs_.kernelSpatialDimensions(),
                              outputs = attrs_.outputSpatialDimensions();
    for (size_t i = 0; i < inputs.size(); ++i) {
      int64_t base = attrs_.lhsDilation()[i], low = attrs_.padding()[2 * i];
      size_t input = size_t(inputs[i]), tap = size_t(taps[i]);
      IndexExpr place = reduced(type(1).dims[tap]);
      bool reversed = attrs_.windowReversal()[i] != 0;
      filter_[tap] = reversed ? place * -1 + IndexExpr(type(1).dims[tap] - 1) : place;
      IndexExpr position = at[size_t(outputs[i])] * attrs_.windowStrides()[i] +
                           place * attrs_.rhsDilation()[i] + IndexExpr(-low);
      int64_t last = (type(0).dims[input] - 1) * base;
      inside_ = e_.both(inside_, e_.inRange(position, 0, last));
      inside_ = e_.both(inside_, e_.inRange(position.mod(base, e_.extents()), 0, 0));
      image_[input] = position.floorDiv(base, e_.extents());
    }
  }

  NodeId zero(DType dtype) { return e_.constant(Literal::splat({dtype, {}}, 0)); }

  NodeId as(NodeId node, DType from, DType to) {
    return from == to ? node : e_.compute(Opcode::Convert, to, {node});
  }

  static region::PlanBody additionOf(DType dtype) {
    region::PlanBody body = PlanExpander::bodyOver({dtype, dtype});
    region::PlanNode add{region::NodeKind::Compute, dtype};
    add.opcode = Opcode::Add;
    add.operands = {0, 1};
    body.results = {NodeId(body.nodes.size())};
    body.nodes.push_back(std::move(add));
    return body;
  }

  PlanExpander& e_;
  const Op& op_;
  ConvolutionAttrs attrs_;
  NodeId mask_, inside_ = -1; // inside_: false outside of the image and in holes of its dilation
  std::vector<int32_t> dims_;
  Indices image_, filter_;
};

} // namespace

StatusOr<NodeId> expandConvolution(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  return ConvolutionAt(e, op, at, mask).sum();
}

} // namespace lz::fusion
