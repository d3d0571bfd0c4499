// The 32 bytes before the tables of an executable (ExecutableFile.h).
#pragma once

#include "base/Status.h"

#include <string>
#include <string_view>

namespace lz::exec {

inline constexpr size_t kHeaderBytes = 32;

// Returns the header of a file with these tables.
std::string headerOf(std::string_view tables);
// Returns the tables of a file. Has the same errors as readExecutable.
StatusOr<std::string_view> tablesOf(std::string_view file);

} // namespace lz::exec
