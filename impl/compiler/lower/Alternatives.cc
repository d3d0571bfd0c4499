#include "compiler/lower/Alternatives.h"

#include <algorithm>

namespace lz::compiler {

std::vector<Alternative> withFewerThreads(int threads, double ns,
                                          absl::FunctionRef<int64_t(int)> scratchOf) {
  std::vector<Alternative> found;
  int64_t least = scratchOf(threads);
  for (int fewer = threads / 2; fewer >= 1; fewer /= 2) {
    const int64_t bytes = scratchOf(fewer);
    if (bytes < least)
      found.push_back({fewer, bytes, ns / fewer - ns / threads});
    least = std::min(least, bytes);
  }
  return found;
}

} // namespace lz::compiler
