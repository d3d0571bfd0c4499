#include "autodiff/rules/TripCount.h"

#include "spec/Enums.inc.h" // generated: ComparisonDirection
#include "spec/OpAttrs.inc.h"

#include <utility>

namespace lz::autodiff {

namespace {

using Wide = __int128; // holds sums and products of int64_t

// Returns the direction with exchanged operands: x < y becomes y > x.
ComparisonDirection swapped(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::LT:
    return ComparisonDirection::GT;
  case ComparisonDirection::GT:
    return ComparisonDirection::LT;
  case ComparisonDirection::LE:
    return ComparisonDirection::GE;
  case ComparisonDirection::GE:
    return ComparisonDirection::LE;
  default:
    return direction;
  }
}

// Returns the smallest n >= 0 for which start + n * step < bound fails, or -1 if the comparison
// never fails.
Wide iterationsBelow(Wide start, Wide step, Wide bound) {
  if (start >= bound)
    return 0;
  return step > 0 ? (bound - start + step - 1) / step : -1;
}

Wide iterationsOf(ComparisonDirection direction, Wide start, Wide step, Wide bound) {
  switch (direction) {
  case ComparisonDirection::LT:
    return iterationsBelow(start, step, bound);
  case ComparisonDirection::LE:
    return iterationsBelow(start, step, bound + 1);
  case ComparisonDirection::GT:
    return iterationsBelow(-start, -step, -bound);
  case ComparisonDirection::GE:
    return iterationsBelow(-start, -step, -bound + 1);
  case ComparisonDirection::EQ:
    if (start != bound)
      return 0;
    return step != 0 ? 1 : -1;
  case ComparisonDirection::NE:
    if (start == bound)
      return 0;
    if (step == 0 || (bound - start) % step != 0)
      return -1;
    return (bound - start) / step;
  }
  return -1;
}

bool fits(DType dtype, Wide value) {
  unsigned bits = bitWidth(dtype);
  if (isSignedInt(dtype))
    return value >= -(Wide(1) << (bits - 1)) && value < Wide(1) << (bits - 1);
  // Definitions::integer returns int64_t, so larger unsigned values are not known.
  return value >= 0 && value < Wide(1) << std::min(bits, 63u);
}

// Returns whether a conversion keeps every value.
bool widens(DType from, DType to) {
  if (!isInteger(from) || !isInteger(to) || (isSignedInt(from) && !isSignedInt(to)))
    return false;
  return bitWidth(from) < bitWidth(to) || from == to;
}

class Analysis {
public:
  Analysis(const Program& program, const Op& loop, const Definitions& outer)
      : program_(program), loop_(loop), definitions_(program, &outer) {
    const Region &cond = loop.regions[0], &body = loop.regions[1];
    definitions_.add(cond.ops);
    definitions_.add(body.ops);
    for (size_t i = 0; i < loop.operands.size(); ++i) {
      if (body.results[i] == body.params[i]) { // the same in every iteration
        definitions_.alias(cond.params[i], loop.operands[i]);
        definitions_.alias(body.params[i], loop.operands[i]);
        continue;
      }
      carried_[cond.params[i]] = i;
      carried_[body.params[i]] = i;
    }
  }

  StatusOr<TripCount> run() {
    const Op* compare = definitionOf(loop_.regions[0].results[0]);
    if (!compare || compare->opcode != Opcode::Compare)
      return invalidArgument("cond is not a comparison");
    ComparisonDirection direction = CompareAttrs(compare->attrs).comparisonDirection();
    std::optional<size_t> counter = carriedBy(compare->operands[0]);
    ValueId bound = compare->operands[1];
    if (!counter) {
      counter = carriedBy(compare->operands[1]);
      bound = compare->operands[0];
      direction = swapped(direction);
    }
    if (!counter)
      return invalidArgument("cond does not compare a carried integer");
    return count(*counter, direction, bound);
  }

private:
  StatusOr<TripCount> count(size_t counter, ComparisonDirection direction, ValueId boundValue) {
    std::optional<int64_t> bound = definitions_.integer(boundValue);
    if (!bound)
      return invalidArgument("cond compares carried value ", counter,
                             " with something that is not an integer constant");
    std::optional<int64_t> start = definitions_.integer(loop_.operands[counter]);
    if (!start)
      return invalidArgument("carried value ", counter,
                             ", which cond compares, does not start at a constant");
    std::optional<int64_t> step = stepOf(counter);
    if (!step)
      return invalidArgument("body does not add a constant to carried value ", counter,
                             ", which cond compares");
    Wide iterations = iterationsOf(direction, *start, *step, *bound);
    // The last value of the counter must not wrap: i <= 127 never ends for an i8.
    DType dtype = program_.type(loop_.operands[counter]).dtype;
    if (iterations < 0 || iterations > INT64_MAX || !fits(dtype, *start) ||
        !fits(dtype, *start + iterations * *step))
      return invalidArgument("carried value ", counter, " leaves the range of its type");
    return TripCount{counter, *start, *step, int64_t(iterations)};
  }

  // Returns the op that defines the value, looking through reshapes.
  const Op* definitionOf(ValueId value) const {
    const Op* op = definitions_.of(value);
    while (op && op->opcode == Opcode::Reshape)
      op = definitions_.of(op->operands[0]);
    return op;
  }

  // Returns the carried integer that equals `value`, perhaps in another shape or a wider type.
  std::optional<size_t> carriedBy(ValueId value) const {
    while (true) {
      const TensorType& type = program_.type(value);
      if (!isInteger(type.dtype) || type.numElements() != 1)
        return std::nullopt;
      if (auto it = carried_.find(value); it != carried_.end())
        return it->second;
      const Op* op = definitions_.of(value);
      if (!op ||
          !(op->opcode == Opcode::Reshape || op->opcode == Opcode::BroadcastInDim ||
            op->opcode == Opcode::Convert) ||
          !widens(program_.type(op->operands[0]).dtype, type.dtype))
        return std::nullopt;
      value = op->operands[0];
    }
  }

  std::optional<int64_t> stepOf(size_t counter) const {
    const Op* op = definitionOf(loop_.regions[1].results[counter]);
    if (!op)
      return std::nullopt;
    auto stepBesides = [&](size_t operand) -> std::optional<int64_t> {
      if (carriedBy(op->operands[operand]) != counter)
        return std::nullopt;
      return definitions_.integer(op->operands[1 - operand]);
    };
    if (op->opcode == Opcode::Add) {
      std::optional<int64_t> step = stepBesides(0);
      return step ? step : stepBesides(1);
    }
    if (op->opcode != Opcode::Subtract)
      return std::nullopt;
    // The smallest integer cannot be negated.
    std::optional<int64_t> step = stepBesides(0);
    return step && *step > INT64_MIN ? std::optional<int64_t>(-*step) : std::nullopt;
  }

  const Program& program_;
  const Op& loop_;
  Definitions definitions_;
  HashMap<ValueId, size_t> carried_;
};

} // namespace

StatusOr<TripCount> tripCountOf(const Program& program, const Op& loop, const Definitions& outer) {
  return Analysis(program, loop, outer).run();
}

} // namespace lz::autodiff
