// A finished function: a program whose first parameters are those of the function. The other
// parameters are the values that it captured.
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
  shape::RegionType type; // the function's own parameters (without captures) and its results
  uint64_t hash = 0;
  bool hasEffects = false; // true if one of its ops has effects

  size_t numCaptures() const { return program.body.params.size() - numParameters; }
};

// Makes a body. The first `numParameters` parameters of the program are those of the function.
FunctionBody makeBody(Program program, size_t numParameters);

// Returns true if both have the same parameters, types and ops. Locations may differ.
bool equalBodies(const FunctionBody& a, const FunctionBody& b);
uint64_t hashBody(const FunctionBody& body);

// Copies the body into a region of an op in `target`. All values of the body get new numbers.
// `captures` are values of `target` that replace the values that the body captured. The recursion
// is as deep as the regions are nested.
Region inlineBody(const FunctionBody& body, absl::Span<const ValueId> captures, Program& target);

// The reverse of inlineBody: makes a body from a region of `program`. `captures` must contain all
// outer values that the region uses. These become parameters after those of the region.
FunctionBody extractBody(const Program& program, const Region& region,
                         absl::Span<const ValueId> captures);

} // namespace lz::lazy
