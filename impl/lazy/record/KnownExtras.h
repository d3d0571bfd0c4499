// What one thread remembers of the attributes that it recorded: ops of a loop have the same ones in
// each step, so their nodes share them, and a step allocates none.
#pragma once

#include "lazy/Node.h"

#include <array>

namespace lz::lazy {

class KnownExtras {
public:
  // An extra with these attributes and no bodies; `attrs` are moved from if there is none yet.
  // `hash`: of the op and its attributes.
  Ref<const NodeExtra> share(uint64_t hash, Attrs& attrs, bool hasEffects);
  void clear() { slots_ = {}; }

private:
  static constexpr size_t kSlots = 256;
  std::array<Ref<const NodeExtra>, kSlots> slots_;
};

// Of one node alone.
Ref<const NodeExtra>
makeExtra(Attrs& attrs, std::vector<std::shared_ptr<const FunctionBody>> bodies, bool hasEffects);

} // namespace lz::lazy
