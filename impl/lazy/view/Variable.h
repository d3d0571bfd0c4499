// A variable is a tensor whose value can be replaced; views of it follow. It offers mutation
// although all values are immutable: what is recorded is a function of values, so programs,
// gradients and the cache know nothing of variables.
#pragma once

#include "lazy/context/Graph.h"
#include "lazy/view/ViewStep.h"

#include <memory>
#include <vector>

namespace lz::lazy {

// Any thread may use it. If two threads assign at once, one assignment comes after the other.
// Copies are the same variable.
class Variable {
public:
  // Is told how many more results have a handle now, as lz_live_handles counts them.
  using CountHandles = void (*)(int64_t change);

  // Begins with `value`. The variable has a reference of its handle, so barriers compute the value.
  Variable(Result& value, CountHandles countHandles);

  Graph& graph() const;
  const TensorType& type() const { return type_; }

  // A view of this variable. Errors: those of makeViewStep.
  Variable view(ViewStep step) const;

  // The current value, with a counted reference of its handle that the caller must release. A view
  // records the ops that make it from its tensor.
  StatusOr<Result*> value(const SourceLocation& location) const;
  // Makes this the value. The value of every variable that is a view of the same tensor changes
  // accordingly. Errors: another type or device; a view that is not writable; those of recording.
  // After an error nothing has changed.
  Status assign(Result& value, const SourceLocation& location);

private:
  struct Cell;
  struct Known; // a value of the cell, and its version

  StatusOr<Result*> recorded(Program program, std::vector<Value>& values, ValueId result,
                             const SourceLocation& location) const;
  StatusOr<Result*> updated(const Known& before, Result& value,
                            const SourceLocation& location) const;

  std::shared_ptr<Cell> cell_;
  std::vector<ViewStep> steps_; // from the cell's tensor to this variable
  TensorType type_;
};

} // namespace lz::lazy
