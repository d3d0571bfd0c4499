// Windows and scatters that have no derivative are refused, with a message.
#include "autodiff/Builder.h"
#include "autodiff/Gradient.h"
#include "gtest/gtest.h"

namespace lz::autodiff {
namespace {

std::vector<Region> bodies(Builder& b, Opcode combine, const TensorType& scalar) {
  std::vector<Region> regions;
  regions.push_back(b.region({scalar, scalar}, [&](Builder& inner, const ValueIds& p) {
    return ValueIds{inner.op(combine, {p[0], p[1]})};
  }));
  return regions;
}

// Returns the status of the gradient with respect to every parameter. The program has the
// parameters x[4] and a scalar.
Status gradientStatus(Program program, ValueId result) {
  program.body.results = {result};
  return gradientOf(std::move(program), {.arguments = {0, 1}, .withCotangents = true}).status();
}

class Refusals : public testing::Test {
protected:
  Refusals() {
    x_ = program_.addValue({DType::F32, {4}});
    init_ = program_.addValue(scalar_);
    program_.body.params = {x_, init_};
  }

  Program program_;
  TensorType scalar_{DType::F32, {}};
  Builder b_{program_, program_.body.ops};
  ValueId x_, init_;
};

TEST_F(Refusals, BodiesOfWindows) {
  ValueId r = b_.op(Opcode::ReduceWindow, {x_, init_}, {Ints{2}}, nullptr,
                    bodies(b_, Opcode::Power, scalar_));
  EXPECT_EQ(gradientStatus(program_, r).message(),
            "[reduce_window] has no derivative with this body; it has one for add, multiply, "
            "maximum and minimum");
}

TEST_F(Refusals, InitialValueOfWindowSums) {
  ValueId r = b_.op(Opcode::ReduceWindow, {x_, init_}, {Ints{2}}, nullptr,
                    bodies(b_, Opcode::Add, scalar_));
  EXPECT_EQ(gradientStatus(program_, r).message(),
            "[reduce_window] has no derivative with respect to the initial value of sums; add it "
            "to the result instead");
}

TEST_F(Refusals, BodiesOfScatter) {
  TensorType indices{DType::S32, {2}};
  ValueId updates = b_.broadcast(init_, {2}, {});
  auto scatter = [&](Opcode combine) {
    return b_.op(Opcode::Scatter, {x_, b_.zeros(indices), updates},
                 {Ints{}, Ints{0}, Ints{}, Ints{}, Ints{0}, int64_t(1)}, nullptr,
                 bodies(b_, combine, scalar_));
  };
  ValueId product = scatter(Opcode::Multiply), power = scatter(Opcode::Power);
  EXPECT_EQ(gradientStatus(program_, product).message(),
            "[scatter] has no derivative for multiply when elements may be updated twice; state "
            "unique_indices if they are not");
  EXPECT_EQ(gradientStatus(program_, power).message(),
            "[scatter] has no derivative with this body; it has one for add, for multiply and for "
            "returning the update");
}

} // namespace
} // namespace lz::autodiff
