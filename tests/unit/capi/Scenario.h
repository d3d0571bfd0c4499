// For every n, makes the library's n-th allocation fail while a program runs a step. The failing
// call must return a status and have no other effect. Nothing may leak or hang, and the context
// must still work.
#pragma once

#include "World.h"

#include <gtest/gtest.h>

namespace lz::test {

// The step of the program. It always releases everything that it got. It calls only the library,
// because its own allocations would fail as well.
using Step = Error (*)(World& world);

// Tries every n up to the number of allocations, each in a new context. From n = 200 on it tries
// only a sample, unless LAZULI_TEST_ALLOCATIONS is set.
void failEachAllocation(const char* name, Step step, const lz_context_options* options = nullptr);

// Does the same with the real compiler, but only allocations of Lazuli's own code fail. The sample
// is small because each try compiles twice.
void failEachAllocationOfOurs(const char* name, Step step);

// FAILING_ALLOCATIONS(InAThing) { ...the step... }
#define FAILING_ALLOCATIONS(Name, ...)                                                             \
  static Error Name(World& world);                                                                 \
  TEST(FailingAllocations, Name) {                                                                 \
    failEachAllocation(#Name, Name __VA_OPT__(, ) __VA_ARGS__);                                    \
  }                                                                                                \
  static Error Name(World& world)

#define FAILING_COMPILATIONS(Name)                                                                 \
  static Error Name(World& world);                                                                 \
  TEST(FailingCompilations, Name) {                                                                \
    failEachAllocationOfOurs(#Name, Name);                                                         \
  }                                                                                                \
  static Error Name(World& world)

// Reads the tensor, and checks that these are its elements. Returns the error of the read.
Error expect(lz_tensor* tensor, float a, float b, float c, float d);

// Records y = [7.5, 10, 12.5, 15] from x, constants and scalars, at locations that no earlier
// recording had.
Error recordExpression(World& world, Owned<lz_tensor>& y);
// y = the sum of x's elements, by a reduction with a body.
Error recordSum(World& world, lz_tensor* x, Owned<lz_tensor>& y);
// f(p) = p * p + the world's x, which it captures.
Error makeSquare(World& world, Owned<lz_function>& f);

} // namespace lz::test
