// Memory of nodes. A step frees hundreds of nodes of one size at once and the next one wants them
// back, more than malloc's own cache of a thread holds; so each thread keeps some. Thread-safe.
#pragma once

#include <cstddef>

namespace lz::lazy {

// Aligned to 16.
void* allocateNode(size_t bytes);
// `bytes` as allocated; any thread.
void freeNode(void* node, size_t bytes);

} // namespace lz::lazy
