// Appends ops to a list of ops of a program; result types come from shape inference. No MLIR.
//
// The first error sticks: later calls return kNoValue and do nothing. So a rule reads like its
// formula, and the maker of the builder calls status() once at the end.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "base/Status.h"
#include "spec/Enums.inc.h" // generated: ComparisonDirection
#include "spec/Program.h"

namespace lz::autodiff {

inline constexpr ValueId kNoValue = -1;

class Builder {
public:
  // `ops` must not be a list inside of an op of `program` to whose list other ops are appended
  // meanwhile.
  Builder(Program& program, std::vector<Op>& ops) : program_(program), ops_(ops) {}

  // Ops that follow carry this location, an index into Program::locations.
  void setLocation(int32_t location) { location_ = location; }
  const Status& status() const { return status_; }
  void fail(Status status) { status_.Update(status); }

  Program& program() { return program_; }
  // The list that the builder appends to.
  std::vector<Op>& opList() { return ops_; }
  // Returned by value, since the list of types grows. The type of kNoValue is TensorType().
  TensorType type(ValueId value) const;

  // Appends an op with one result. `stated`: as OpInfo::resultSpec asks.
  ValueId op(Opcode opcode, absl::Span<const ValueId> operands, Attrs attrs = {},
             const TensorType* stated = nullptr, std::vector<Region> regions = {});
  // Appends an op with `numResults` results. Attributes that are left out at the end are not set.
  ValueIds ops(Opcode opcode, absl::Span<const ValueId> operands, Attrs attrs,
               std::vector<Region> regions, size_t numResults, const TensorType* stated = nullptr);
  // Makes a region with parameters of these types. `body` appends its ops and returns its results,
  // and may use values of this builder's scope.
  Region region(absl::Span<const TensorType> params,
                absl::FunctionRef<ValueIds(Builder&, const ValueIds&)> body);
  // Appends a copy of the region's ops, with `args` for its parameters, and returns its results.
  // The region must not lie in the list that is appended to.
  ValueIds inlined(const Region& region, absl::Span<const ValueId> args);

  // Every element is `value`. There is one constant for a value and dtype, and one broadcast of it
  // to a shape.
  ValueId splat(double value, const TensorType& type);
  ValueId zeros(const TensorType& type) { return splat(0, type); }

  // Ops that rules use often. Elementwise ops are generated: autodiff/Symbolic.h.
  ValueId add(ValueId x, ValueId y) { return op(Opcode::Add, {x, y}); }
  ValueId convert(ValueId x, DType dtype); // x itself when it has the dtype
  ValueId reshape(ValueId x, const Dims& dims);
  ValueId transpose(ValueId x, Ints permutation);
  // Dimension i of x becomes dimension `dimensions[i]` of the result.
  ValueId broadcast(ValueId x, const Dims& dims, Ints dimensions);
  // The sum over `dimensions`, which disappear.
  ValueId sum(ValueId x, Ints dimensions);
  ValueId compare(ValueId x, ValueId y, ComparisonDirection direction); // pred
  ValueId select(ValueId pred, ValueId onTrue, ValueId onFalse);
  // low, high, interior: one number per dimension. Negative low and high cut elements off.
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
  std::vector<Splat> splats_; // of scalars_
  int32_t location_ = -1;
  Status status_;
};

} // namespace lz::autodiff
