// Finds text that would crash its parser: MLIR 19 recurses over nested text without a limit, and
// reserves memory for the numbers that it reads.
#pragma once

#include "base/Status.h"

namespace lz::formats {

// OK unless the text holds one of these, whether it parses or not. Linear in the text. Errors are
// located, "name:line:column: ...".
// invalid-argument:
// - brackets, or names for attributes and types (#a = [#b]) made of other names, nested deeper than
//   256;
// - such names that would take more than 16 MiB if each use were written out;
// - a number of more than 1024 digits;
// - a result (%x#7) that no op can have;
// - a resource aligned to more than 4096 bytes.
// unimplemented:
// - MLIR bytecode, integers of more than 128 bits.
Status checkTextLimits(absl::string_view text, absl::string_view name);

} // namespace lz::formats
