// Compilers and objects that the compilations of a context keep for later compilations.
#pragma once

#include "codegen/IdleCompilers.h"
#include "codegen/KeptObjects.h"

namespace lz::codegen {

// Any thread may use an object of this class.
class JitCache {
public:
  IdleCompilers compilers;
  KeptObjects objects;
};

} // namespace lz::codegen
