// Replaces a convolution whose operand has holes, as in the gradient of a convolution with strides,
// by one without holes. With a dilation of s, only every s-th tap of the filter meets an element.
// Which taps these are depends on the phase of the result, which is its index modulo s. So the
// phases become features of a convolution without holes. The filter of each phase has every s-th
// tap:
//
//   %0 = convolution(%x[1,4,8], %k[3,8,16])   ->   %a = pad %k, high [1, 0, 0] : [4,8,16]
//        lhs_dilate 2, padding [1, 2]              %b = reverse (reshape %a : [2,2,8,16]), dim 1
//        : [1,8,16]                                %c = transpose %b, dims [0, 2, 1, 3]
//                                                  %d = reshape %c : [2,8,32]
//                                                  %e = convolution(%x, %d) padding [0, 1]
//                                                  %0 = reshape %e : [1,4,32] -> [1,8,16]
//
// If a dimension of the filter has only one tap, the result has holes instead.
//
// Needs: no reversed windows (LegalizeContractions.cc).
// Leaves: no convolution of floats with a dilated operand, unless it has strides, filter dilation
// or groups, or the filters of all phases would be too large. The sums have additional products
// with zeros. So an infinite element makes NaN in results at distances up to the size of the filter
// (docs/numerics.md). The pass does nothing at the level strict.
#include "absl/algorithm/container.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::hlo {
namespace {

// One spatial dimension, with dilation s. Result s * i + phase is the sum over t of element
// i + t - low times tap s * t + q of the filter. q decreases by 1 from each phase to the next.
struct Axis {
  int64_t dilation = 1, taps = 1, low = 0, high = 0;
  int64_t extent = 0, results = 0;
  size_t kernelDim = 0, outDim = 0;

  // Sizes of the new convolution, whose features are phases.
  int64_t newTaps = 1, newLow = 0, newHigh = 0, newResults = 0;
  int64_t padLow = 0; // padding of the kernel before its taps become newTaps pieces

  // Returns whether the filter has one tap in this dimension, so that the result has holes instead
  // of phases.
  bool isOneTap() const { return dilation > 1 && taps == 1; }
  int64_t phases() const { return isOneTap() ? 1 : dilation; }
};

int64_t floorModulo(int64_t a, int64_t b) {
  return (a % b + b) % b;
}

// Computes the sizes of the new convolution. Returns false if a size is too large.
bool plan(Axis& axis) {
  constexpr int64_t kMostPhases = 1 << 12;
  const int64_t s = axis.dilation, most = int64_t(1) << 31;
  if (s > kMostPhases ||
      std::max({s, axis.taps, axis.extent, axis.results, std::abs(axis.low), std::abs(axis.high)}) >
          most ||
      axis.extent == 0 || axis.taps == 0 || axis.results == 0)
    return false;
  if (axis.isOneTap()) {
    axis.newResults = axis.extent;
    return true;
  }
  int64_t first = most, end = -most; // range of elements that phases read, relative to i
  for (int64_t phase = 0; phase < s; ++phase) {
    const int64_t tap = floorModulo(axis.low - phase, s);
    if (tap >= axis.taps)
      continue; // the phase has no tap, so its results are zeros
    const int64_t element = (phase + tap - axis.low) / s;
    first = std::min(first, element);
    end = std::max(end, element + (axis.taps - tap + s - 1) / s);
  }
  axis.newTaps = end - first;
  axis.newLow = -first;
  axis.newResults = (axis.results + s - 1) / s;
  axis.newHigh = axis.newResults + axis.newTaps - 1 - axis.extent - axis.newLow;
  axis.padLow = s - 1 - (axis.low + s * first);
  return true;
}

class Phases {
public:
  Phases(mlir::Operation* op, std::vector<Axis> axes, mlir::PatternRewriter& rewriter)
      : op_(op), axes_(std::move(axes)), attrs_(op), rewriter_(rewriter),
        maker_(rewriter, op->getLoc()) {}

  mlir::LogicalResult replace() {
    const mlir::Value kernel = kernelOfPhases();
    if (!kernel)
      return maker_.replace(rewriter_, op_, kernel);
    return maker_.replace(rewriter_, op_, resultOf(convolution(kernel)));
  }

private:
  mlir::Value pad(mlir::Value x, const Ints& low, const Ints& high, const Ints& interior) {
    const mlir::Value zero = maker_.splat(TensorType{typeOf(x).dtype, {}}, 0);
    return maker_.make(
        Opcode::Pad, {x, zero},
        {{"edge_padding_low", low}, {"edge_padding_high", high}, {"interior_padding", interior}});
  }
  mlir::Value transpose(mlir::Value x, Ints permutation) {
    return maker_.make(Opcode::Transpose, x, {{"permutation", std::move(permutation)}});
  }

  // Returns the axis that a dimension of the filter belongs to, or nullptr for features.
  const Axis* axisOf(size_t kernelDim) const {
    const auto found =
        absl::c_find_if(axes_, [&](const Axis& a) { return a.kernelDim == kernelDim; });
    return found == axes_.end() ? nullptr : &*found;
  }

  // Returns the filter of all phases: [.., k, .., out] -> [.., newTaps, .., phases * out].
  mlir::Value kernelOfPhases() {
    mlir::Value kernel = op_->getOperand(1);
    const Dims dims = typeOf(kernel).dims;
    Ints low(dims.size()), high(dims.size()), interior(dims.size());
    for (const Axis& a : axes_)
      if (a.phases() > 1) {
        low[a.kernelDim] = a.padLow;
        high[a.kernelDim] = a.newTaps * a.dilation - a.taps - a.padLow;
      }
    kernel = pad(kernel, low, high, interior);
    // Divides taps into pieces. Within a piece, phases are in the opposite order, so each piece is
    // reversed.
    Dims pieces, merged;
    Ints phaseDims, order;
    const auto outDim = size_t(attrs_.kernelOutputFeatureDimension());
    std::vector<int64_t> placeOf(dims.size());
    for (size_t d = 0; d < dims.size(); ++d) {
      const Axis* a = axisOf(d);
      placeOf[d] = int64_t(pieces.size());
      pieces.push_back(a && a->phases() > 1 ? a->newTaps : dims[d]);
      if (a && a->phases() > 1) {
        phaseDims.push_back(int64_t(pieces.size()));
        pieces.push_back(a->dilation);
      }
    }
    kernel =
        maker_.make(Opcode::Reverse, maker_.reshape(kernel, pieces), {{"dimensions", phaseDims}});
    for (size_t d = 0; d < dims.size(); ++d) {
      if (d == outDim)
        order.insert(order.end(), phaseDims.begin(), phaseDims.end());
      order.push_back(placeOf[d]);
      merged.push_back(pieces[size_t(placeOf[d])] * (d == outDim ? numPhases() : 1));
    }
    return maker_.reshape(transpose(kernel, std::move(order)), merged);
  }

  int64_t numPhases() const {
    int64_t count = 1;
    for (const Axis& a : axes_)
      count *= a.phases();
    return count;
  }

  mlir::Value convolution(mlir::Value kernel) {
    TensorType result = typeOf(op_->getResult(0));
    Ints padding;
    for (const Axis& a : axes_) {
      result.dims[a.outDim] = a.newResults;
      padding.insert(padding.end(), {a.newLow, a.newHigh});
    }
    result.dims[size_t(attrs_.outputFeatureDimension())] *= numPhases();
    mlir::Operation* made = rewriter_.clone(*op_);
    const auto type =
        mlir::RankedTensorType::get({int64_t(axes_.size()), 2}, rewriter_.getI64Type());
    made->setOperand(1, kernel);
    made->setAttr("padding", mlir::DenseIntElementsAttr::get(
                                 type, llvm::ArrayRef<int64_t>(padding.data(), padding.size())));
    made->removeAttr("lhs_dilation");
    made->getResult(0).setType(toIr(op_->getContext(), result));
    return made->getResult(0);
  }

  // Moves each phase next to the index that it belongs to. Then removes excess results at the end,
  // or adds holes.
  mlir::Value resultOf(mlir::Value phases) {
    const Dims dims = typeOf(phases).dims, results = typeOf(op_->getResult(0)).dims;
    const auto feature = size_t(attrs_.outputFeatureDimension());
    Dims apart, together;
    Ints low(dims.size()), high(dims.size()), interior(dims.size());
    // Transposes [.., newResults, .., phase.., out] to [.., newResults, phase, .., out].
    std::vector<int64_t> placeOf(dims.size());
    std::vector<int64_t> phaseOf(axes_.size(), -1);
    const std::vector<const Axis*> byKernel = axesByKernelDim();
    for (size_t d = 0; d < dims.size(); ++d) {
      for (size_t i = 0; d == feature && i < axes_.size(); ++i) {
        phaseOf[i] = int64_t(apart.size());
        apart.push_back(byKernel[i]->phases());
      }
      placeOf[d] = int64_t(apart.size());
      apart.push_back(d == feature ? results[d] : dims[d]);
    }
    Ints order;
    for (size_t d = 0; d < dims.size(); ++d) {
      order.push_back(placeOf[d]);
      int64_t size = apart[size_t(placeOf[d])];
      for (size_t i = 0; i < byKernel.size(); ++i)
        if (byKernel[i]->outDim == d) {
          order.push_back(phaseOf[i]);
          size *= byKernel[i]->phases();
          settle(*byKernel[i], size, low[d], high[d], interior[d]);
        }
      together.push_back(size);
    }
    const mlir::Value whole =
        maker_.reshape(transpose(maker_.reshape(phases, apart), std::move(order)), together);
    return pad(whole, low, high, interior);
  }

  static void settle(const Axis& a, int64_t size, int64_t& low, int64_t& high, int64_t& interior) {
    if (a.isOneTap()) {
      low = a.low;
      high = a.high;
      interior = a.dilation - 1;
      return;
    }
    high = a.results - size;
  }

  // Returns the axes in the order in which kernelOfPhases places phases before the output features.
  std::vector<const Axis*> axesByKernelDim() const {
    std::vector<const Axis*> sorted;
    for (const Axis& a : axes_)
      sorted.push_back(&a);
    absl::c_sort(sorted, [](const Axis* a, const Axis* b) { return a->kernelDim < b->kernelDim; });
    return sorted;
  }

  mlir::Operation* op_;
  const std::vector<Axis> axes_;
  const AttrsOf<ConvolutionAttrs> attrs_;
  mlir::PatternRewriter& rewriter_;
  OpMaker maker_;
};

// Returns whether the multiplications by zeros that fall away take longer than making the filters
// of all phases. Making one element of these filters takes about as long as 2 multiply-adds. For a
// dilation of 2, 3 taps or 3 x 3 taps, and equal numbers of input and output features (Zen 4, two
// threads):
//
//   features        64     128    64     32     128    128    32     128    256
//   results         2 x 2  4 x 4  4 x 4  4 x 4  8 x 8  8      8      16     16 x 16
//   saved / made    1.3    5      5      5      20     2      2      4      80
//   times as fast   0.94   0.9    1.1    2.2    2.8    1.25   1.5    1.8    2.7
bool isWorthIt(const std::vector<Axis>& axes, const AttrsOf<ConvolutionAttrs>& attrs,
               mlir::Operation* op) {
  constexpr double kMultiplyAddsOfElement = 2;
  double share = 1, growth = 1, phases = 1; // `share`: of the multiplications that remain
  for (const Axis& axis : axes) {
    const double taps = double(axis.newTaps) / double(axis.taps);
    share *= axis.isOneTap() ? taps / double(axis.dilation) : taps;
    growth *= taps * double(axis.phases());
    phases *= double(axis.phases());
  }
  if (phases == 1)
    return true; // the kernel stays as it is
  const TensorType result = typeOf(op->getResult(0));
  const double points =
      double(result.numElements()) / double(result.dims[size_t(attrs.outputFeatureDimension())]);
  const double saved = points * (1 - share), made = growth; // for each element of the kernel
  return saved >= kMultiplyAddsOfElement * made;
}

struct DilatedConvolution : OpcodePattern {
  explicit DilatedConvolution(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Convolution) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const TensorType input = typeOf(op->getOperand(0)), kernel = typeOf(op->getOperand(1)),
                     result = typeOf(op->getResult(0));
    const AttrsOf<ConvolutionAttrs> attrs(op);
    if (!isFloat(input.dtype) || attrs.featureGroupCount() != 1 || attrs.batchGroupCount() != 1)
      return mlir::failure();
    std::vector<Axis> axes;
    bool isDilated = false;
    for (size_t i = 0; i < attrs.inputSpatialDimensions().size(); ++i) {
      if (attrs.windowStrides()[i] != 1 || attrs.rhsDilation()[i] != 1 ||
          attrs.windowReversal()[i] != 0)
        return mlir::failure();
      Axis axis;
      axis.dilation = attrs.lhsDilation()[i];
      axis.kernelDim = size_t(attrs.kernelSpatialDimensions()[i]);
      axis.outDim = size_t(attrs.outputSpatialDimensions()[i]);
      axis.taps = kernel.dims[axis.kernelDim];
      axis.extent = input.dims[size_t(attrs.inputSpatialDimensions()[i])];
      axis.results = result.dims[axis.outDim];
      axis.low = attrs.padding()[2 * i];
      axis.high = attrs.padding()[2 * i + 1];
      isDilated |= axis.dilation > 1;
      if (!plan(axis))
        return mlir::failure();
      axes.push_back(axis);
    }
    if (!isDilated || !isWorthIt(axes, attrs, op))
      return mlir::failure();
    return Phases(op, std::move(axes), rewriter).replace();
  }
};

struct SplitDilations : ModulePass<SplitDilations> {
  explicit SplitDilations(bool strict) : strict(strict) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitDilations)
  static constexpr llvm::StringLiteral kName = "lz-split-dilations";
  static constexpr llvm::StringLiteral kSummary =
      "Replace convolutions of operands with holes by convolutions without holes.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    if (strict)
      return mlir::success();
    mlir::RewritePatternSet patterns(module.getContext());
    patterns.add<DilatedConvolution>(module.getContext());
    return applyPatternsTo(module, {Opcode::Convolution}, std::move(patterns));
  }

  bool strict;
};

} // namespace

std::unique_ptr<mlir::Pass> createSplitDilationsPass(bool strict) {
  return std::make_unique<SplitDilations>(strict);
}

} // namespace lz::hlo
