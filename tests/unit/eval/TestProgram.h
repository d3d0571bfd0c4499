// Helpers to build small programs and literals for tests of the interpreter.
#pragma once

#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lz::test {

template <typename T> struct DTypeFor;
template <> struct DTypeFor<bool> {
  static constexpr DType value = DType::Pred;
};
template <> struct DTypeFor<uint8_t> {
  static constexpr DType value = DType::U8;
};
template <> struct DTypeFor<int8_t> {
  static constexpr DType value = DType::S8;
};
template <> struct DTypeFor<int32_t> {
  static constexpr DType value = DType::S32;
};
template <> struct DTypeFor<int64_t> {
  static constexpr DType value = DType::S64;
};
template <> struct DTypeFor<uint64_t> {
  static constexpr DType value = DType::U64;
};
template <> struct DTypeFor<F16> {
  static constexpr DType value = DType::F16;
};
template <> struct DTypeFor<BF16> {
  static constexpr DType value = DType::BF16;
};
template <> struct DTypeFor<float> {
  static constexpr DType value = DType::F32;
};
template <> struct DTypeFor<double> {
  static constexpr DType value = DType::F64;
};

// For example tensorOf<float>({2, 2}, {1, 2, 3, 4}).
template <typename T> Literal tensorOf(Dims dims, std::initializer_list<T> values) {
  Literal literal(TensorType{DTypeFor<T>::value, std::move(dims)});
  EXPECT_EQ(literal.type().numElements(), int64_t(values.size()));
  std::copy(values.begin(), values.end(), literal.mutableAs<T>());
  return literal;
}
template <typename T> Literal scalarOf(T value) {
  return tensorOf<T>({}, {value});
}
// Returns 0, 1, 2, ... in this shape.
template <typename T> Literal iotaOf(Dims dims) {
  Literal literal(TensorType{DTypeFor<T>::value, std::move(dims)});
  for (int64_t i = 0; i < literal.type().numElements(); ++i)
    literal.mutableAs<T>()[i] = T(i);
  return literal;
}

template <typename T> std::vector<T> valuesOf(const Literal& literal) {
  EXPECT_EQ(literal.type().dtype, DTypeFor<T>::value);
  return {literal.as<T>(), literal.as<T>() + literal.type().numElements()};
}

using Named = std::vector<std::pair<std::string_view, AttrValue>>;

// Returns the op's attributes in the order of its entry; attributes that are not named stay unset.
inline Attrs attrsOf(Opcode opcode, const Named& named) {
  Attrs attrs(opInfo(opcode).attrs.size());
  for (const auto& [name, value] : named) {
    bool known = false;
    for (size_t i = 0; i < attrs.size(); ++i)
      if (opInfo(opcode).attrs[i].name == name) {
        attrs[i] = value;
        known = true;
      }
    EXPECT_TRUE(known) << "no attribute " << name;
  }
  return attrs;
}

// Builds a program: first its params, then ops, then the results.
class TestProgram {
public:
  ValueId param(TensorType type) { return param(program.body, std::move(type)); }
  ValueId param(Region& region, TensorType type) {
    region.params.push_back(program.addValue(std::move(type)));
    return region.params.back();
  }
  ValueId op(Region& region, Opcode opcode, ValueIds operands, TensorType type,
             const Named& attrs = {}, std::vector<Region> regions = {}) {
    return ops(region, opcode, std::move(operands), {std::move(type)}, attrs,
               std::move(regions))[0];
  }
  ValueIds ops(Region& region, Opcode opcode, ValueIds operands, std::vector<TensorType> types,
               const Named& attrs, std::vector<Region> regions) {
    Op op{opcode, std::move(operands), {}, attrsOf(opcode, attrs), std::move(regions)};
    for (TensorType& type : types)
      op.results.push_back(program.addValue(std::move(type)));
    region.ops.push_back(op);
    return op.results;
  }
  // A region over two scalars of one type that applies a binary op.
  Region binaryBody(Opcode opcode, DType dtype, DType result) {
    Region region;
    ValueId a = param(region, {dtype, {}}), b = param(region, {dtype, {}});
    Named attrs;
    region.results = {op(region, opcode, {a, b}, {result, {}}, attrs)};
    return region;
  }
  Region binaryBody(Opcode opcode, DType dtype) { return binaryBody(opcode, dtype, dtype); }
  // A body of 2 n scalars that returns the last n scalars.
  Region secondBody(DType dtype) {
    Region region;
    param(region, {dtype, {}});
    region.results = {param(region, {dtype, {}})};
    return region;
  }

  StatusOr<std::vector<Literal>> run(std::vector<Literal> args, eval::EvalOptions options = {}) {
    return eval::evaluate(program, args, options);
  }

  Program program;
};

// Runs one op on literals, with regions that the caller made in `p`.
inline StatusOr<std::vector<Literal>> runOp(TestProgram& p, Opcode opcode,
                                            std::vector<Literal> args,
                                            std::vector<TensorType> types, const Named& attrs = {},
                                            std::vector<Region> regions = {}) {
  ValueIds operands;
  for (const Literal& arg : args)
    operands.push_back(p.param(arg.type()));
  ValueIds results = p.ops(p.program.body, opcode, operands, types, attrs, std::move(regions));
  p.program.body.results.assign(results.begin(), results.end());
  return p.run(args);
}

inline Literal runOne(TestProgram& p, Opcode opcode, std::vector<Literal> args, TensorType type,
                      const Named& attrs = {}, std::vector<Region> regions = {}) {
  auto results = runOp(p, opcode, std::move(args), {std::move(type)}, attrs, std::move(regions));
  EXPECT_TRUE(results.ok()) << results.status();
  return results.ok() ? (*results)[0] : Literal();
}

inline Literal runOne(Opcode opcode, std::vector<Literal> args, TensorType type,
                      const Named& attrs = {}) {
  TestProgram p;
  return runOne(p, opcode, std::move(args), std::move(type), attrs);
}

} // namespace lz::test
