// Draws a program as statements on one value. The statements are then written twice, with and
// without effects, and executed once to find the calls that they make.
#include "RandomEffects.h"

#include "absl/strings/str_cat.h"
#include "autodiff/Builder.h"
#include "spec/Annotations.h"

#include <random>

namespace lz::test {
namespace {

using autodiff::Builder;

enum class Kind {
  Negate,
  Tanh,        // the gradient of tanh needs the value of tanh
  CallUnused,  // x = x; call(x)
  CallNothing, // calls without results
  CallAdded,   // x = x + stop_gradient(call(x)): no gradient needs what the call returns
  CallFactor,  // x = x * call(2): the gradient needs what the call returns
  If,
  Case,
  While,
  Call,
  Sort,
};

struct Statement {
  Kind kind;
  int64_t number = 0; // number of the call that the statement makes
  // The branch of a Case, or the number of trips of a loop. For an If, 1 selects the first body,
  // and kOdd selects it in odd trips of the enclosing loop.
  int64_t choice = 0;
  bool known = false; // whether the choice is a constant; otherwise it is a parameter
  std::vector<std::vector<Statement>> bodies{}; // for a loop: condition, body
};
using Block = std::vector<Statement>;

constexpr int64_t kOdd = -1;
constexpr int64_t kLength = 3; // the number of elements of x
constexpr int kMostDepth = 3;

class Drawing {
public:
  explicit Drawing(uint64_t seed) : random_(seed) {}

  Block block(int depth, bool isInLoop) {
    Block statements;
    for (int64_t i = 0, count = 1 + below(4); i < count; ++i)
      statements.push_back(statement(depth, isInLoop));
    return statements;
  }

private:
  int64_t below(int64_t n) { return int64_t(random_() % uint64_t(n)); }

  // A condition has calls without results and calls with unused results. The condition itself may
  // use the result of such a call as the number that it compares.
  Block condition() {
    Block calls;
    for (int64_t i = 0, count = below(3); i < count; ++i)
      calls.push_back({below(2) ? Kind::CallUnused : Kind::CallNothing, next_++});
    return calls;
  }

  Statement statement(int depth, bool isInLoop) {
    constexpr Kind kFlat[] = {Kind::Negate,      Kind::Tanh,      Kind::CallUnused,
                              Kind::CallNothing, Kind::CallAdded, Kind::CallFactor};
    constexpr Kind kNested[] = {Kind::If,    Kind::Case, Kind::While,
                                Kind::While, Kind::Call, Kind::Sort};
    const bool isFlat = depth == 0 || below(2) == 0;
    Statement made{isFlat ? kFlat[below(std::size(kFlat))] : kNested[below(std::size(kNested))]};
    // A factor that a call returns has no gradient. Such factors are rare, so that most programs
    // have gradients.
    if (made.kind == Kind::CallFactor && below(3) != 0)
      made.kind = Kind::CallAdded;
    // A recording leaves out a call whose result has no handle. A body keeps all of its calls.
    if (made.kind == Kind::CallNothing && depth == kMostDepth)
      made.kind = Kind::CallUnused;
    made.number = made.kind == Kind::Sort ? kFirstComparator + next_++ : next_++;
    made.known = below(3) != 0;
    switch (made.kind) {
    case Kind::If:
      made.choice = isInLoop && below(2) ? kOdd : below(2);
      made.bodies = {block(depth - 1, isInLoop), block(depth - 1, isInLoop)};
      break;
    case Kind::Case:
      made.choice = below(4); // a number that has no branch takes the last branch
      for (int64_t i = 0, count = 1 + below(3); i < count; ++i)
        made.bodies.push_back(block(depth - 1, isInLoop));
      break;
    case Kind::While:
      made.choice = below(4);
      made.bodies = {condition(), block(depth - 1, true)};
      break;
    case Kind::Call:
      made.bodies = {block(depth - 1, false)};
      break;
    default:
      break;
    }
    return made;
  }

  std::mt19937_64 random_;
  int64_t next_ = 0;
};

class Follower {
public:
  explicit Follower(EffectsProgram& program) : to_(program) {}

  void follow(const Block& block, int64_t trip) {
    for (const Statement& statement : block)
      follow(statement, trip);
  }

private:
  void follow(const Statement& s, int64_t trip) {
    switch (s.kind) {
    case Kind::CallUnused:
    case Kind::CallNothing:
    case Kind::CallAdded:
    case Kind::CallFactor:
      return to_.calls.push_back(s.number);
    case Kind::Sort:
      to_.leastCompared += kLength - 1;
      return;
    case Kind::If: {
      const bool holds = s.choice == kOdd ? trip % 2 == 1 : s.choice == 1;
      return follow(s.bodies[holds ? 0 : 1], trip);
    }
    case Kind::Case:
      return follow(s.bodies[std::min(size_t(s.choice), s.bodies.size() - 1)], trip);
    case Kind::While:
      for (int64_t i = 0; i < s.choice; ++i) {
        follow(s.bodies[0], i);
        follow(s.bodies[1], i);
      }
      return follow(s.bodies[0], s.choice);
    case Kind::Call:
      return follow(s.bodies[0], trip);
    case Kind::Negate:
    case Kind::Tanh:
      return;
    }
  }

  EffectsProgram& to_;
};

class Writer {
public:
  Writer(Program& program, bool hasEffects) : program_(program), hasEffects_(hasEffects) {}

  void run(const Block& block) {
    const ValueId x = parameter({DType::F32, {kLength}});
    for (ValueId& number : numbers_)
      number = parameter(number_);
    Builder b(program_, program_.body.ops);
    program_.body.results = {write(block, x, -1, b)};
  }

private:
  ValueId parameter(TensorType type) {
    program_.body.params.push_back(program_.addValue(std::move(type)));
    return program_.body.params.back();
  }

  ValueId constant(int64_t value, Builder& b) { return b.splat(double(value), number_); }
  ValueId choice(const Statement& s, Builder& b) {
    return s.known ? constant(s.choice, b) : numbers_[s.choice];
  }

  // Returns the result of the call, or kNoValue if the call returns nothing or is left out.
  ValueId call(int64_t number, ValueId operand, bool returns, Builder& b) {
    if (!hasEffects_ && !returns)
      return autodiff::kNoValue;
    const OpInfo& info = opInfo(Opcode::CustomCall);
    Op op{Opcode::CustomCall, {operand}, {}, Attrs(info.attrs.size()), {}};
    for (size_t i = 0; i < info.attrs.size(); ++i) {
      if (info.attrs[i].name == "call_target_name")
        op.attrs[i] = std::string(hasEffects_ ? "effect" : "pure");
      else if (info.attrs[i].name == "backend_config")
        op.attrs[i] = absl::StrCat(number);
      else if (info.attrs[i].name == "has_side_effect" && hasEffects_ && returns)
        op.attrs[i] = int64_t(1);
    }
    if (returns)
      op.results = {program_.addValue(TensorType(program_.type(operand)))};
    const ValueId result = returns ? op.results[0] : autodiff::kNoValue;
    b.opList().push_back(std::move(op));
    return result;
  }

  // `trip` is the counter of the surrounding loop, if there is one.
  ValueId write(const Block& block, ValueId x, ValueId trip, Builder& b) {
    for (const Statement& statement : block)
      x = write(statement, x, trip, b);
    return x;
  }

  ValueId write(const Statement& s, ValueId x, ValueId trip, Builder& b) {
    switch (s.kind) {
    case Kind::Negate:
    case Kind::Tanh:
      return b.op(s.kind == Kind::Tanh ? Opcode::Tanh : Opcode::Negate, {x});
    case Kind::CallUnused:
    case Kind::CallNothing:
      call(s.number, x, s.kind == Kind::CallUnused, b);
      return x;
    case Kind::CallAdded: {
      Attrs stop(opInfo(Opcode::CustomCall).attrs.size());
      stop[0] = std::string(kStopGradient);
      return b.add(x, b.op(Opcode::CustomCall, {call(s.number, x, true, b)}, std::move(stop)));
    }
    case Kind::CallFactor: {
      const ValueId two = b.convert(call(s.number, constant(2, b), true, b), DType::F32);
      return b.op(Opcode::Multiply, {x, b.broadcast(two, {kLength}, {})});
    }
    case Kind::If:
      return writeIf(s, x, trip, b);
    case Kind::Case:
      return b.op(Opcode::Case, {choice(s, b)}, {}, nullptr, branches(s, x, trip, b));
    case Kind::While:
      return writeLoop(s, x, b);
    case Kind::Call: {
      std::vector<Region> callee;
      callee.push_back(b.region({b.type(x)}, [&](Builder& inner, const ValueIds& p) {
        return ValueIds{write(s.bodies[0], p[0], -1, inner)};
      }));
      return b.op(Opcode::Call, {x}, {}, nullptr, std::move(callee));
    }
    case Kind::Sort:
      return writeSort(s, x, b);
    }
    return x;
  }

  std::vector<Region> branches(const Statement& s, ValueId x, ValueId trip, Builder& b) {
    std::vector<Region> regions;
    for (const Block& body : s.bodies)
      regions.push_back(b.region({}, [&](Builder& inner, const ValueIds&) {
        return ValueIds{write(body, x, trip, inner)};
      }));
    return regions;
  }

  ValueId writeIf(const Statement& s, ValueId x, ValueId trip, Builder& b) {
    ValueId number = s.choice == kOdd ? b.op(Opcode::And, {trip, constant(1, b)}) : choice(s, b);
    ValueId holds = b.compare(number, constant(1, b), ComparisonDirection::EQ);
    return b.op(Opcode::If, {holds}, {}, nullptr, branches(s, x, trip, b));
  }

  ValueId writeLoop(const Statement& s, ValueId x, Builder& b) {
    const ValueId bound = choice(s, b);
    const TensorType types[] = {number_, b.type(x)};
    std::vector<Region> regions;
    regions.push_back(b.region(types, [&](Builder& inner, const ValueIds& p) {
      write(s.bodies[0], p[1], p[0], inner);
      const ValueId limit = s.known ? constant(s.choice, inner) : bound;
      return ValueIds{inner.compare(p[0], limit, ComparisonDirection::LT)};
    }));
    regions.push_back(b.region(types, [&](Builder& inner, const ValueIds& p) {
      const ValueId next = write(s.bodies[1], p[1], p[0], inner);
      return ValueIds{inner.add(p[0], constant(1, inner)), next};
    }));
    return b.ops(Opcode::While, {constant(0, b), x}, {}, std::move(regions), 2)[1];
  }

  ValueId writeSort(const Statement& s, ValueId x, Builder& b) {
    const TensorType element{DType::F32, {}};
    std::vector<Region> regions;
    regions.push_back(b.region({element, element}, [&](Builder& inner, const ValueIds& p) {
      const ValueId lhs = call(s.number, p[0], true, inner);
      return ValueIds{inner.compare(lhs, p[1], ComparisonDirection::LT)};
    }));
    return b.op(Opcode::Sort, {x}, {int64_t(0), int64_t(1)}, nullptr, std::move(regions));
  }

  Program& program_;
  const bool hasEffects_;
  const TensorType number_{DType::S32, {}};
  ValueId numbers_[4] = {};
};

} // namespace

EffectsProgram randomEffects(uint64_t seed) {
  const Block block = Drawing(seed).block(kMostDepth, /*isInLoop=*/false);
  EffectsProgram made;
  Writer(made.program, true).run(block);
  Writer(made.pure, false).run(block);
  Follower(made).follow(block, 0);
  const float x[kLength] = {0.5f, -1.25f, 2};
  made.args.push_back(Literal::copyOf({DType::F32, {kLength}}, x));
  for (int64_t number = 0; number < 4; ++number)
    made.args.push_back(Literal::splatInt({DType::S32, {}}, number));
  return made;
}

} // namespace lz::test
