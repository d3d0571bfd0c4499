// Computes the memory that a program takes, with its literals, for caches with a limit.
#pragma once

#include "spec/Program.h"

namespace lz::lazy {

int64_t bytesOf(const Program& program);

} // namespace lz::lazy
