#include "emit/stages/Stages.h"

namespace lz::emit {

Stages::Stages(KernelContext& k)
    : k(k), rows(k), sums(k), table(k, unit), shortRows(k), updates(k) {
  k.stages = this;
  k.kept = {&rows, &shortRows};
}

Status Stages::run(const schedule::Stage& stage, Scope& scope) {
  using Emit = Status (*)(Stages&, const schedule::Stage&, Scope&);
  static constexpr Emit kEmit[] = {
#define LZ_STAGE_KIND(kind, name) &emit##kind,
#include "schedule/StageKinds.def"
  };
  LoopsOf loops(k, &stage);
  return kEmit[size_t(stage.kind)](*this, stage, scope);
}

} // namespace lz::emit
