// Random programs on a batch, with every op that has a rule for batches.
#pragma once

#include "absl/algorithm/container.h"
#include "autodiff/Builder.h"
#include "semantics/shape/Infer.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace lz::test {

using autodiff::Builder;

inline std::vector<Opcode> elementwiseOps() {
  std::vector<Opcode> found;
  for (int i = 0; i < int(kNumOpcodes); ++i)
    if (opInfo(Opcode(i)).kind == OpKind::Elementwise)
      found.push_back(Opcode(i));
  return found;
}

// Builds a random program by applying one op after the other to a batch of n samples, to weights,
// and to earlier results.
class BatchProgram {
public:
  // The program contains the op `first`, applied to samples of a type that the op accepts.
  BatchProgram(unsigned seed, int64_t n, Opcode first)
      : random_(seed), n_(n), b_(program_, program_.body.ops) {
    parameter({DType::F32, {n, 3}}, true);
    parameter({DType::F32, {n}}, true);
    parameter({DType::S32, {n, 2}}, true);
    parameter({DType::C64, {n, 2}}, true);
    parameter({DType::Pred, {n}}, true);
    parameter({DType::F32, {n, 2, 2}}, true);
    parameter({DType::U8, {n, 4}}, true);
    parameter({DType::F32, {3, 3}}, false);
    parameter({DType::F32, {4}}, false);
    for (ValueId param : program_.body.params)
      elementwise(first, param);
    for (int i = 0; i < 24; ++i)
      append();
  }

  // Returns the program of the ops that the value needs. Other ops are left out, because they might
  // have no rule for batches.
  Program of(ValueId value) const {
    Program program = program_;
    std::vector<uint8_t> needed(program.types.size());
    needed[size_t(value)] = 1;
    program.body.ops.clear();
    for (size_t i = program_.body.ops.size(); i-- > 0;) {
      const Op& op = program_.body.ops[i];
      if (absl::c_none_of(op.results, [&](ValueId r) { return needed[size_t(r)] != 0; }))
        continue;
      for (ValueId operand : op.operands)
        needed[size_t(operand)] = 1;
      program.body.ops.push_back(op);
    }
    absl::c_reverse(program.body.ops);
    program.body.results = {value};
    return program;
  }
  const std::vector<ValueId>& values() const { return values_; }
  const std::vector<uint8_t>& isBatch() const { return isBatch_; }
  Status status() const { return b_.status(); }

private:
  int below(size_t n) { return int(random_() % n); }
  void parameter(TensorType type, bool isBatch) {
    values_.push_back(program_.addValue(std::move(type)));
    program_.body.params.push_back(values_.back());
    isBatch_.push_back(isBatch);
  }
  const TensorType& type(ValueId value) const { return program_.type(value); }
  size_t rank(ValueId value) const { return type(value).dims.size(); }
  ValueId any() { return values_[size_t(below(values_.size()))]; }
  template <typename Fits> ValueId anyThat(const Fits& fits, ValueId otherwise) {
    for (int i = 0; i < 8; ++i)
      if (const ValueId value = any(); fits(value))
        return value;
    return otherwise;
  }

  // Does nothing if the op does not take these operands, or if the result would be large.
  void tryOp(Opcode opcode, ValueIds operands, Attrs attrs = {}, const TensorType* stated = nullptr,
             std::vector<Region> regions = {}) {
    absl::InlinedVector<const TensorType*, 4> types;
    for (ValueId operand : operands)
      types.push_back(&type(operand));
    std::vector<shape::RegionType> signatures;
    for (const Region& region : regions) {
      shape::RegionType& signature = signatures.emplace_back();
      for (ValueId param : region.params)
        signature.params.push_back(type(param));
      for (ValueId result : region.results)
        signature.results.push_back(type(result));
    }
    attrs.resize(opInfo(opcode).attrs.size());
    const StatusOr<shape::TypeList> results =
        shape::inferTypes({opcode, types, attrs, signatures, stated});
    if (!results.ok() || absl::c_any_of(*results, [](const TensorType& t) {
          return t.numElements() > 600 || t.dims.size() > 4;
        }))
      return;
    for (ValueId result :
         b_.ops(opcode, operands, std::move(attrs), std::move(regions), results->size(), stated))
      values_.push_back(result);
  }

  void append() {
    static const std::vector<Opcode> kElementwise = elementwiseOps();
    using Action = void (BatchProgram::*)();
    static constexpr Action kActions[] = {
        &BatchProgram::source,  &BatchProgram::broadcast, &BatchProgram::transpose,
        &BatchProgram::reshape, &BatchProgram::slice,     &BatchProgram::pad,
        &BatchProgram::reverse, &BatchProgram::join,      &BatchProgram::reduce,
        &BatchProgram::reduce,  &BatchProgram::dot,       &BatchProgram::dot};
    if (below(3) == 0)
      return elementwise(kElementwise[size_t(below(kElementwise.size()))], any());
    (this->*kActions[below(std::size(kActions))])();
  }

  void elementwise(Opcode opcode, ValueId x) {
    const auto isLike = [&](ValueId y) { return type(y) == type(x); };
    Attrs attrs;
    TensorType stated = type(x);
    ValueIds operands(size_t(opInfo(opcode).numOperands), x);
    for (size_t i = 1; i < operands.size(); ++i)
      operands[i] = anyThat(isLike, x);
    if (opcode == Opcode::Select)
      operands[0] = anyThat(
          [&](ValueId y) {
            return type(y).dtype == DType::Pred && (rank(y) == 0 || type(y).dims == type(x).dims);
          },
          x);
    if (opcode == Opcode::Compare)
      attrs.emplace_back(int64_t(below(6)));
    if (opcode == Opcode::ReducePrecision)
      attrs = {AttrValue(int64_t(5)), AttrValue(int64_t(10))};
    if (opcode == Opcode::Convert || opcode == Opcode::BitcastConvert) {
      constexpr DType kTo[] = {DType::F32, DType::S32, DType::U8, DType::S16, DType::C64};
      stated.dtype = kTo[below(std::size(kTo))];
    }
    tryOp(opcode, operands, std::move(attrs), &stated);
  }

  // Makes a constant, which may be complex or have different elements.
  void source() {
    TensorType shape = type(any());
    if (below(2) && !shape.dims.empty())
      return tryOp(Opcode::Iota, {}, {AttrValue(int64_t(below(shape.dims.size())))}, &shape);
    Literal value(shape);
    const bool isSplat = below(3) > 0;
    const int64_t bytes = shape.numBytes(), one = bytes / std::max(shape.numElements(), int64_t(1));
    for (int64_t i = 0; i < bytes; ++i)
      value.mutableData()[i] = std::byte(isPredicate(shape) ? 1 : (isSplat ? i % one : i) % 60);
    tryOp(Opcode::Constant, {}, {AttrValue(std::move(value))});
  }
  static bool isPredicate(const TensorType& type) { return type.dtype == DType::Pred; }

  void broadcast() {
    const ValueId x = any();
    Ints places(rank(x));
    std::iota(places.begin(), places.end(), 0);
    TensorType to = type(x);
    const int64_t sizes[] = {2, 3, n_};
    const auto at = below(to.dims.size() + 1);
    to.dims.insert(to.dims.begin() + at, sizes[below(3)]);
    for (int64_t& place : places)
      place += place >= at;
    for (size_t d = 0; d < to.dims.size(); ++d)
      if (to.dims[d] == 1 && below(2))
        to.dims[d] = sizes[below(3)];
    tryOp(Opcode::BroadcastInDim, {x}, {AttrValue(std::move(places))}, &to);
  }
  void transpose() {
    const ValueId x = any();
    Ints order(rank(x));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random_);
    tryOp(Opcode::Transpose, {x}, {AttrValue(std::move(order))});
  }
  // Adds a dimension of size 1, or makes two dimensions one.
  void reshape() {
    const ValueId x = any();
    TensorType to = type(x);
    const auto at = below(to.dims.size() + 1);
    if (below(2) || at + 1 >= int(to.dims.size())) {
      to.dims.insert(to.dims.begin() + at, 1);
    } else {
      to.dims[size_t(at)] *= to.dims[size_t(at) + 1];
      to.dims.erase(to.dims.begin() + at + 1);
    }
    tryOp(Opcode::Reshape, {x}, {}, &to);
  }
  void slice() {
    const ValueId x = any();
    const Dims& dims = type(x).dims;
    Ints from(dims.size(), 0), to(dims.begin(), dims.end()), by(dims.size(), 1);
    if (!dims.empty()) {
      const size_t dim = size_t(below(dims.size()));
      from[dim] = below(2), by[dim] = 1 + below(2);
    }
    tryOp(Opcode::Slice, {x},
          {AttrValue(std::move(from)), AttrValue(std::move(to)), AttrValue(std::move(by))});
  }
  void pad() {
    const ValueId x = any();
    Ints low(rank(x), 0), high(rank(x), 0), inner(rank(x), 0);
    if (rank(x) > 0)
      low[size_t(below(rank(x)))] = 1, high[size_t(below(rank(x)))] = below(3) - 1;
    const ValueId value =
        anyThat([&](ValueId y) { return rank(y) == 0 && type(y).dtype == type(x).dtype; }, x);
    tryOp(Opcode::Pad, {x, value},
          {AttrValue(std::move(low)), AttrValue(std::move(high)), AttrValue(std::move(inner))});
  }
  void reverse() {
    const ValueId x = any();
    tryOp(Opcode::Reverse, {x}, {AttrValue(someOf(rank(x)))});
  }
  void join() {
    const ValueId x = any();
    const auto at = int64_t(below(rank(x) + 1));
    ValueIds all{x};
    for (int i = below(3); i > 0; --i)
      all.push_back(anyThat([&](ValueId y) { return type(y) == type(x); }, x));
    tryOp(Opcode::Concatenate, all, {AttrValue(at)});
  }

  // Returns some of the numbers below `count` in ascending order: often all, and possibly none.
  Ints someOf(size_t count) {
    Ints some;
    const bool all = below(3) == 0;
    for (size_t d = 0; d < count; ++d)
      if (all || below(2))
        some.push_back(int64_t(d));
    return some;
  }

  // Reduces one or two operands by a body with or without a neutral element.
  void reduce() {
    const ValueId x = any();
    constexpr Opcode kBodies[] = {Opcode::Add, Opcode::Multiply, Opcode::Maximum, Opcode::Minimum,
                                  Opcode::And, Opcode::Or,       Opcode::Subtract};
    const Opcode body = kBodies[below(std::size(kBodies))];
    const TensorType scalar{type(x).dtype, {}};
    const ValueId start = b_.op(Opcode::Constant, {}, {AttrValue(startOf(body, scalar))});
    const size_t count = below(6) == 0 ? 2 : 1;
    const std::vector<TensorType> params(2 * count, scalar);
    if (!accepts(opInfo(body), scalar.dtype))
      return;
    std::vector<Region> bodies;
    bodies.push_back(b_.region(params, [&](Builder& inner, const ValueIds& args) {
      ValueIds results;
      for (size_t i = 0; i < count; ++i)
        results.push_back(inner.op(body, {args[i], args[i + count]}));
      return results;
    }));
    ValueIds operands(count, x);
    operands.resize(2 * count, start);
    tryOp(Opcode::Reduce, operands, {AttrValue(someOf(rank(x)))}, nullptr, std::move(bodies));
  }
  static Literal startOf(Opcode body, const TensorType& scalar) {
    const bool isOne = body == Opcode::Multiply || (body == Opcode::And && isPredicate(scalar));
    return body == Opcode::And && !isPredicate(scalar) ? Literal::splatInt(scalar, -1)
                                                       : Literal::splat(scalar, isOne ? 1 : 0);
  }

  // Each pair of dimensions of equal size becomes a batching dimension, a contracting dimension, or
  // neither.
  void dot() {
    const ValueId x = any();
    const ValueId y = anyThat([&](ValueId other) { return type(other).dtype == type(x).dtype; }, x);
    Ints batching[2], summed[2];
    std::set<size_t> taken;
    for (size_t i = 0; i < rank(x); ++i)
      for (size_t j = 0; j < rank(y); ++j)
        if (type(x).dims[i] == type(y).dims[j] && !taken.contains(j) && below(3)) {
          auto& lists = below(3) == 0 ? batching : summed;
          lists[0].push_back(int64_t(i)), lists[1].push_back(int64_t(j));
          taken.insert(j);
          break;
        }
    tryOp(Opcode::DotGeneral, {x, y},
          {AttrValue(batching[0]), AttrValue(batching[1]), AttrValue(summed[0]),
           AttrValue(summed[1])});
  }

  std::mt19937 random_;
  int64_t n_;
  Program program_;
  Builder b_;
  std::vector<ValueId> values_;
  std::vector<uint8_t> isBatch_;
};

} // namespace lz::test
