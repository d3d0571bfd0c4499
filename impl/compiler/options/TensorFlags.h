// Reads the options of splitting (docs/memory.md), as a text of flags or as two numbers.
#pragma once

#include "absl/strings/string_view.h"
#include "compiler/options/CompileOptions.h"

namespace lz::compiler {

inline constexpr char kTensorFlags[] =
    "--tensor_size_threshold=SIZE and --tensor_split_size=SIZE, separated by blanks";

// Reads flags, for example "--tensor_size_threshold=1GB --tensor_split_size=500MB". Both names may
// begin with "xla_". Fails for any other flag, for a size that is none, and if there is a split
// size without a threshold. The message has the name of the variable, the text, and what is
// allowed.
StatusOr<TensorLimits> parseTensorFlags(absl::string_view text, absl::string_view variable);

// Returns `otherwise` with the numbers that are not 0. A threshold also replaces the split size.
// Fails if a number is negative, or if there is a split size without a threshold. The message names
// `owner`, for example "lz_compile_options".
StatusOr<TensorLimits> tensorLimits(int64_t sizeThreshold, int64_t splitSize,
                                    const TensorLimits& otherwise, absl::string_view owner);

} // namespace lz::compiler
