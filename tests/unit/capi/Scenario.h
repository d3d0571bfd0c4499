// The n-th allocation of the library fails, for every n, in something that a program does: each
// time there is a status and nothing else, nothing leaks, nothing hangs, and the context works
// afterwards.
#pragma once

#include "World.h"

#include <gtest/gtest.h>

namespace lz::test {

// Something that a program does. Gives back what it got, whether it succeeds or not; asks the
// library only, since what it allocates itself would fail, too.
using Step = Error (*)(World& world);

// Tries every n (LAZULI_TEST_ALLOCATIONS; else a sample of those from 200 on) until there are no
// more allocations, each in a context of its own.
void failEachAllocation(const char* name, Step step, const lz_context_options* options = nullptr);

// The same with the compiler: only what our own code allocates fails. A try compiles twice, so the
// sample is a small one.
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

// An error of the read, or else these elements.
Error expect(lz_tensor* tensor, float a, float b, float c, float d);

// y, of four elements, from x, constants and scalars, at places that nobody has seen before.
// y = [7.5, 10, 12.5, 15].
Error recordExpression(World& world, Owned<lz_tensor>& y);
// y = the sum of x's elements, by a body.
Error recordSum(World& world, lz_tensor* x, Owned<lz_tensor>& y);
// f(p) = p * p + the world's x, which it captures.
Error makeSquare(World& world, Owned<lz_function>& f);

} // namespace lz::test
