#include "hlo/tiles/MaskRanges.h"

#include "base/Integers.h"
#include "hlo/ir/TypeBridge.h"
#include "hlo/tiles/RangeRules.h"
#include "spec/Identity.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lz::hlo {
namespace {

// The largest number of rectangles that are tried for one table. Each takes about a microsecond.
constexpr int64_t kMostRectangles = 20'000;
// The most values that guard a maximum.
constexpr size_t kMostGuards = 16;

Range pointOf(const Literal& literal) {
  const double value = literal.valid() && !isComplex(literal.type().dtype)
                           ? literal.toDouble(0)
                           : std::numeric_limits<double>::quiet_NaN();
  return std::isnan(value) ? Range() : Range{value, value, true, false};
}

// Returns whether all elements have one value, and this value hides them from a softmax.
bool isLow(const Range& range) {
  return range.isPoint() && range.lo <= kLowestScore && !range.isUnlessNaN;
}

// Returns the only dimension of more than one element, or nullopt if there are none or several.
std::optional<int64_t> longDim(const TensorType& type) {
  for (int64_t d = 0; d < type.rank(); ++d)
    if (type.dims[size_t(d)] > 1)
      return type.dims[size_t(d)] == type.numElements() ? std::optional(d) : std::nullopt;
  return std::nullopt;
}

llvm::SmallVector<double, 0> numbersOf(mlir::Value value) {
  auto elements = mlir::dyn_cast_or_null<mlir::DenseElementsAttr>(
      is(value.getDefiningOp(), Opcode::Constant) ? value.getDefiningOp()->getAttr("value")
                                                  : mlir::Attribute());
  const TensorType type = typeOf(value);
  const bool isKnown = isInteger(type.dtype) || type.dtype == DType::Pred;
  if (!elements || !isKnown || !longDim(type))
    return {};
  StatusOr<Literal> literal = literalFromIr(elements);
  llvm::SmallVector<double, 0> numbers;
  for (int64_t i = 0; literal.ok() && i < type.numElements(); ++i)
    numbers.push_back(literal->toDouble(i));
  return numbers;
}

bool isMaximumOf(const PairOp& part) {
  return is(part.op, Opcode::Reduce) && combinerOf(part.op->getRegion(0)) == Opcode::Maximum;
}

} // namespace

MaskRanges::MaskRanges(const PairTable& table) : table_(table), left_(kMostRectangles) {
  for (const PairOp& part : table.ops)
    for (mlir::Value operand : part.op->getOperands()) {
      splats_[operand] = pointOf(splatOf(operand));
      if (llvm::SmallVector<double, 0> numbers = numbersOf(operand); !numbers.empty())
        constants_[operand] = std::move(numbers);
    }
}

PairRect MaskRanges::neededColumns(int64_t rowBegin, int64_t rowEnd, int64_t step) {
  const int64_t extent = table_.columns.extent;
  const PairRect all{rowBegin, rowEnd, 0, extent};
  masks_.clear();
  // Returns how many columns at one end are not needed. Uses binary search: if the outermost n
  // columns are not needed, the outermost n - 1 are not needed either.
  auto count = [&](auto rectOf) {
    int64_t idle = 0, most = extent;
    while (idle < most) {
      const int64_t next = idle + (most - idle + 1) / 2;
      if (areNeutral(rectOf(next)))
        idle = next;
      else
        most = next - 1;
    }
    return idle;
  };
  const int64_t first = count([&](int64_t n) { return PairRect{rowBegin, rowEnd, 0, n}; }),
                last = count(
                    [&](int64_t n) { return PairRect{rowBegin, rowEnd, extent - n, extent}; });
  if (first + last >= extent)
    return all;
  const PairRect needed{rowBegin, rowEnd, first / step * step,
                        std::min(extent, ceilDiv(extent - last, step) * step)};
  return showsEachRow(needed) ? needed : all;
}

llvm::ArrayRef<Range> MaskRanges::rangesOn(const PairRect& rect, size_t count) {
  --left_;
  ranges_.clear();
  for (size_t i = 0; i < count; ++i)
    ranges_.push_back(rangeOf(i, rect));
  return ranges_;
}

Range MaskRanges::rangeOfOutside(mlir::Value value, PairDims dims, const PairRect& rect) const {
  if (const Range splat = splats_.lookup(value); splat.isKnown)
    return splat;
  auto it = constants_.find(value);
  if (it == constants_.end())
    return {};
  llvm::ArrayRef<double> numbers = it->second;
  const int64_t dim = *longDim(typeOf(value));
  if (dims.row == dim)
    numbers = numbers.slice(size_t(rect.rowBegin), size_t(rect.rowEnd - rect.rowBegin));
  else if (dims.column == dim)
    numbers = numbers.slice(size_t(rect.columnBegin), size_t(rect.columnEnd - rect.columnBegin));
  const auto [lo, hi] = std::minmax_element(numbers.begin(), numbers.end());
  return {*lo, *hi, true, false};
}

Range MaskRanges::operandOf(size_t number, unsigned operand, const PairRect& rect) const {
  const PairOp& part = table_.ops[number];
  return part.from[operand] >= 0
             ? ranges_[size_t(part.from[operand])]
             : rangeOfOutside(part.op->getOperand(operand), part.operands[operand], rect);
}

Range MaskRanges::rangeOf(size_t number, const PairRect& rect) const {
  const PairOp& part = table_.ops[number];
  if (is(part.op, Opcode::Constant))
    return pointOf(splatOf(part.op->getResult(0)));
  if (is(part.op, Opcode::Iota)) {
    const int64_t along = AttrsOf<IotaAttrs>(part.op).iotaDimension();
    const TensorType type = typeOf(part.op->getResult(0));
    auto [begin, end] = along == part.dims.row ? std::pair(rect.rowBegin, rect.rowEnd)
                        : along == part.dims.column
                            ? std::pair(rect.columnBegin, rect.columnEnd)
                            : std::pair(int64_t(0), type.dims[size_t(along)]);
    const bool isExact = storageBits(type.dtype) >= 32 && end <= (1 << 24);
    return isExact ? Range{double(begin), double(end - 1), true, false} : Range();
  }
  if (opInfo(part.op)->kind == OpKind::View)
    return operandOf(number, 0, rect);
  if (opInfo(part.op)->kind != OpKind::Elementwise)
    return {};
  llvm::SmallVector<Range, 3> operands;
  for (unsigned i = 0; i < part.from.size(); ++i)
    operands.push_back(operandOf(number, i, rect));
  if (is(part.op, Opcode::Subtract) && isLow(operands[0]) && isMinusItsMaximum(number, rect))
    return {-std::numeric_limits<double>::infinity(), kLowestScore / 2, true, true};
  return rangeOfElementwise(part.op, operands);
}

// Returns whether the op is t - m, where a mask hides elements of t. In each row in which an
// element is shown, m must be at least half of the mask value. Then m is the maximum of each row of
// t, or a guarded maximum: select(abs(max(t)) < inf, max(t), 0), or maximum(max(t), -100).
bool MaskRanges::isMinusItsMaximum(size_t number, const PairRect& rect) const {
  const int table = table_.ops[number].from[0];
  if (table < 0 || !maskOf(table))
    return false;
  bool hasMaximum = false;
  llvm::SmallVector<std::pair<size_t, unsigned>> left = {{number, 1}}; // operands of ops
  for (size_t i = 0; i < left.size(); ++i) {
    const auto [reader, operand] = left[i];
    const int from = table_.ops[reader].from[operand];
    if (const Range range = operandOf(reader, operand, rect); range.isPoint()) {
      if (range.lo < kLowestScore / 2)
        return false;
      continue;
    }
    if (from < 0 || left.size() > kMostGuards)
      return false;
    const PairOp& part = table_.ops[size_t(from)];
    if (table_.combinesColumns(part)) {
      if (!isMaximumOf(part) || part.from[0] != table)
        return false;
      hasMaximum = true;
    } else if (opInfo(part.op)->kind == OpKind::View) {
      left.push_back({size_t(from), 0});
    } else if (is(part.op, Opcode::Select)) {
      left.append({{size_t(from), 1}, {size_t(from), 2}});
    } else if (is(part.op, Opcode::Maximum)) {
      left.append({{size_t(from), 0}, {size_t(from), 1}});
    } else {
      return false;
    }
  }
  return hasMaximum;
}

// Returns the mask if the value is a select, or a view of one, whose predicate has a single value
// on the rectangle. This value of the predicate hides elements.
std::optional<MaskRanges::Mask> MaskRanges::maskOf(int number) const {
  while (number >= 0 && opInfo(table_.ops[size_t(number)].op)->kind == OpKind::View)
    number = table_.ops[size_t(number)].from[0];
  if (number < 0 || !is(table_.ops[size_t(number)].op, Opcode::Select))
    return std::nullopt;
  const int predicate = table_.ops[size_t(number)].from[0];
  if (predicate < 0 || !ranges_[size_t(predicate)].isPoint())
    return std::nullopt;
  return Mask{predicate, ranges_[size_t(predicate)].lo == 0};
}

// Returns whether all ops that combine columns can leave out the columns of the rectangle.
bool MaskRanges::areNeutral(const PairRect& rect) {
  if (left_ <= 0)
    return false;
  (void)rangesOn(rect, table_.ops.size()); // fills ranges_, which isNeutral reads
  for (size_t i = 0; i < table_.ops.size(); ++i)
    if (table_.combinesColumns(table_.ops[i]) && !isNeutral(i, rect))
      return false;
  for (size_t i = 0; i < table_.ops.size(); ++i)
    if (table_.combinesColumns(table_.ops[i]) && isMaximumOf(table_.ops[i]) &&
        !addMask(table_.ops[i].from[0]))
      return false;
  return true;
}

bool MaskRanges::isNeutral(size_t number, const PairRect& rect) {
  mlir::Operation* op = table_.ops[number].op;
  const Range a = operandOf(number, 0, rect);
  if (is(op, Opcode::DotGeneral))
    return a.isZero() || operandOf(number, 1, rect).isZero();
  if (!is(op, Opcode::Reduce) || op->getNumOperands() != 2)
    return false;
  const std::optional<Opcode> combiner = combinerOf(op->getRegion(0));
  if (!combiner)
    return false;
  if (combiner == Opcode::Maximum && isLow(a) && isFloat(typeOf(op->getResult(0)).dtype))
    return true;
  const std::optional<Literal> identity = identityOf(*combiner, typeOf(op->getResult(0)).dtype);
  return identity && a.isPoint() && a.lo == pointOf(*identity).lo && pointOf(*identity).isKnown;
}

bool MaskRanges::addMask(int number) {
  const std::optional<Mask> mask = maskOf(number);
  if (mask && !llvm::is_contained(masks_, *mask))
    masks_.push_back(*mask);
  return mask.has_value();
}

bool MaskRanges::showsEachRow(const PairRect& rect) {
  return llvm::all_of(masks_, [&](const Mask& mask) { return showsEachRow(mask, rect); });
}

Range MaskRanges::predicateOn(const Mask& mask, const PairRect& rect) {
  return rangesOn(rect, size_t(mask.predicate) + 1).back();
}

bool MaskRanges::showsEachRow(const Mask& mask, const PairRect& rect) {
  llvm::SmallVector<std::pair<int64_t, int64_t>> left = {{rect.rowBegin, rect.rowEnd}};
  while (!left.empty()) {
    const auto [begin, end] = left.pop_back_val();
    // Often the mask shows the same column in many rows. So a column that the mask shows in one row
    // is tried for all rows that are left.
    const std::optional<int64_t> column = columnShown(mask, begin, rect);
    if (!column || left_ <= 0)
      return false;
    const Range shown = predicateOn(mask, {begin, end, *column, *column + 1});
    if (shown.isPoint() && (shown.lo != 0) == mask.shows)
      continue;
    const int64_t middle = begin + (end - begin) / 2;
    if (middle == begin)
      return false;
    left.push_back({middle, end});
    left.push_back({begin, middle});
  }
  return true;
}

// Returns a column of the rectangle that the mask shows in the row.
std::optional<int64_t> MaskRanges::columnShown(const Mask& mask, int64_t row,
                                               const PairRect& rect) {
  llvm::SmallVector<std::pair<int64_t, int64_t>> left = {{rect.columnBegin, rect.columnEnd}};
  while (!left.empty() && left_ > 0) {
    const auto [begin, end] = left.pop_back_val();
    const Range shown = predicateOn(mask, {row, row + 1, begin, end});
    if (shown.isPoint() && (shown.lo != 0) == mask.shows)
      return begin;
    if (shown.isPoint() || end - begin == 1)
      continue;
    const int64_t middle = begin + (end - begin) / 2;
    // Later columns are tried first. If the mask shows a window of columns that moves with the
    // rows, the following rows show the later columns, too.
    left.push_back({begin, middle});
    left.push_back({middle, end});
  }
  return std::nullopt;
}

} // namespace lz::hlo
