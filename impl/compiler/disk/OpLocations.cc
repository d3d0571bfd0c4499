#include "compiler/disk/OpLocations.h"

#include <utility>

namespace lz::compiler {

// Visits each op. The recursion is as deep as the nested regions.
template <typename AnyRegion, typename Visit>
static void forEachOp(AnyRegion& region, const Visit& visit) {
  for (auto& op : region.ops) {
    visit(op);
    for (auto& body : op.regions)
      forEachOp(body, visit);
  }
}

std::vector<std::string> locationsOf(const Program& program) {
  std::vector<std::string> locations;
  forEachOp(program.body, [&](const Op& op) {
    locations.push_back(op.location < 0 ? "" : program.locations[size_t(op.location)]);
  });
  return locations;
}

Program withLocationOfEachOp(const Program& program) {
  Program copy = program;
  copy.locations = locationsOf(program);
  int32_t next = 0;
  forEachOp(copy.body, [&](Op& op) { op.location = next++; });
  return copy;
}

std::shared_ptr<const exec::Executable> withLocations(const exec::Executable& executable,
                                                      std::vector<std::string> locations,
                                                      bool isShared) {
  exec::ExecutableSpec spec = executable.spec();
  spec.isShared = isShared;
  spec.locations = std::move(locations);
  return std::make_shared<const exec::Executable>(std::move(spec));
}

} // namespace lz::compiler
