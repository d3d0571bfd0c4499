// For every n, lets the library's n-th allocation fail while a program does something. Each time
// the call must return a status and do nothing else, nothing may leak or hang, and the context must
// work afterwards.
#pragma once

#include "World.h"

#include <gtest/gtest.h>

namespace lz::test {

// What the program does. It gives back what it got, whether it succeeds or not, and calls only the
// library, since its own allocations would fail as well.
using Step = Error (*)(World& world);

// Tries every n until there are no more allocations, each in a context of its own. From 200 on it
// takes a sample, unless LAZULI_TEST_ALLOCATIONS is set.
void failEachAllocation(const char* name, Step step, const lz_context_options* options = nullptr);

// The same with the real compiler: only allocations of our own code fail. The sample is small
// because each try compiles twice.
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

// Returns the error of the read; otherwise checks that these are the elements.
Error expect(lz_tensor* tensor, float a, float b, float c, float d);

// y, of four elements, from x, constants and scalars, at locations that were not seen before: y =
// [7.5, 10, 12.5, 15].
Error recordExpression(World& world, Owned<lz_tensor>& y);
// y = the sum of x's elements, by a reduction with a body.
Error recordSum(World& world, lz_tensor* x, Owned<lz_tensor>& y);
// f(p) = p * p + the world's x, which it captures.
Error makeSquare(World& world, Owned<lz_function>& f);

} // namespace lz::test
