// Turns the programs of a cut into work on a device's stream.
#pragma once

#include "lazy/submit/Segment.h"

#include <vector>

namespace lz::lazy {

// Compiles what must be and submits the segments, each as soon as it can go; never waits for
// another submission. Of a program that the compiler refuses what it accepts is computed, and the
// others fail (Salvage.h); the first such error is returned. With Wake::OnWait the caller waits for
// all of them at once. Needs that no lock is held.
Status submitSegments(Engine& engine, std::vector<Segment>& segments, runtime::Wake wake);

} // namespace lz::lazy
