// Ops of a program that are recorded, once or again and again: what recording them needs is made
// here, once.
#pragma once

#include "absl/types/span.h"
#include "lazy/FunctionBody.h"
#include "lazy/Locations.h"

#include <memory>
#include <vector>

namespace lz::lazy {

class ReplayPlan {
public:
  // The ops of the body from number `first` on. `places`: the table that their places are in.
  ReplayPlan(Program program, size_t first, Locations& places);

  const Program& program() const { return program_; }
  size_t numOps() const { return program_.body.ops.size() - first_; }
  const Op& op(size_t index) const { return program_.body.ops[first_ + index]; }
  LocationId place(const Op& op) const {
    return op.location < 0 ? -1 : places_[size_t(op.location)];
  }
  size_t numResults() const { return numResults_; } // of all ops together

  // A region of an op, as the body of a function.
  struct Body {
    std::shared_ptr<const FunctionBody> body;
    std::vector<ValueId> captures;
  };
  absl::Span<const Body> bodies(size_t index) const { return bodies_[index]; }

private:
  Program program_;
  size_t first_;
  size_t numResults_ = 0;
  std::vector<LocationId> places_; // by Op::location
  std::vector<std::vector<Body>> bodies_;
};

} // namespace lz::lazy
