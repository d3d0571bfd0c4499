// Parses the computations of a module.
#pragma once

#include "base/HashMap.h"
#include "formats/xla/module/Opcodes.h"
#include "formats/xla/text/Scanner.h"

namespace lz::xla {

// The state that the parts of the parser share.
struct ParserState {
  Scanner scanner;
  Module module{};
  HashMap<std::string, int32_t> computationIds{};
  int64_t impliedShapes = 0; // how many parts of shapes the text has omitted up to now
  int depth = 0;             // nesting depth of operands and of bodies in attributes

  // Appends the computation. Fails if its name is taken.
  StatusOr<int32_t> add(Computation computation);
  // Returns the name `base`. If this name is taken, appends a number to it.
  std::string freshComputationName(std::string_view base) const;
};

// Parses the instructions of a computation, up to the closing brace or the end of the text, and
// appends the computation to the module. Computations that are written in attributes of these
// instructions are appended first.
StatusOr<int32_t> parseComputationBody(ParserState& state, std::string_view name, Place place);

// Counts the parts of a shape that the text omits. Fails if the text omits more than a million
// parts in all, because a short text can imply long shapes. Also fails if the shape nests deeper
// than kMaxShapeDepth.
Status chargeImplied(ParserState& state, Place place, const Shape& shape, int depth);

// Infers the shape of an instruction from its operands and attributes. Fails if the shape does not
// follow from these.
StatusOr<Shape> impliedShape(ParserState& state, const Computation& computation,
                             const Instruction& instruction);

} // namespace lz::xla
