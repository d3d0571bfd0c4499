// Appends ops to a list of ops of a program. Shape inference computes the result types of the ops.
// Uses no MLIR.
//
// After the first error, all calls return kNoValue and do nothing. So a rule need not check for
// errors. The owner of the builder calls status() once at the end.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "base/Status.h"
#include "spec/Enums.inc.h" // generated; has ComparisonDirection
#include "spec/Program.h"

namespace lz::autodiff {

inline constexpr ValueId kNoValue = -1;

class Builder {
public:
  // While the builder lives, no ops may be appended to a list that encloses `ops`. If the enclosing
  // list grows, `ops` can move.
  Builder(Program& program, std::vector<Op>& ops) : program_(program), ops_(ops) {}

  // Sets the location of all ops that are appended after this call. `location` is an index into
  // Program::locations.
  void setLocation(int32_t location) { location_ = location; }
  const Status& status() const { return status_; }
  void fail(Status status) { status_.Update(status); }

  Program& program() { return program_; }
  // Returns the list that the builder appends to.
  std::vector<Op>& opList() { return ops_; }
  // Returns the type of the value, or TensorType() for kNoValue.
  TensorType type(ValueId value) const;

  // Appends an op with one result. `stated` is the type that OpInfo::resultSpec asks for.
  ValueId op(Opcode opcode, absl::Span<const ValueId> operands, Attrs attrs = {},
             const TensorType* stated = nullptr, std::vector<Region> regions = {});
  // Appends an op with `numResults` results. If `attrs` is shorter than the op's list of
  // attributes, the missing ones are unset.
  ValueIds ops(Opcode opcode, absl::Span<const ValueId> operands, Attrs attrs,
               std::vector<Region> regions, size_t numResults, const TensorType* stated = nullptr);
  // Makes a region with parameters of these types. `body` appends the ops of the region and returns
  // its results. The ops can use values of this builder's scope.
  Region region(absl::Span<const TensorType> params,
                absl::FunctionRef<ValueIds(Builder&, const ValueIds&)> body);
  // Appends a copy of the region's ops, with `args` in place of its parameters, and returns its
  // results. The region must not be part of the list that the builder appends to.
  ValueIds inlined(const Region& region, absl::Span<const ValueId> args);

  // Returns a tensor whose elements all equal `value`. If an equal tensor was appended before, that
  // one is returned.
  ValueId splat(double value, const TensorType& type);
  ValueId zeros(const TensorType& type) { return splat(0, type); }

  // Append ops that rules use often. Elementwise ops are generated (autodiff/Symbolic.h).
  ValueId add(ValueId x, ValueId y) { return op(Opcode::Add, {x, y}); }
  ValueId convert(ValueId x, DType dtype); // returns x if it has this dtype
  ValueId reshape(ValueId x, const Dims& dims);
  ValueId transpose(ValueId x, Ints permutation);
  // Broadcasts x to `dims`. Dimension i of x becomes dimension `dimensions[i]`.
  ValueId broadcast(ValueId x, const Dims& dims, Ints dimensions);
  // Sums over `dimensions` and removes them.
  ValueId sum(ValueId x, Ints dimensions);
  ValueId compare(ValueId x, ValueId y, ComparisonDirection direction); // pred
  ValueId select(ValueId pred, ValueId onTrue, ValueId onFalse);
  // Pads x with `value`. low, high and interior have one number per dimension. Negative numbers in
  // low and high remove elements.
  ValueId pad(ValueId x, ValueId value, Ints low, Ints high, Ints interior);
  ValueId slice(ValueId x, Ints starts, Ints limits, Ints strides);

private:
  ValueIds append(Op op, const TensorType* stated);
  ValueId scalar(Literal value);

  Program& program_;
  std::vector<Op>& ops_;
  std::vector<std::pair<Literal, ValueId>> scalars_;
  struct Splat {
    ValueId scalar, id;
    Dims dims;
  };
  std::vector<Splat> splats_; // broadcasts of the constants in scalars_
  int32_t location_ = -1;
  Status status_;
};

} // namespace lz::autodiff
