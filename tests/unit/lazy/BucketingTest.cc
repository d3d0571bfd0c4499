// Random programs of a batch. Elements after the end of the batch must not change any value.
#include "lazy/bucket/Bucketing.h"

#include "autodiff/Builder.h"
#include "semantics/eval/Evaluate.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace lz::test {
namespace {

using autodiff::Builder;
using lazy::Bucketed;
using lazy::bucketed;
using lazy::bucketOf;

constexpr int64_t kFeatures = 3;

TensorType f32(Dims dims) {
  return {DType::F32, std::move(dims)};
}

// Values of a batch of n samples and of weights, made by one op after the other.
class RandomProgram {
public:
  RandomProgram(unsigned seed, int64_t n) : random_(seed), b_(program_, program_.body.ops) {
    for (Dims dims : {Dims{n, kFeatures}, Dims{n}, Dims{kFeatures, kFeatures}}) {
      values_.push_back(program_.addValue(f32(std::move(dims))));
      program_.body.params.push_back(values_.back());
    }
    for (int i = 0; i < 12; ++i)
      append();
  }

  // Returns the program that computes one of the values.
  Program of(ValueId value) {
    Program program = program_;
    program.body.results = {value};
    return program;
  }
  const std::vector<ValueId>& values() const { return values_; }
  Status status() const { return b_.status(); }

private:
  int below(int n) { return int(random_() % unsigned(n)); }
  ValueId any() { return values_[size_t(below(int(values_.size())))]; }
  ValueId anyOfRank(size_t rank) {
    ValueId value = any();
    while (b_.type(value).dims.size() != rank)
      value = any();
    return value;
  }
  void add(ValueId value) { values_.push_back(value); }

  void append() {
    switch (below(11)) {
    case 0:
      return add(b_.op(Opcode::Tanh, {any()}));
    case 1:
      return combine();
    case 2:
      return add(b_.transpose(anyOfRank(2), {1, 0}));
    case 3:
      return reduce();
    case 4:
      return dot();
    case 5:
      return sliceFeatures();
    case 6:
      return padFeatures();
    case 7:
      return select();
    case 8:
      return addIota();
    case 9:
      return unsqueeze();
    default:
      return concatenate();
    }
  }

  void combine() {
    const ValueId x = any();
    std::vector<ValueId> like;
    for (ValueId y : values_)
      if (b_.type(y) == b_.type(x))
        like.push_back(y);
    const Opcode opcodes[] = {Opcode::Add, Opcode::Multiply, Opcode::Maximum};
    add(b_.op(opcodes[below(3)], {x, like[size_t(below(int(like.size())))]}));
  }

  // Reduces one dimension and broadcasts back to the shape, so that the program can go on.
  void reduce() {
    const ValueId x = anyOfRank(2);
    const TensorType type = b_.type(x), scalar = f32({});
    const int64_t dim = below(2);
    const Opcode bodies[] = {Opcode::Add, Opcode::Multiply, Opcode::Maximum, Opcode::Minimum};
    const double starts[] = {0, 1, -std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::infinity()};
    const int which = below(4);
    const ValueId start = b_.splat(starts[which], scalar);
    const TensorType params[] = {scalar, scalar};
    std::vector<Region> body;
    body.push_back(b_.region(params, [&](Builder& inner, const ValueIds& args) {
      return ValueIds{inner.op(bodies[which], {args[0], args[1]})};
    }));
    const ValueId reduced =
        b_.op(Opcode::Reduce, {x, start}, {AttrValue(Ints{dim})}, nullptr, std::move(body));
    add(reduced);
    add(b_.broadcast(reduced, type.dims, {1 - dim}));
  }

  void dot() {
    const ValueId x = anyOfRank(2), y = anyOfRank(2);
    for (int64_t i : {0, 1})
      for (int64_t j : {0, 1})
        if (b_.type(x).dims[size_t(i)] == b_.type(y).dims[size_t(j)] && below(2))
          return add(b_.op(
              Opcode::DotGeneral, {x, y},
              {AttrValue(Ints{}), AttrValue(Ints{}), AttrValue(Ints{i}), AttrValue(Ints{j})}));
  }

  void sliceFeatures() {
    const ValueId x = anyOfRank(2);
    const Dims dims = b_.type(x).dims;
    if (dims[1] > 1)
      add(b_.slice(x, {0, 1}, {dims[0], dims[1]}, {1, 1}));
  }
  void padFeatures() { add(b_.pad(anyOfRank(2), b_.splat(0.5, f32({})), {0, 1}, {0, -1}, {0, 0})); }
  void select() {
    const ValueId x = any();
    const ValueId isSmall = b_.compare(x, b_.splat(0.25, b_.type(x)), ComparisonDirection::LT);
    add(b_.select(isSmall, b_.splat(2, b_.type(x)), x));
  }
  void addIota() {
    const TensorType type = b_.type(anyOfRank(2));
    add(b_.op(Opcode::Iota, {}, {AttrValue(int64_t(below(2)))}, &type));
  }
  void unsqueeze() {
    const ValueId x = anyOfRank(1);
    const int64_t size = b_.type(x).dims[0];
    add(b_.reshape(x, below(2) ? Dims{size, 1} : Dims{1, size}));
  }
  void concatenate() {
    const ValueId x = anyOfRank(2);
    add(b_.op(Opcode::Concatenate, {x, x}, {AttrValue(int64_t(1))}));
  }

  std::mt19937 random_;
  Program program_;
  Builder b_;
  std::vector<ValueId> values_;
};

Literal randomLiteral(const TensorType& type, std::mt19937& random) {
  Literal literal(type);
  for (int64_t i = 0; i < type.numElements(); ++i)
    literal.mutableAs<float>()[i] = float(int(random() % 17) - 8) / 8;
  return literal;
}

// Adds rows that hold `garbage` after the end of the batch.
Literal grown(const Literal& from, int64_t bound, float garbage) {
  TensorType type = from.type();
  type.dims[0] = bound;
  Literal to(type);
  for (int64_t i = 0; i < type.numElements(); ++i)
    to.mutableAs<float>()[i] = i < from.type().numElements() ? from.as<float>()[i]
                               : i % 3                       ? garbage
                                                             : -garbage;
  return to;
}

bool areNear(float a, float b) {
  return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-4F * (1 + std::abs(b));
}

// Makes the bucketed program, and expects that its values are those of the program. Returns false
// if there is no bucketed program because an op has no rule.
bool agrees(const Program& program, int64_t n, int64_t bound, float garbage, std::mt19937& random) {
  const std::vector<uint8_t> isBatch = {1, 1, 0};
  StatusOr<Bucketed> made = bucketed(program, isBatch, bound);
  if (!made.ok()) {
    // If a dimension of the weights equals the batch by chance, ops may combine these two
    // dimensions. Such programs are refused.
    EXPECT_TRUE(absl::IsUnimplemented(made.status()) || absl::IsInvalidArgument(made.status()))
        << made.status();
    return false;
  }
  std::vector<Literal> args, larger;
  for (size_t i = 0; i < isBatch.size(); ++i) {
    args.push_back(randomLiteral(program.type(program.body.params[i]), random));
    larger.push_back(isBatch[i] ? grown(args.back(), bound, garbage) : args.back());
  }
  larger.push_back(Literal::splatInt({DType::S32, {}}, n));
  const auto want = eval::evaluate(program, args), got = eval::evaluate(made->program, larger);
  EXPECT_TRUE(want.ok() && got.ok()) << want.status() << got.status();
  if (!want.ok() || !got.ok())
    return false;
  const Literal &a = (*want)[0], &b = (*got)[0];
  EXPECT_EQ(b.type().dims.empty() || b.type().dims[0] == bound || !made->ofOutputs[0], true);
  for (int64_t i = 0; i < a.type().numElements(); ++i)
    EXPECT_TRUE(areNear(b.as<float>()[i], a.as<float>()[i]))
        << i << ": " << b.as<float>()[i] << " instead of " << a.as<float>()[i] << "\n"
        << print(program) << "\n"
        << print(made->program);
  return true;
}

TEST(Bucketing, WhatStandsBehindTheEndChangesNothing) {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  int compared = 0;
  for (unsigned seed = 0; seed < 300 && !::testing::Test::HasFailure(); ++seed) {
    std::mt19937 random(seed);
    const int64_t n = 2 + seed % 7;
    RandomProgram all(seed, n);
    ASSERT_TRUE(all.status().ok()) << all.status();
    for (ValueId value : all.values())
      compared += agrees(all.of(value), n, bucketOf(n, 4), seed % 2 ? kNaN : kInfinity, random);
  }
  EXPECT_GT(compared, 2000);
}

// Three elements of 4 bits fill one and a half bytes, so a batch can end in the middle of a byte.
TEST(Bucketing, ElementsThatShareBytesAreRefused) {
  Program program;
  const ValueId x = program.addValue({DType::S4, {3}});
  program.body.params = {x};
  Builder b(program, program.body.ops);
  program.body.results = {b.op(Opcode::Negate, {x})};
  ASSERT_TRUE(b.status().ok()) << b.status();
  EXPECT_EQ(bucketed(program, {1}, 4).status().code(), absl::StatusCode::kUnimplemented);
}

TEST(Bucketing, BucketsArePowersOfTwo) {
  EXPECT_EQ(bucketOf(2, 1), 2);
  EXPECT_EQ(bucketOf(33, 1), 64);
  EXPECT_EQ(bucketOf(64, 1), 64);
  EXPECT_EQ(bucketOf(3, 16), 16);
}

} // namespace
} // namespace lz::test
