// Ops of a program that are recorded, once or again and again: what recording them needs is made
// here, once.
#pragma once

#include "absl/types/span.h"
#include "lazy/Locations.h"
#include "lazy/record/OpContents.h"

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

  // What the nodes of all recordings of an op share.
  const OpContents& contents(size_t index) const { return known_[index].contents; }
  // What its bodies capture.
  absl::Span<const ValueId> captures(size_t index) const { return known_[index].captures; }

private:
  struct Known {
    OpContents contents;
    std::vector<ValueId> captures;
  };
  Known known(const Op& op) const;

  Program program_;
  size_t first_;
  size_t numResults_ = 0;
  std::vector<LocationId> places_; // by Op::location
  std::vector<Known> known_;
};

} // namespace lz::lazy
