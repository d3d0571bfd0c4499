// Internal to formats/xla/proto: reads shapes and literals.
#pragma once

#include "formats/xla/module/Module.h"
#include "formats/xla/proto/Wire.h"

namespace lz::xla {

StatusOr<Shape> readShape(const Message& proto, int depth = 0);
StatusOr<HloLiteral> readLiteral(const Message& proto, int depth = 0);

} // namespace lz::xla
