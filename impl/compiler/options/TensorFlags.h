// Reads the options about splitting (docs/memory.md). They are a text of flags, or two numbers.
#pragma once

#include "absl/strings/string_view.h"
#include "compiler/options/CompileOptions.h"

namespace lz::compiler {

inline constexpr char kTensorFlags[] =
    "--tensor_size_threshold=SIZE and --tensor_split_size=SIZE, separated by blanks";

// Reads flags, for example "--tensor_size_threshold=1GB --tensor_split_size=500MB". Both names may
// begin with "xla_". Fails for any other flag, for a text that is not a size, and for a split size
// without a threshold. The message has the name of the variable, the text, and the flags that are
// allowed.
StatusOr<TensorLimits> parseTensorFlags(absl::string_view text, absl::string_view variable);

// Returns a copy of `otherwise` with two possible changes. If `sizeThreshold` is not 0, the copy
// has the numbers `sizeThreshold` and `splitSize`. If only `splitSize` is not 0, the copy has this
// split size and keeps its threshold. Fails if a number is negative, or if there is a split size
// without a threshold. The message names `owner`, for example "lz_compile_options".
StatusOr<TensorLimits> tensorLimits(int64_t sizeThreshold, int64_t splitSize,
                                    const TensorLimits& otherwise, absl::string_view owner);

} // namespace lz::compiler
