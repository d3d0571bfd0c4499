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
  shape::RegionType type; // of the parameters (without captures) and results
  uint64_t hash = 0;
  bool hasEffects = false; // some op has

  size_t numCaptures() const { return program.body.params.size() - numParameters; }
};

// The first `numParameters` parameters of the program are the function's own.
FunctionBody makeBody(Program program, size_t numParameters);

// Same parameters, types and ops, locations aside.
bool equalBodies(const FunctionBody& a, const FunctionBody& b);
uint64_t hashBody(const FunctionBody& body);

// The body as a region of an op in `target`: fresh values for everything that it defines,
// `captures` (values of `target`) for what it captured. Recursion depth is that of nested regions.
Region inlineBody(const FunctionBody& body, absl::Span<const ValueId> captures, Program& target);

// The reverse: a region of `program` as a body of its own. `captures`: values of the program that
// the region uses from outside, at least; they become parameters behind the region's.
FunctionBody extractBody(const Program& program, const Region& region,
                         absl::Span<const ValueId> captures);

} // namespace lz::lazy
