// Reads whole files and pipes.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Status.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lz::npy {

// Returns the bytes of a file or pipe. Before the rest is read, `check` gets the beginning of the
// file: at most 4096 bytes. Errors: those of `check`; InvalidArgument for a folder, or if the file
// cannot be opened or read; ResourceExhausted if the file has more than `most` bytes, or is
// endless.
StatusOr<std::string> readFile(const std::string& path, int64_t most,
                               absl::FunctionRef<Status(std::string_view beginning)> check);

} // namespace lz::npy
