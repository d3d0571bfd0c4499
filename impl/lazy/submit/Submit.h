// Submits the programs of a cut to a device's stream.
#pragma once

#include "lazy/submit/Segment.h"

#include <vector>

namespace lz::lazy {

// Compiles the segments that are not compiled, and submits each segment as soon as possible. If the
// compiler rejects a program, the outputs that do not depend on the cause are computed, and the
// other outputs fail (Salvage.h). Returns the first such error. With Wake::OnWait the caller must
// wait for all segments immediately afterwards. Call it with no lock held.
Status submitSegments(Engine& engine, std::vector<Segment>& segments, runtime::Wake wake);

} // namespace lz::lazy
