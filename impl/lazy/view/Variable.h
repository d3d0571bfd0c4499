// A tensor whose value can be replaced, and views of it that follow: mutation over immutable
// values. Whatever is recorded is a function of values, so programs, gradients and the cache know
// nothing of it.
#pragma once

#include "lazy/context/Graph.h"
#include "lazy/view/ViewStep.h"

#include <memory>
#include <vector>

namespace lz::lazy {

// Any thread; of two that assign at once one comes after the other. Copies are the same variable.
class Variable {
public:
  // Tells how many more results have a handle now, as lz_live_handles counts them.
  using CountHandles = void (*)(int64_t change);

  // Its first value. The variable has a reference of the handle, so barriers compute the value.
  Variable(Result& value, CountHandles countHandles);

  Graph& graph() const;
  const TensorType& type() const { return type_; }

  // A view of this one. Errors: those of makeViewStep.
  Variable view(ViewStep step) const;

  // The value now, with a reference of its handle that is the caller's and has been counted. A view
  // records how it comes from its tensor.
  StatusOr<Result*> value(const SourceLocation& location) const;
  // From now on this is the value, and what the variables that are views of the same tensor show
  // follows from it. Errors: another type or device; a view that is not writable; of recording.
  // Then nothing has changed.
  Status assign(Result& value, const SourceLocation& location);

private:
  struct Cell;
  struct Known; // a value of the cell, and when

  StatusOr<Result*> recorded(Program program, std::vector<Value>& values, ValueId result,
                             const SourceLocation& location) const;
  StatusOr<Result*> updated(const Known& before, Result& value,
                            const SourceLocation& location) const;

  std::shared_ptr<Cell> cell_;
  std::vector<ViewStep> steps_; // from the cell's tensor to this one
  TensorType type_;
};

} // namespace lz::lazy
