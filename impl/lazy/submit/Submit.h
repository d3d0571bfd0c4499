// Turns the programs of a cut into work on a device's stream.
#pragma once

#include "lazy/submit/Segment.h"

#include <vector>

namespace lz::lazy {

// Compiles where needed and submits each segment as soon as it can go; it never waits for another
// submission. If the compiler refuses a program, the outputs that it accepts are computed and the
// others fail (Salvage.h); the first such error is returned. With Wake::OnWait the caller must wait
// for all segments at once. Call it with no lock held.
Status submitSegments(Engine& engine, std::vector<Segment>& segments, runtime::Wake wake);

} // namespace lz::lazy
