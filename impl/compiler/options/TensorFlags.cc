#include "compiler/options/TensorFlags.h"

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/sizes/ByteSize.h"

namespace lz::compiler {
namespace {

constexpr char kThreshold[] = "tensor_size_threshold", kSplit[] = "tensor_split_size";

// Returns the size that a flag sets, or null.
int64_t* sizeOf(absl::string_view name, TensorLimits& limits) {
  if (!absl::ConsumePrefix(&name, "--"))
    return nullptr;
  absl::ConsumePrefix(&name, "xla_");
  if (name == kThreshold)
    return &limits.sizeThreshold;
  return name == kSplit ? &limits.splitSize : nullptr;
}

Status checkThreshold(const TensorLimits& limits, absl::string_view owner) {
  return limits.splitSize > 0 && limits.sizeThreshold == 0
             ? invalidArgument(owner, " has a ", kSplit, ", but no ", kThreshold)
             : okStatus();
}

} // namespace

StatusOr<TensorLimits> parseTensorFlags(absl::string_view text, absl::string_view variable) {
  TensorLimits limits;
  for (absl::string_view flag : absl::StrSplit(text, absl::ByAnyChar(" \t\n"), absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(flag, absl::MaxSplits('=', 1));
    int64_t* size = sizeOf(parts.first, limits);
    if (!size)
      return invalidArgument(variable, " is \"", text, "\", but \"", flag, "\" is no flag: use ",
                             kTensorFlags, "; SIZE is ", kByteSizeGrammar);
    LZ_ASSIGN_OR_RETURN(*size,
                        parseByteSize(std::string(parts.second),
                                      absl::StrCat(parts.first, " of ", variable, "=", text)));
  }
  LZ_RETURN_IF_ERROR(checkThreshold(limits, absl::StrCat(variable, " is \"", text, "\", which")));
  return limits;
}

StatusOr<TensorLimits> tensorLimits(int64_t sizeThreshold, int64_t splitSize,
                                    const TensorLimits& otherwise, absl::string_view owner) {
  if (sizeThreshold < 0 || splitSize < 0)
    return invalidArgument(owner, ": ", sizeThreshold < 0 ? kThreshold : kSplit, " is ",
                           sizeThreshold < 0 ? sizeThreshold : splitSize,
                           "; use a number of bytes, or 0 for the default");
  TensorLimits limits = otherwise;
  if (sizeThreshold > 0)
    limits = {sizeThreshold, 0};
  if (splitSize > 0)
    limits.splitSize = splitSize;
  LZ_RETURN_IF_ERROR(checkThreshold(limits, owner));
  return limits;
}

} // namespace lz::compiler
