// The ops of a program with the data that recording them needs. It is computed once and serves any
// number of recordings.
#pragma once

#include "absl/types/span.h"
#include "base/HashMap.h"
#include "lazy/graph/OpContents.h"
#include "lazy/program/Locations.h"

#include <vector>

namespace lz::lazy {

struct PlannedOp {
  const OpContents& contents; // shared by the nodes of all recordings, and by equal ops
  absl::Span<const ValueId> operands;
  absl::Span<const ValueId> captures; // values that its bodies capture
  absl::Span<const ValueId> results;
  LocationId place; // -1 if unknown
};

class ReplayPlan {
public:
  // Prepares the ops of the body from index `first` on. Their locations are added to `places`.
  ReplayPlan(Program program, size_t first, Locations& places);

  const Program& program() const { return program_; }
  size_t numOps() const { return ops_.size(); }
  PlannedOp op(size_t index) const;
  size_t numResults() const { return numResults_; } // of all ops together
  int64_t bytes() const;                            // the size of the program and the tables

private:
  // A recording reads thousands of these structs, so they are small and contiguous.
  struct Op {
    uint32_t contents; // index into contents_
    uint32_t begin;    // where its ids begin in ids_
    uint32_t numOperands, numCaptures, numResults;
    LocationId place;
  };
  // Maps local hashes to indices of contents without bodies.
  using Known = HashMap<uint64_t, std::vector<uint32_t>>;

  void add(const lz::Op& op, LocationId place, Known& known);
  uint32_t shared(Ref<const OpContents> contents, Known& known);

  Program program_;
  size_t numResults_ = 0;
  std::vector<Op> ops_;
  std::vector<ValueId> ids_; // for each op: operands, captures, results
  std::vector<Ref<const OpContents>> contents_;
};

} // namespace lz::lazy
