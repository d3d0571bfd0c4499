#include "lazy/cache/ProgramBytes.h"

namespace lz::lazy {

static int64_t bytesOf(const Region& region) {
  int64_t bytes = int64_t(sizeof(Region)) + int64_t(region.params.size() * sizeof(ValueId));
  for (const Op& op : region.ops) {
    bytes += int64_t(sizeof(Op));
    for (const AttrValue& attr : op.attrs)
      if (const Literal* literal = std::get_if<Literal>(&attr); literal && literal->valid())
        bytes += literal->type().numBytes();
    for (const Region& body : op.regions)
      bytes += bytesOf(body);
  }
  return bytes;
}

int64_t bytesOf(const Program& program) {
  return bytesOf(program.body) + int64_t(program.types.size() * sizeof(TensorType));
}

} // namespace lz::lazy
