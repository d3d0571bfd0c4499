#include "contraction/plan/Strips.h"

#include "base/Integers.h"
#include "base/machine/CacheSets.h"
#include "base/machine/CostTable.h"

#include <numeric>

namespace lz::contraction {

// The smallest length of the runs of k for which strips are used. With shorter runs, strips take as
// long as packing. Without strips, conv3x3-input-gradient takes 1.4 times as long (Zen 5). With
// half or twice this value, all 258 programs of the bench get the same plans.
constexpr int64_t kLeastRun = 3;

std::optional<Strips> stripsOf(const TiledContraction& spec) {
  const OperandSpec& operand = spec.lhs;
  if (operand.window.empty() || operand.window.size() > 8 || operand.plainRowsLast ||
      !operand.plainKLast || operand.k.size() != 1 || operand.k[0].stride != 1)
    return std::nullopt;
  for (const WindowAxis& axis : operand.window)
    if (axis.baseDilation != 1)
      return std::nullopt;
  const WindowAxis& axis = operand.window.back();
  Strips strips;
  strips.pixel = operand.k[0].extent;
  strips.taps = axis.tapExtent;
  strips.pixels = (spec.mr - 1) * axis.outStride + (axis.tapExtent - 1) * axis.tapStride + 1;
  strips.count = 1;
  for (size_t d = 0; d + 1 < operand.window.size(); ++d)
    strips.count *= operand.window[d].tapExtent;
  strips.rowStride = axis.outStride * strips.pixel;
  strips.run = axis.tapStride == 1 ? strips.taps * strips.pixel : strips.pixel;
  int64_t size = int64_t(byteSize(spec.compute));
  if (strips.run < kLeastRun || strips.elements() * size > secondLevelBytes(spec.cpu) / 4 ||
      strips.rowStride * size % kCacheWayBytes == 0)
    return std::nullopt;
  return strips;
}

int64_t panelsInLine(const TiledContraction& spec) {
  const int64_t line = spec.lhs.window.back().outExtent, height = spec.mr;
  if (line < height)
    return 0;
  // Each end of a line is inside of a panel, unless a panel ends at the same row.
  const int64_t ends = ceilDiv(spec.m, line), shared = ceilDiv(spec.m, std::lcm(line, height));
  return ceilDiv(spec.m, height) - (ends - shared);
}

} // namespace lz::contraction
