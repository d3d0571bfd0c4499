// lz-print-plans: writes the plan of every region, and how the class AVX-512 runs it, to stderr.
// What the compiler adds when it knows the buffers, stores past the caches, is not there.
#pragma once

namespace lz {

void registerPrintPlansPass();

} // namespace lz
