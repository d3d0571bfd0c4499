// Gradients against finite differences, in the reference interpreter.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <string>
#include <vector>

namespace lz::test {

// Half-open; integers are taken from it too.
struct Range {
  double low = -1, high = 1;
};

// Seeded; predicates are half true.
Literal uniform(const TensorType& type, Range range, uint64_t seed);

// The program that computes the gradients with respect to every float parameter, with a cotangent
// for each result after the parameters.
StatusOr<Program> gradientProgram(const Program& program);

// `args` and random cotangents: what gradientProgram(program) is called with.
std::vector<Literal> withCotangents(const Program& program, std::vector<Literal> args);

struct GradientCheck {
  bool secondOrder = true; // also the gradients of the gradient program
  double tolerance = 1e-6; // of the largest magnitude in a gradient, at least of 1
};

// Every element of every gradient against the central difference of <cotangents, results> in that
// element, or in both of its parts. Float parameters and results are f64 or complex<f64>, and no
// kink is within 1e-5 of `args`. "" or the first disagreement.
std::string gradientError(const Program& program, const std::vector<Literal>& args,
                          GradientCheck check = {});

} // namespace lz::test
