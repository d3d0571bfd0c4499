// Computations from text: the part of the parser of modules that repeats.
#pragma once

#include "base/HashMap.h"
#include "formats/xla/module/Opcodes.h"
#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// What the parts of the parser share.
struct ParserState {
  Scanner scanner;
  Module module{};
  HashMap<std::string, int32_t> computationIds{};
  int64_t impliedShapes = 0; // parts of shapes that the text leaves out, for a limit
  int depth = 0;             // of bodies in attributes of bodies, and of operands in operands

  // Appends the computation; an error if its name is taken.
  StatusOr<int32_t> add(Computation computation);
  // `base`, or with a number behind it if that is taken.
  std::string freshComputationName(std::string_view base) const;
};

// Instructions up to the brace that closes the computation, or to the end of the text. Appends the
// computation to the module, after those in the attributes of its instructions.
StatusOr<int32_t> parseComputationBody(ParserState& state, std::string_view name, Place place);

// Counts the parts of a shape that the text does not state: short texts may imply long ones. An
// error beyond a million parts, or if the shape nests deeper than kMaxShapeDepth.
Status chargeImplied(ParserState& state, Place place, const Shape& shape, int depth);

// The shape of an instruction that the text leaves out; an error if it does not follow.
StatusOr<Shape> impliedShape(ParserState& state, const Computation& computation,
                             const Instruction& instruction);

} // namespace lz::xla
