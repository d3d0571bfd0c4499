// Compares gradients with finite differences, in the reference interpreter.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::test {

// The half-open range of random elements, for floats and integers.
struct Range {
  double low = -1, high = 1;
};

// Returns random elements for this seed. Half of the predicates are true.
Literal uniform(const TensorType& type, Range range, uint64_t seed);

// Returns the program that computes the gradients with respect to all float parameters. Its
// parameters are those of `program`, followed by a cotangent for each result.
StatusOr<Program> gradientProgram(const Program& program);

// Returns the arguments of gradientProgram(program): `args`, followed by random cotangents.
std::vector<Literal> withCotangents(const Program& program, std::vector<Literal> args);

struct GradientCheck {
  bool secondOrder = true; // also checks the gradients of the gradient program
  double tolerance = 1e-6; // relative to the largest magnitude in a gradient, at least 1
};

// Compares every element of every gradient with the central difference of <cotangents, results> for
// that element. A complex element has one difference for each part. Float parameters and results
// must be f64 or complex<f64>, and no kink may be within 1e-5 of `args`. Returns "" or the first
// disagreement.
std::string gradientError(const Program& program, const std::vector<Literal>& args,
                          GradientCheck check = {});

} // namespace lz::test
