// Compilers and objects that the compilations of a context leave for later ones.
#pragma once

#include "codegen/IdleCompilers.h"
#include "codegen/KeptObjects.h"

namespace lz::codegen {

// Any thread.
class JitCache {
public:
  IdleCompilers compilers;
  KeptObjects objects;
};

} // namespace lz::codegen
