// The bytes that a program takes in memory, with its literals. Caches with a limit need it.
#pragma once

#include "spec/Program.h"

namespace lz::lazy {

int64_t bytesOf(const Program& program);

} // namespace lz::lazy
