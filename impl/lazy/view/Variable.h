// A variable: a tensor whose value can be replaced, with views that follow it. So programs can
// write to tensors although all values are immutable. The graph only records functions of values,
// so the cache, gradients and compiled programs do not know variables.
#pragma once

#include "lazy/context/Graph.h"
#include "lazy/view/ViewStep.h"

#include <memory>
#include <vector>

namespace lz::lazy {

// Any thread may call these functions. If two threads assign at once, one assignment follows the
// other. Copies are the same variable.
class Variable {
public:
  // Called with the change of the number of handles, as lz_live_handles counts them.
  using CountHandles = void (*)(int64_t change);

  // Makes a variable with this value. The variable holds a handle of the value, so barriers compute
  // it.
  Variable(Result& value, CountHandles countHandles);

  Graph& graph() const;
  const TensorType& type() const { return type_; }

  // Makes a view of this variable. Errors: those of makeViewStep.
  Variable view(ViewStep step) const;

  // Returns the current value, with a handle that the caller must release. If the variable is a
  // view, this records the ops that compute the view from its tensor.
  StatusOr<Result*> value(const SourceLocation& location) const;
  // Replaces the value, and changes all variables that are views of the same tensor accordingly.
  // Errors: another type or device; a view that is not writable; the errors of recording. After an
  // error nothing has changed.
  Status assign(Result& value, const SourceLocation& location);

private:
  struct Cell;
  struct Known; // a value of the cell, and its version

  StatusOr<Result*> recorded(Program program, std::vector<Value>& values, ValueId result,
                             const SourceLocation& location) const;
  StatusOr<Result*> updated(const Known& before, Result& value,
                            const SourceLocation& location) const;

  std::shared_ptr<Cell> cell_;
  std::vector<ViewStep> steps_; // the steps from the cell's tensor to this variable
  TensorType type_;
};

} // namespace lz::lazy
