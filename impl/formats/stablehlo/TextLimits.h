// Finds text that would crash the parser of MLIR 19. This parser recurses over nested text without
// a limit, and reserves as much memory as numbers in the text ask for.
#pragma once

#include "base/Status.h"

namespace lz::formats {

// Returns OK unless the text, valid or not, contains one of the following. Takes linear time.
// Errors are located as "name:line:column: ...".
// invalid-argument:
// - brackets that nest deeper than 256, or names for attributes and types (#a = [#b]) whose
//   definitions nest to that depth;
// - such names that would take more than 16 MiB if each use were written out;
// - a number of more than 1024 digits;
// - a number of a result (%x#7) that is larger than any op can have;
// - a resource aligned to more than 4096 bytes.
// unimplemented:
// - MLIR bytecode, integers of more than 128 bits.
Status checkTextLimits(absl::string_view text, absl::string_view name);

} // namespace lz::formats
