// Maps the values of a module to the values of its steps.
#pragma once

#include "base/Steps.h"

#include "llvm/ADT/DenseMap.h"
#include "mlir/IR/Value.h"

namespace lz::compiler {

class StepValues {
public:
  explicit StepValues(Steps& steps) : steps_(steps) {}

  ValueId add(StepValue value);
  StepValue& at(ValueId value) { return steps_.values[size_t(value)]; }

  // Returns the step value of `v`, which must have one.
  ValueId of(mlir::Value v) const { return values_.lookup(v); }
  // Gives `v` this step value.
  void name(mlir::Value v, ValueId value) { values_[v] = value; }

  // Returns the step value to which a step writes its result `v`, and makes it the step value of
  // `v`. This is the value that writeTo() or placeOf() has stated for `v`, and otherwise a new
  // temporary.
  ValueId resultOf(mlir::Value v);
  // Returns a new step value of which only some rows exist. It becomes the step value of `v`.
  ValueId rowsOf(mlir::Value v);

  // States that a step must write `v` to `place`. Does nothing if a place of `v` has been stated
  // before.
  void writeTo(mlir::Value v, ValueId place) { places_.try_emplace(v, place); }
  // Returns the place that was stated for `v`. If there is none, states a new temporary as the
  // place.
  ValueId placeOf(mlir::Value v);

  // Adds a step that copies `source` to `target`. Adds nothing if both are the same value.
  void copy(ValueId source, ValueId target, std::vector<Step>& out);

private:
  Steps& steps_;
  llvm::DenseMap<mlir::Value, ValueId> values_;
  llvm::DenseMap<mlir::Value, ValueId> places_;
};

} // namespace lz::compiler
