// A finished function: a program whose first parameters are the function's own, and the others what
// it captured.
#pragma once

#include "semantics/shape/Infer.h"
#include "spec/Program.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::lazy {

struct FunctionBody {
  Program program;
  size_t numParameters = 0;
  shape::RegionType type; // its own parameters (without captures) and its results
  uint64_t hash = 0;
  bool hasEffects = false; // true if one of its ops has effects

  size_t numCaptures() const { return program.body.params.size() - numParameters; }
};

// Makes a body. The first `numParameters` parameters of the program are the function's own.
FunctionBody makeBody(Program program, size_t numParameters);

// Returns true if both have the same parameters, types and ops; locations may differ.
bool equalBodies(const FunctionBody& a, const FunctionBody& b);
uint64_t hashBody(const FunctionBody& body);

// Makes the body a region of an op in `target`. Everything that the body defines gets a new value
// number, and `captures` (values of `target`) replace what it captured. It recurses as deep as
// regions nest.
Region inlineBody(const FunctionBody& body, absl::Span<const ValueId> captures, Program& target);

// The reverse of inlineBody: makes a body from a region of `program`. `captures` must contain all
// outer values that the region uses. They become parameters after the region's own.
FunctionBody extractBody(const Program& program, const Region& region,
                         absl::Span<const ValueId> captures);

} // namespace lz::lazy
