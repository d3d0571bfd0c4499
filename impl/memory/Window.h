// Searches for the best order of a few successive steps.
#pragma once

#include "memory/Order.h"

#include <optional>

namespace lz::memory {

inline constexpr size_t kMostInWindow = 64;

// Changes the order of steps [first, first + count) of `order`, so that as few bytes as possible
// are alive at the peak of these steps. `count` is at most kMostInWindow. Returns nullopt if no
// order has a lower peak than the present one, or if the search would take too long.
std::optional<Order> reorderWindow(const StepGraph& graph, const Order& order, size_t first,
                                   size_t count, Work& work);

} // namespace lz::memory
