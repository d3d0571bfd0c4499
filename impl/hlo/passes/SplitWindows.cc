// Replaces a reduce_window with long windows by several with short windows. Long windows that are
// neighbours have most of their elements in common, so a program that combines each window by
// itself repeats most of the work.
//
// If all windows begin at or before the first element, the results are a scan. In this case the
// operand is divided into blocks. One op scans each block, and another one scans the totals of the
// blocks. Each element is the sum of the two:
//
//   %0 = reduce_window add %x[200,1000]   ->   %b = reshape %x : [200,125,8]
//        windows [1,1000],                     %t = reduce add %b over [2] : [200,125]
//        padding [0,0], [999,0]                %c = reduce_window add %t, windows [1,125],
//                                                   padding [0,0], [125,-1]
//                                              %s = reduce_window add %b, windows [1,1,8],
//                                                   padding [0,0], [0,0], [7,0]
//                                              %0 = reshape(broadcast(%c) + %s)
//
// If all windows end at or after the last element, as in the gradient of a cumulative sum, the pass
// does the same in the opposite direction. In all other cases a window is divided into shorter
// windows. The results of these follow each other, and a second op combines them:
//
//   %0 = reduce_window add %x[10000]      ->   %a = reduce_window add %x, windows [5] : [9996]
//        windows [502] : [9499]                %b = reduce_window add %a, windows [100],
//                                                   window dilations [5] : [9501]
//                                              %0 = %b[0:9499] + the last 2 elements of each window
//
// The pass may replace the new windows again. The combiner must be of one of two forms. In the
// first form it is one op with an identity, and the initial value has the same effect if it is
// combined several times. This is 0 for a sum, and any value for a maximum. In the second form it
// is a monoid of several ops (Monoid.h) whose identity is the initial value.
//
// Needs: operands and initial values of the type of the result (PromoteOperands.cc).
// Leaves: sums and products of floats in another order (docs/numerics.md), so at level strict such
// windows stay as they are. Windows with strides, and windows over several dimensions, always stay
// as they are.
#include "absl/algorithm/container.h"
#include "base/Checked.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/Monoid.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rewrite/WindowCount.h"
#include "spec/Identity.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

// A window over one dimension. Result j combines elements j - low + i * dilation, where i counts
// from 0 to size - 1 and elements that do not exist are left out.
struct Line {
  size_t dim = 0;
  int64_t size = 1, dilation = 1, low = 0, high = 0;
  int64_t extent = 0, results = 0, rows = 0; // rows: product of the operand's other sizes
};

// Returns whether the number is small enough to be added to others without overflow.
bool isModest(int64_t number) {
  return std::abs(number) <= int64_t(1) << 40;
}

bool areAll(const Ints& numbers, int64_t value) {
  return absl::c_all_of(numbers, [&](int64_t number) { return number == value; });
}

std::optional<Line> lineOf(mlir::Operation* op) {
  AttrsOf<ReduceWindowAttrs> attrs(op);
  Dims dims = typeOf(op->getOperand(0)).dims, results = typeOf(op->getResult(0)).dims;
  size_t rank = dims.size();
  absl::Span<const int64_t> sizes = attrs.windowDimensions();
  OptionalInts padding = attrs.padding(), dilations = attrs.windowDilations();
  if (!areAll(attrs.windowStrides().first(rank), 1) ||
      !areAll(attrs.baseDilations().first(rank), 1) ||
      absl::c_count_if(sizes, [](int64_t size) { return size != 1; }) != 1)
    return std::nullopt;
  CheckedInt rows = 1;
  Line line;
  for (size_t d = 0; d < rank; ++d) {
    if (sizes[d] == 1) {
      rows = checkedMultiply(rows, dims[d]);
      if (padding[2 * d] != 0 || padding[2 * d + 1] != 0)
        return std::nullopt;
      continue;
    }
    line = {d, sizes[d], dilations[d], padding[2 * d], padding[2 * d + 1], dims[d], results[d]};
  }
  CheckedInt reach = checkedMultiply(line.size, line.dilation);
  bool fits = rows && reach &&
              absl::c_all_of(Ints{*rows, line.size, line.dilation, line.low, line.high, line.extent,
                                  line.results, *reach},
                             isModest);
  if (!fits || *rows == 0 || line.extent == 0 || line.results == 0 || line.size == 0)
    return std::nullopt;
  line.rows = *rows;
  return line;
}

// The op or body that combines the elements of a window.
class Combiner {
public:
  explicit Combiner(mlir::Region& body) : body_(body), opcode_(combinerOf(body)) {}

  // Returns whether combining floats in another order gives another result.
  bool rounds() const { return !opcode_ || opcode_ == Opcode::Add || opcode_ == Opcode::Multiply; }
  // Returns whether values may be combined in groups. Each group starts from `init`.
  bool mayGroup(mlir::Value init) const {
    if (!opcode_)
      return isMonoid(body_, splatOf(init));
    return identityOf(*opcode_, typeOf(init).dtype) && countsOnce(init);
  }
  mlir::Value apply(OpMaker& maker, mlir::Value a, mlir::Value b) const {
    return opcode_ ? maker.make(*opcode_, {a, b}) : applyBody(body_, maker, a, b);
  }

private:
  bool countsOnce(mlir::Value init) const;

  mlir::Region& body_;
  std::optional<Opcode> opcode_;
};

// Returns whether combining init with itself gives init.
bool Combiner::countsOnce(mlir::Value init) const {
  switch (*opcode_) {
  case Opcode::Maximum:
  case Opcode::Minimum:
  case Opcode::And:
  case Opcode::Or:
    return true;
  default:
    break;
  }
  DType dtype = typeOf(init).dtype;
  Literal value = splatOf(init);
  bool isZero = value == Literal::splat({dtype, {}}, 0);
  return value == identityOf(*opcode_, dtype) || (opcode_ == Opcode::Add && isZero);
}

// Makes ops that use the combiner and the initial value of a reduce_window.
class Combining {
public:
  Combining(Combiner combiner, mlir::Value init, OpMaker& maker)
      : combiner_(combiner), init_(init), maker_(maker) {}

  mlir::Value both(mlir::Value a, mlir::Value b) { return combiner_.apply(maker_, a, b); }
  mlir::Value totals(mlir::Value x, size_t dim) {
    return ofWindows(Opcode::Reduce, x, {{"dimensions", Ints{int64_t(dim)}}});
  }
  mlir::Value pad(mlir::Value x, size_t dim, int64_t low, int64_t high) {
    if (low == 0 && high == 0)
      return x;
    Ints none(typeOf(x).dims.size(), 0), lows = none, highs = none;
    lows[dim] = low;
    highs[dim] = high;
    return maker_.make(
        Opcode::Pad, {x, init_},
        {{"edge_padding_low", lows}, {"edge_padding_high", highs}, {"interior_padding", none}});
  }
  mlir::Value window(mlir::Value x, const Line& line) {
    size_t rank = typeOf(x).dims.size();
    if (!x)
      return {};
    Ints sizes(rank, 1), dilations(rank, 1), padding(2 * rank, 0);
    sizes[line.dim] = line.size;
    dilations[line.dim] = line.dilation;
    padding[2 * line.dim] = line.low;
    padding[2 * line.dim + 1] = line.high;
    return ofWindows(
        Opcode::ReduceWindow, x,
        {{"window_dimensions", sizes}, {"window_dilations", dilations}, {"padding", padding}});
  }
  OpMaker& maker() { return maker_; }

private:
  mlir::Value ofWindows(Opcode opcode, mlir::Value x, llvm::ArrayRef<NamedAttr> attrs) {
    TensorType element{typeOf(init_).dtype, {}};
    auto body = [&](OpMaker& inner, mlir::ValueRange args) {
      return llvm::SmallVector<mlir::Value>{combiner_.apply(inner, args[0], args[1])};
    };
    return maker_.makeWithRegion(opcode, {x, init_}, attrs, {{element, element}, body}).front();
  }

  Combiner combiner_;
  mlir::Value init_;
  OpMaker& maker_;
};

mlir::Value slice(mlir::Value x, size_t dim, int64_t start, int64_t count, OpMaker& maker) {
  Dims dims = typeOf(x).dims;
  if (dims[dim] == count)
    return x;
  Ints starts(dims.size(), 0), limits(dims.begin(), dims.end());
  starts[dim] = start;
  limits[dim] = start + count;
  return maker.make(
      Opcode::Slice, x,
      {{"start_indices", starts}, {"limit_indices", limits}, {"strides", Ints(dims.size(), 1)}});
}

// A line whose windows all begin at or before the first element, or all end at or after the last
// one. Counted from that end, its results are a scan: result j combines all elements up to `first`
// + j.
struct Scan {
  bool fromLow;
  int64_t first, last;
};

std::optional<Scan> scanOf(const Line& line) {
  for (bool fromLow : {true, false}) {
    int64_t before = fromLow ? line.low : line.high, first = line.size - 1 - before,
            last = first + line.results - 1;
    if (line.dilation == 1 && line.results - 1 <= before && last >= 0)
      return Scan{fromLow, first, last};
  }
  return std::nullopt;
}

// Computes the scan in blocks of `block` elements.
mlir::Value scanBlocks(mlir::Value x, const Line& line, const Scan& scan, int64_t block,
                       Combining& combining) {
  OpMaker& maker = combining.maker();
  int64_t before = std::max<int64_t>(0, -scan.first), behind = scan.last + 1 - line.extent,
          count = before + scan.last + 1, blocks = (count + block - 1) / block,
          fill = blocks * block - count;
  size_t d = line.dim;
  x = combining.pad(x, d, scan.fromLow ? before : behind, (scan.fromLow ? behind : before) + fill);
  Dims whole = typeOf(x).dims, apart = whole;
  if (!x)
    return {};
  apart[d] = block;
  apart.insert(apart.begin() + int64_t(d), blocks);
  x = maker.reshape(x, apart);
  Line within{.dim = d + 1, .size = block}, across{.dim = d, .size = blocks};
  (scan.fromLow ? within.low : within.high) = block - 1;
  (scan.fromLow ? across.low : across.high) = blocks;
  (scan.fromLow ? across.high : across.low) = -1;
  mlir::Value carried = combining.window(combining.totals(x, d + 1), across);
  Ints kept;
  for (size_t i = 0; i < apart.size(); ++i)
    if (i != d + 1)
      kept.push_back(int64_t(i));
  carried = maker.broadcast(carried, apart, kept);
  mlir::Value result = maker.reshape(combining.both(carried, combining.window(x, within)), whole);
  return result ? slice(result, d, scan.fromLow ? std::max<int64_t>(0, scan.first) : 0,
                        line.results, maker)
                : result;
}

// Combines as many windows of `part` elements as fit into each window, and then the remaining
// elements of the window.
mlir::Value combineParts(mlir::Value x, const Line& line, int64_t part, Combining& combining) {
  int64_t parts = line.size / part, rest = line.size % part;
  Line first = line, second{.dim = line.dim, .size = parts, .dilation = line.dilation * part},
       third = line;
  first.size = part;
  first.high -= rest * line.dilation;
  mlir::Value result = combining.window(combining.window(x, first), second);
  if (rest == 0)
    return result;
  third.size = rest;
  third.low -= (line.size - rest) * line.dilation;
  return combining.both(result, combining.window(x, third));
}

struct SplitWindow : OpcodePattern {
  SplitWindow(mlir::MLIRContext* context, bool strict)
      : OpcodePattern(context, Opcode::ReduceWindow), strict(strict) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    if (op->getNumOperands() != 2)
      return mlir::failure();
    DType dtype = typeOf(op->getResult(0)).dtype;
    Combiner combiner(op->getRegion(0));
    bool rounds = isFloat(dtype) && combiner.rounds();
    if ((rounds && strict) || typeOf(op->getOperand(0)).dtype != dtype ||
        typeOf(op->getOperand(1)).dtype != dtype)
      return mlir::failure();
    std::optional<Line> line = lineOf(op);
    if (!line)
      return mlir::failure();
    std::optional<Scan> scan = scanOf(*line);
    int64_t length =
        scan ? bestBlock(line->rows, std::max<int64_t>(0, -scan->first) + scan->last + 1)
             : bestPart(line->rows, line->results, line->size, line->dilation);
    if (length == 0 || !combiner.mayGroup(op->getOperand(1)))
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    // Like an accumulator in a register, partial results are not rounded.
    DType parts = rounds && storageBits(dtype) == 16 ? DType::F32 : dtype;
    Combining combining(combiner, maker.convert(op->getOperand(1), parts), maker);
    mlir::Value x = maker.convert(op->getOperand(0), parts);
    mlir::Value result = scan ? scanBlocks(x, *line, *scan, length, combining)
                              : combineParts(x, *line, length, combining);
    return maker.replace(rewriter, op, maker.convert(result, dtype));
  }

  bool strict;
};

struct SplitWindows : ModulePass<SplitWindows> {
  explicit SplitWindows(bool strict) : strict(strict) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitWindows)
  static constexpr llvm::StringLiteral kName = "lz-split-windows";
  static constexpr llvm::StringLiteral kSummary =
      "Replace long windows by combinations of short ones.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::RewritePatternSet patterns(module.getContext());
    patterns.add<SplitWindow>(module.getContext(), strict);
    return applyPatternsTo(module, {Opcode::ReduceWindow}, std::move(patterns));
  }

  bool strict;
};

} // namespace

std::unique_ptr<mlir::Pass> createSplitWindowsPass(bool strict) {
  return std::make_unique<SplitWindows>(strict);
}

} // namespace lz::hlo
