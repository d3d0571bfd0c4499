// A row of the result belongs to one index of the dims before `dimension`. The row contains some
// contiguous elements of each operand. For example, [2,3] and [2,1] along dimension 1 make two rows
// of 3 + 1 elements. Threads divide the bytes of the result evenly. So one thread can copy the
// first part of an operand's elements in a row, and another thread the rest of these elements.
#include "exec/Concatenate.h"

#include "base/ElementStorage.h"
#include "base/machine/LibraryCosts.h"
#include "exec/ShareBytes.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

namespace lz::exec {
namespace {

size_t dimOf(const CallSignature& signature) {
  return size_t(signature.attrsOf<ConcatenateCallAttrs>().dimension);
}

// rowsOf() returns the number of rows. innerBytesOf() returns the number of bytes that one index of
// `dimension` has in a row.
int64_t rowsOf(const CallSignature& signature) {
  const Dims& dims = signature.results[0].dims;
  return std::accumulate(dims.begin(), dims.begin() + int64_t(dimOf(signature)), int64_t(1),
                         std::multiplies<>());
}
int64_t innerBytesOf(const CallSignature& signature) {
  const TensorType& type = signature.results[0];
  int64_t elements = std::accumulate(type.dims.begin() + int64_t(dimOf(signature)) + 1,
                                     type.dims.end(), int64_t(1), std::multiplies<>());
  return storageBytes(type.dtype, elements);
}

struct Runs {
  const CallArgs& args;
  absl::Span<const int64_t> starts; // offset of each operand in a row, then the length of the row

  // Copies bytes begin..end of the result.
  void copy(int64_t begin, int64_t end) const {
    const int64_t rowBytes = starts.back();
    int64_t row = begin / rowBytes, at = begin % rowBytes;
    size_t i = size_t(std::upper_bound(starts.begin(), starts.end(), at) - starts.begin()) - 1;
    std::byte* out = args.result(0).data;
    while (begin < end) {
      while (at == starts[i + 1]) // skips empty operands, which may have no memory
        ++i;
      int64_t runBytes = starts[i + 1] - starts[i],
              bytes = std::min(starts[i + 1] - at, end - begin);
      std::memcpy(out + begin, args.operand(i).data + row * runBytes + (at - starts[i]),
                  size_t(bytes));
      begin += bytes, at += bytes;
      if (at == rowBytes)
        ++row, at = 0, i = 0;
    }
  }
};

} // namespace

Status concatenate(const CallArgs& args) {
  const CallSignature& signature = args.signature;
  const int64_t bytes = signature.results[0].numBytes(), inner = innerBytesOf(signature);
  if (bytes == 0)
    return okStatus();
  const size_t count = signature.operands.size(), dim = dimOf(signature);
  auto* starts = reinterpret_cast<int64_t*>(args.scratch.data());
  starts[0] = 0;
  for (size_t i = 0; i < count; ++i)
    starts[i + 1] = starts[i] + signature.operands[i].dims[dim] * inner;
  Runs runs{args, {starts, count + 1}};
  shareBytes(args.pool, bytes, needsOfConcatenate(signature).ns,
             [&](int64_t begin, int64_t end) { runs.copy(begin, end); });
  return okStatus();
}

CallNeeds needsOfConcatenate(const CallSignature& signature) {
  const LibraryCosts& costs = libraryCosts(signature.cpu);
  const double runs = double(signature.operands.size()) * double(rowsOf(signature));
  return {int64_t(sizeof(int64_t)) * (int64_t(signature.operands.size()) + 1),
          kNsPerCopiedByte * double(signature.results[0].numBytes()) + costs.copiedRun * runs};
}

} // namespace lz::exec
