// Parses computations, which a module consists of.
#pragma once

#include "base/HashMap.h"
#include "formats/xla/module/Opcodes.h"
#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// State that the parts of the parser share.
struct ParserState {
  Scanner scanner;
  Module module{};
  HashMap<std::string, int32_t> computationIds{};
  int64_t impliedShapes = 0; // number of omitted parts of shapes, which is limited
  int depth = 0;             // how deep bodies in attributes, and operands, nest

  // Appends the computation. Fails if its name is taken.
  StatusOr<int32_t> add(Computation computation);
  // Returns `base`, followed by a number if that name is taken.
  std::string freshComputationName(std::string_view base) const;
};

// Parses instructions up to the brace that closes the computation, or to the end of the text.
// Appends the computation to the module. The computations in the attributes of its instructions
// come before it.
StatusOr<int32_t> parseComputationBody(ParserState& state, std::string_view name, Place place);

// Counts the parts of a shape that the text omits, since short texts can imply long shapes. Fails
// beyond a million parts, or if the shape nests deeper than kMaxShapeDepth.
Status chargeImplied(ParserState& state, Place place, const Shape& shape, int depth);

// Returns the shape of an instruction whose text omits it. Fails if the shape does not follow from
// the operands and attributes.
StatusOr<Shape> impliedShape(ParserState& state, const Computation& computation,
                             const Instruction& instruction);

} // namespace lz::xla
