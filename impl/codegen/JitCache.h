// Compilers and objects that the compilations of a context keep for later ones.
#pragma once

#include "codegen/IdleCompilers.h"
#include "codegen/KeptObjects.h"

namespace lz::codegen {

// Any thread may use it.
class JitCache {
public:
  IdleCompilers compilers;
  KeptObjects objects;
};

} // namespace lz::codegen
