// Reads sizes such as "2GB" from options and environment variables.
#pragma once

#include "base/Status.h"

#include <cstdint>
#include <string_view>

namespace lz {

// The grammar of a size, for messages and for help.
inline constexpr char kByteSizeGrammar[] =
    "a whole number of bytes, or a number and, without a space, a unit: kB, MB, GB or TB for "
    "powers "
    "of 1000, KiB, MiB, GiB or TiB for powers of 1024. A number with a unit may have up to six "
    "digits after a point: 500MB, 1.5GiB";

// Returns the bytes of a size, rounded down: 1500000000 for "1.5GB". If the text has another form,
// or the size does not fit into 63 bits, fails with InvalidArgument. The message has the name of
// the option, the text and the grammar.
StatusOr<int64_t> parseByteSize(std::string_view text, std::string_view name);

} // namespace lz
