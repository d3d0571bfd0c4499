#include "lazy/bucket/Buckets.h"

#include "exec/Executable.h"
#include "lazy/program/AttrCompare.h"

namespace lz::lazy {

static uint64_t hashOf(const Program& program) {
  uint64_t hash = hashRegion(program.body);
  for (const TensorType& type : program.types)
    hash = mixHash(hash, hashType(type));
  return hash;
}

static bool areEqual(const Program& a, const Program& b) {
  return a.types == b.types && a.donated == b.donated && equalRegions(a.body, b.body);
}

StatusOr<std::shared_ptr<const exec::Executable>> BoundedProgram::executable(Compile compile) {
  std::lock_guard lock(mutex_);
  if (!executable_) {
    LZ_ASSIGN_OR_RETURN(executable_, compile(bucketed_.program));
    isCompiled_.store(true, std::memory_order_release);
  }
  return executable_;
}

std::shared_ptr<BoundedProgram> Buckets::find(Bucketed bucketed) {
  const uint64_t hash = hashOf(bucketed.program);
  std::lock_guard lock(mutex_);
  auto& sameHash = known_[hash];
  std::erase_if(sameHash, [](const auto& known) { return known.expired(); });
  for (const std::weak_ptr<BoundedProgram>& known : sameHash)
    if (std::shared_ptr<BoundedProgram> one = known.lock();
        one && areEqual(one->bucketed().program, bucketed.program) &&
        one->bucketed().ofOutputs == bucketed.ofOutputs)
      return one;
  auto made = std::make_shared<BoundedProgram>(std::move(bucketed));
  sameHash.push_back(made);
  return made;
}

} // namespace lz::lazy
