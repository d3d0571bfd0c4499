// Submits the programs of a cut to a device's stream.
#pragma once

#include "lazy/submit/Segment.h"

#include <vector>

namespace lz::lazy {

// Compiles the segments that need it, and submits each as soon as possible, without waiting for
// other submissions. If the compiler rejects a program, the outputs that can be compiled without
// the cause are computed and the other outputs fail (Salvage.h). Returns the first such error. With
// Wake::OnWait the caller must wait for all segments immediately afterwards. Call it with no lock
// held.
Status submitSegments(Engine& engine, std::vector<Segment>& segments, runtime::Wake wake);

} // namespace lz::lazy
