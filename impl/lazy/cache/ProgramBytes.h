// What a program takes in memory, its literals included; for caches that have a limit.
#pragma once

#include "spec/Program.h"

namespace lz::lazy {

int64_t bytesOf(const Program& program);

} // namespace lz::lazy
