// Replaces windows by simpler ops with the same result, and merges paddings and bounds into
// windows.
#include "absl/algorithm/container.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rules/Tables.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

bool areAll(const Ints& numbers, int64_t value) {
  return absl::c_all_of(numbers, [&](int64_t number) { return number == value; });
}

// A reduce_window with one operand.
struct Window {
  mlir::Operation* op;
  mlir::Value x, init;
  std::optional<Opcode> combiner; // nullopt if the body is not one op; then no rule applies
  Ints sizes, strides, baseDilations, dilations, padding;

  explicit Window(mlir::Operation* op)
      : op(op), x(op->getOperand(0)), init(op->getOperands().back()) {
    AttrsOf<ReduceWindowAttrs> attrs(op);
    absl::Span<const int64_t> given = attrs.windowDimensions();
    sizes.assign(given.begin(), given.end());
    strides = attrs.windowStrides().first(sizes.size());
    baseDilations = attrs.baseDilations().first(sizes.size());
    dilations = attrs.windowDilations().first(sizes.size());
    padding = attrs.padding().first(2 * sizes.size());
    if (op->getNumOperands() == 2)
      combiner = combinerOf(op->getRegion(0));
  }
  mlir::Value make(mlir::Value operand, mlir::Value start, OpMaker& maker) const {
    TensorType element{typeOf(x).dtype, {}};
    auto body = [&](OpMaker& inner, mlir::ValueRange args) {
      return llvm::SmallVector<mlir::Value>{inner.make(*combiner, args)};
    };
    return maker
        .makeWithRegion(Opcode::ReduceWindow, {operand, start},
                        {{"window_dimensions", sizes},
                         {"window_strides", strides},
                         {"base_dilations", baseDilations},
                         {"window_dilations", dilations},
                         {"padding", padding}},
                        {{element, element}, body})
        .front();
  }
};

struct WindowPattern : OpcodePattern {
  explicit WindowPattern(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::ReduceWindow) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    Window window(op);
    if (!window.combiner)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, simpler(window, maker));
  }

protected:
  // Returns the simpler value, or null if the rule does not apply.
  virtual mlir::Value simpler(Window& window, OpMaker& maker) const = 0;
};

// Replaces a window of one element by op(init, x).
struct WindowOfOne : WindowPattern {
  using WindowPattern::WindowPattern;

  mlir::Value simpler(Window& window, OpMaker& maker) const override {
    if (!areAll(window.sizes, 1) || !areAll(window.strides, 1) ||
        !areAll(window.baseDilations, 1) || !areAll(window.padding, 0))
      return {};
    const Dims dims = typeOf(window.x).dims;
    mlir::Value init = dims.empty() ? window.init : maker.broadcast(window.init, dims, {});
    return maker.make(*window.combiner, {init, window.x});
  }
};

// Replaces a window that covers whole dims by a reduction of these dims.
struct WindowOfAll : WindowPattern {
  using WindowPattern::WindowPattern;

  mlir::Value simpler(Window& window, OpMaker& maker) const override {
    const TensorType from = typeOf(window.x), to = typeOf(window.op->getResult(0));
    if (!areAll(window.baseDilations, 1) || !areAll(window.padding, 0) ||
        !areAll(window.dilations, 1))
      return {};
    Ints reduced;
    for (size_t d = 0; d < from.dims.size(); ++d) {
      if (window.sizes[d] == from.dims[d] && window.sizes[d] > 1)
        reduced.push_back(int64_t(d));
      else if (window.sizes[d] != 1 || window.strides[d] != 1)
        return {};
    }
    if (reduced.empty())
      return {};
    mlir::Value sum = maker.reduce(*window.combiner, window.x, window.init, std::move(reduced));
    return sum ? maker.reshape(sum, to.dims) : mlir::Value();
  }
};

// Merges a padding whose value is the window's init into the padding of the window.
struct WindowOfPad : WindowPattern {
  using WindowPattern::WindowPattern;

  mlir::Value simpler(Window& window, OpMaker& maker) const override {
    mlir::Operation* pad = window.x.getDefiningOp();
    if (!is(pad, Opcode::Pad) || !areAll(window.baseDilations, 1))
      return {};
    Literal value = splatOf(pad->getOperand(1)), init = splatOf(window.init);
    bool isInit =
        pad->getOperand(1) == window.init || (value.valid() && init.valid() && value == init);
    AttrsOf<PadAttrs> edges(pad);
    if (!isInit || !areAll(edges.interiorPadding().first(window.sizes.size()), 0))
      return {};
    for (size_t d = 0; d < window.sizes.size(); ++d) {
      int64_t low = edges.edgePaddingLow()[d], high = edges.edgePaddingHigh()[d];
      // The padding of the pad and that of the window must be at least 0, because negative padding
      // removes elements.
      if (low < 0 || high < 0 || window.padding[2 * d] < 0 || window.padding[2 * d + 1] < 0)
        return {};
      window.padding[2 * d] += low;
      window.padding[2 * d + 1] += high;
    }
    return window.make(pad->getOperand(0), window.init, maker);
  }
};

// Merges a bound into a window. The maximum of max(x, c) over a window equals the maximum of c and
// all x of the window, if the window is not empty. So the window can start from c. For example,
// pooling after relu becomes pooling that starts from 0.
//
//   %r = maximum %x, %zero
//   %0 = reduce_window maximum %r init: -inf  ->  %0 = reduce_window maximum %x init: 0
struct WindowOfBound : WindowPattern {
  using WindowPattern::WindowPattern;

  mlir::Value simpler(Window& window, OpMaker& maker) const override {
    mlir::Operation* bound = window.x.getDefiningOp();
    bool bounds = window.combiner == Opcode::Maximum || window.combiner == Opcode::Minimum;
    // Without padding, each window lies within the operand, so no window is empty.
    if (!bounds || !is(bound, *window.combiner) || !bound->hasOneUse() ||
        !areAll(window.padding, 0) || !areAll(window.baseDilations, 1))
      return {};
    Literal limit = splatOf(bound->getOperand(1)), init = splatOf(window.init);
    if (!limit.valid() || !init.valid())
      return {};
    mlir::Value start = maker.make(*window.combiner, {maker.constant(limit), maker.constant(init)});
    return window.make(bound->getOperand(0), start, maker);
  }
};

// Merges a bound into a reduction of at least one element, as WindowOfBound does for windows.
struct ReduceOfBound : OpcodePattern {
  explicit ReduceOfBound(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Reduce) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    std::optional<Opcode> combiner = combinerOf(op->getRegion(0));
    mlir::Operation* bound = op->getOperand(0).getDefiningOp();
    bool bounds = combiner == Opcode::Maximum || combiner == Opcode::Minimum;
    if (op->getNumOperands() != 2 || !bounds || !is(bound, *combiner) || !bound->hasOneUse() ||
        typeOf(op->getOperand(0)).numElements() == 0)
      return mlir::failure();
    Literal limit = splatOf(bound->getOperand(1)), init = splatOf(op->getOperand(1));
    if (!limit.valid() || !init.valid())
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    mlir::Value start = maker.make(*combiner, {maker.constant(limit), maker.constant(init)});
    AttrsOf<ReduceAttrs> attrs(op);
    absl::Span<const int64_t> dims = attrs.dimensions();
    return maker.replace(
        rewriter, op,
        maker.reduce(*combiner, bound->getOperand(0), start, Ints(dims.begin(), dims.end())));
  }
};

// Merges a padding with zeros into a convolution.
struct ConvolutionOfPad : OpcodePattern {
  explicit ConvolutionOfPad(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Convolution) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation* pad = op->getOperand(0).getDefiningOp();
    Literal value = is(pad, Opcode::Pad) ? splatOf(pad->getOperand(1)) : Literal();
    // The padding value must be 0, but not -0.
    if (!value.valid() || !(value == Literal(value.type())))
      return mlir::failure();
    AttrsOf<ConvolutionAttrs> attrs(op);
    absl::Span<const int64_t> spatial = attrs.inputSpatialDimensions();
    AttrsOf<PadAttrs> edges(pad);
    Ints padding = attrs.padding().first(2 * spatial.size());
    Ints low(edges.edgePaddingLow().begin(), edges.edgePaddingLow().end());
    Ints high(edges.edgePaddingHigh().begin(), edges.edgePaddingHigh().end());
    for (size_t i = 0; i < spatial.size(); ++i) {
      int64_t &before = low[size_t(spatial[i])], &after = high[size_t(spatial[i])];
      if (before < 0 || after < 0 || padding[2 * i] < 0 || padding[2 * i + 1] < 0 ||
          attrs.lhsDilation()[i] != 1)
        return mlir::failure();
      padding[2 * i] += before;
      padding[2 * i + 1] += after;
      before = after = 0;
    }
    if (!areAll(low, 0) || !areAll(high, 0) ||
        !areAll(edges.interiorPadding().first(low.size()), 0))
      return mlir::failure();
    auto type = mlir::RankedTensorType::get({int64_t(spatial.size()), 2}, rewriter.getI64Type());
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(0, pad->getOperand(0));
      op->setAttr("padding", mlir::DenseIntElementsAttr::get(
                                 type, llvm::ArrayRef<int64_t>(padding.data(), padding.size())));
    });
    return mlir::success();
  }
};

// Merges a transpose of the filter into a convolution. The filter may have its dims in any order.
struct ConvolutionOfTranspose : OpcodePattern {
  explicit ConvolutionOfTranspose(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Convolution) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation* transpose = op->getOperand(1).getDefiningOp();
    if (!is(transpose, Opcode::Transpose))
      return mlir::failure();
    AttrsOf<TransposeAttrs> view(transpose);
    absl::Span<const int64_t> from = view.permutation();
    auto convolution = mlir::cast<ConvolutionOp>(op);
    ConvDimensionNumbersAttr dims = convolution.getDimensionNumbers();
    llvm::SmallVector<int64_t> spatial;
    for (int64_t d : dims.getKernelSpatialDimensions())
      spatial.push_back(from[size_t(d)]);
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(1, transpose->getOperand(0));
      convolution.setDimensionNumbersAttr(ConvDimensionNumbersAttr::get(
          op->getContext(), dims.getInputBatchDimension(), dims.getInputFeatureDimension(),
          dims.getInputSpatialDimensions(), from[size_t(dims.getKernelInputFeatureDimension())],
          from[size_t(dims.getKernelOutputFeatureDimension())], spatial,
          dims.getOutputBatchDimension(), dims.getOutputFeatureDimension(),
          dims.getOutputSpatialDimensions()));
    });
    return mlir::success();
  }
};

constexpr Rule kWindowsRules[] = {
    {"window-of-one", "reduce_window(x) of one element -> op(init, x)", addPattern<WindowOfOne>},
    {"window-of-all", "reduce_window(x) as large as x -> reshape(reduce(x))",
     addPattern<WindowOfAll>},
    {"window-of-pad", "reduce_window(pad(x, init)) -> reduce_window(x) with padding",
     addPattern<WindowOfPad>},
    {"window-of-bound", "reduce_window max(max(x, c)) from init -> reduce_window max(x) from c",
     addPattern<WindowOfBound>},
    {"reduce-of-bound", "reduce max(max(x, c)) from init -> reduce max(x) from c",
     addPattern<ReduceOfBound>},
    {"convolution-of-pad", "convolution(pad(x, 0), k) -> convolution(x, k) with padding",
     addPattern<ConvolutionOfPad>},
    {"convolution-of-transpose", "convolution(x, transpose(k)) -> convolution(x, k) of other dims",
     addPattern<ConvolutionOfTranspose>},
};

} // namespace

llvm::ArrayRef<Rule> windowRules() {
  return kWindowsRules;
}

} // namespace lz::hlo
