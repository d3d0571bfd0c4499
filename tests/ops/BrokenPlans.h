// Breaks the plan of an executable on purpose: where its values lie, what shares a place, in which
// order its thunks run, and what it states about its memory. The same seed breaks it in the same
// way.
#pragma once

#include "exec/Executable.h"

#include <optional>

namespace lz::test {

enum class Fault {
  None,           // places are chosen again for the same lives, so nothing is broken
  PlaceMoved,     // a temporary lies somewhere else in the arena
  PlaceOfAnother, // a temporary lies where another one of its size lies
  LifeShortened,  // places are chosen again, as if a temporary were read less long
  Exchanged,      // two thunks of a list have changed places
  LeftOut,        // a thunk is missing, a copy if there is one
  SmallScratch,   // a thunk has less scratch than it needs
  WrongSum,       // the bytes of a run are not those that are stated
};
inline constexpr int kNumFaults = 8;

const char* nameOf(Fault fault);

// Returns nullopt if the executable has nothing that can be broken like this.
std::optional<exec::ExecutableSpec> withFault(const exec::ExecutableSpec& spec, Fault fault,
                                              uint64_t seed);

} // namespace lz::test
