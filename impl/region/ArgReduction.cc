// Tests a combiner on all cases. The test proves that the combiner is correct (ArgReduction.h). A
// case has three points. The value of each point is 0, 1, 2 or 3 (or NaN), and the places of the
// points are 0, 1 and 2 in any order. So there are 64 * 6 = 384 cases. All cases are computed at
// once, as arrays.
#include "region/ArgReduction.h"

#include "spec/Enums.inc.h"
#include "spec/OpAttrs.inc.h"
#include "spec/scalar/ElementwiseLoops.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lz::region {
namespace {

// One of the three points: the arrays have its value and its place in each case.
struct Points {
  Literal value, place;
};

int64_t greatest(DType dtype) {
  int bits = bitWidth(dtype) - int(isSignedInt(dtype));
  return bits >= 63 ? INT64_MAX : (int64_t(1) << bits) - 1;
}

// Returns whether the component is a place. A place is an index that grows from point to point, is
// at least the initial value, and does not overflow.
bool countsPoints(const RegionPlan& plan, const PlanReduction& reduction, size_t component) {
  const PlanNode& node = plan.nodes[size_t(reduction.operands[component])];
  const PlanNode& init = plan.nodes[size_t(reduction.inits[component])];
  if (node.kind != NodeKind::Index || !isInteger(node.dtype) || !node.expr.isAffine() ||
      init.kind != NodeKind::Constant)
    return false;
  int64_t span = 0; // greatest minus least place in the inner dims
  for (size_t i = reduction.dims.size(); i-- > 0;) {
    int64_t coefficient = node.expr.coefficient(reduction.dims[i]);
    if (coefficient <= span)
      return false;
    span += coefficient * (plan.dims[size_t(reduction.dims[i])].extent - 1);
  }
  IndexExpr::Range range = node.expr.range(plan.extents());
  return range.lo >= init.literal.toInt(0) && range.hi <= greatest(node.dtype);
}

// The kind of value that a node in a combiner computes. The trial is a proof only if values are
// compared only with values, if places are compared only with places, and if all other ops that use
// them are select, maximum or minimum. Nodes that do anything else have the kind None.
enum class Kind { Value, Place, Truth, None };

bool isTotalOrder(const PlanNode& n) {
  return CompareAttrs(n.attrs).compareType() == ComparisonType::TOTALORDER;
}

Kind kindOf(const PlanNode& n, absl::Span<const Kind> kinds, size_t place) {
  if (n.kind == NodeKind::Arg) {
    bool isPlace = size_t(n.component) % 2 == place;
    return isPlace ? Kind::Place : n.dtype == DType::Pred ? Kind::Truth : Kind::Value;
  }
  if (n.kind != NodeKind::Compute)
    return Kind::None;
  bool selects = n.opcode == Opcode::Select;
  Kind kind = kinds[size_t(n.operands[selects ? 1 : 0])];
  for (NodeId operand : absl::MakeConstSpan(n.operands).subspan(selects ? 1 : 0))
    if (kinds[size_t(operand)] != kind)
      return Kind::None;
  switch (n.opcode) {
  case Opcode::Compare:
    return isTotalOrder(n) ? Kind::None : Kind::Truth;
  case Opcode::Select:
    return kinds[size_t(n.operands[0])] == Kind::Truth ? kind : Kind::None;
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Not:
    return kind == Kind::Truth ? kind : Kind::None;
  case Opcode::Maximum:
  case Opcode::Minimum:
    return kind;
  default:
    return Kind::None;
  }
}

bool comparesOwnKind(const PlanBody& body, size_t place) {
  std::vector<Kind> kinds;
  for (const PlanNode& n : body.nodes) {
    kinds.push_back(kindOf(n, kinds, place));
    if (kinds.back() == Kind::None)
      return false;
  }
  auto kept = [&](size_t component) { return kinds[size_t(body.results[component])]; };
  return kept(place) == Kind::Place && kept(1 - place) != Kind::Place;
}

// Runs a combiner on all test cases.
class Trial {
public:
  Trial(const RegionPlan& plan, const PlanReduction& reduction, size_t place)
      : body_(reduction.body), place_(place) {
    for (size_t component : {1 - place, place})
      types_.push_back(plan.nodes[size_t(reduction.operands[component])].dtype);
  }

  bool isValid() const { return isValid_; } // false if an op of the combiner cannot be evaluated

  Points points(const std::vector<double>& values, const std::vector<double>& places) {
    return {array(values, types_[0]), array(places, types_[1])};
  }

  Points combine(const Points& a, const Points& b) {
    std::vector<Literal> results, args;
    for (const Points* p : {&a, &b})
      for (size_t component : {0, 1})
        args.push_back(component == place_ ? p->place : p->value);
    for (const PlanNode& node : body_.nodes)
      results.push_back(node.kind == NodeKind::Arg ? args[size_t(node.component)]
                                                   : compute(node.opcode, node.attrs, node.dtype,
                                                             operands(node, results)));
    const Literal &first = results[size_t(body_.results[0])],
                  &second = results[size_t(body_.results[1])];
    return place_ == 1 ? Points{first, second} : Points{second, first};
  }

  // Combines two points in the way in which partial results are combined: the point with the lower
  // place comes first.
  Points combineInOrder(const Points& a, const Points& b) {
    Literal swap = compute(Opcode::Compare, {int64_t(ComparisonDirection::LT), AttrValue()},
                           DType::Pred, {b.place, a.place});
    auto choose = [&](const Literal& x, const Literal& y) {
      return compute(Opcode::Select, {}, x.type().dtype, {swap, x, y});
    };
    return combine({choose(b.value, a.value), choose(b.place, a.place)},
                   {choose(a.value, b.value), choose(a.place, b.place)});
  }

private:
  Literal compute(Opcode opcode, const Attrs& attrs, DType dtype,
                  absl::Span<const Literal> operands) {
    Literal result(TensorType{dtype, operands.back().type().dims});
    isValid_ &= evalElementwise(opcode, operands, attrs, result).ok();
    return result;
  }
  static std::vector<Literal> operands(const PlanNode& node, absl::Span<const Literal> results) {
    std::vector<Literal> found;
    for (NodeId id : node.operands)
      found.push_back(results[size_t(id)]);
    return found;
  }
  Literal array(const std::vector<double>& numbers, DType dtype) {
    Literal doubles(TensorType{DType::F64, {int64_t(numbers.size())}});
    std::copy(numbers.begin(), numbers.end(), doubles.mutableAs<double>());
    return compute(Opcode::Convert, {}, dtype, {doubles});
  }

  const PlanBody& body_;
  size_t place_;
  std::vector<DType> types_;
  bool isValid_ = true;
};

bool areEqual(const Points& a, const Points& b) {
  for (int64_t i = 0; i < a.value.type().numElements(); ++i) {
    double x = a.value.toDouble(i), y = b.value.toDouble(i);
    if ((x != y && !(std::isnan(x) && std::isnan(y))) || a.place.toInt(i) != b.place.toInt(i))
      return false;
  }
  return true;
}

// The values and places of the three points in all cases.
struct Cases {
  std::vector<double> value[3], place[3];

  explicit Cases(bool hasNan) {
    constexpr int kValues = 4;
    auto number = [&](int i) {
      return hasNan && i == 3 ? std::numeric_limits<double>::quiet_NaN() : double(i);
    };
    int order[3] = {0, 1, 2};
    do
      for (int i = 0; i < kValues * kValues * kValues; ++i)
        for (int p = 0, digits = i; p < 3; ++p, digits /= kValues) {
          value[p].push_back(number(digits % kValues));
          place[p].push_back(order[p]);
        }
    while (std::next_permutation(order, order + 3));
  }
};

} // namespace

int placeOf(const RegionPlan& plan, const PlanReduction& reduction) {
  if (reduction.operands.size() != 2)
    return -1;
  size_t place = countsPoints(plan, reduction, 1) ? 1 : 0;
  if (!countsPoints(plan, reduction, place) || !comparesOwnKind(reduction.body, place))
    return -1;
  Trial trial(plan, reduction, place);
  Cases cases(isFloat(plan.nodes[size_t(reduction.operands[1 - place])].dtype));
  Points a = trial.points(cases.value[0], cases.place[0]),
         b = trial.points(cases.value[1], cases.place[1]),
         c = trial.points(cases.value[2], cases.place[2]);
  auto inOrder = [&](const Points& x, const Points& y) { return trial.combineInOrder(x, y); };
  if (!areEqual(inOrder(inOrder(a, b), c), inOrder(a, inOrder(b, c))) ||
      !areEqual(inOrder(a, b), inOrder(b, a)))
    return -1;
  // Each partial result starts from the initial values, so the initial values are combined several
  // times. This repetition must not change the result. So the initial place must not be greater
  // than the place of the first point.
  bool hasMinusOne = isSignedInt(plan.nodes[size_t(reduction.operands[place])].dtype);
  for (double before : {0, hasMinusOne ? -1 : 0}) {
    Points init = trial.points(cases.value[2], std::vector<double>(cases.place[2].size(), before));
    Points both = trial.combine(init, inOrder(a, b));
    Points first = trial.combine(init, a);
    if (!areEqual(inOrder(first, trial.combine(init, b)), both) ||
        !areEqual(inOrder(first, b), both) || !areEqual(trial.combine(init, both), both))
      return -1;
  }
  return trial.isValid() ? int(place) : -1;
}

} // namespace lz::region
