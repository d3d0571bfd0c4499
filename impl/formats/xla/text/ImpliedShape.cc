#include "formats/xla/text/ParseComputation.h"

namespace lz::xla {
namespace {

// Returns the shape of the root of the called computation, or of a conditional's first branch.
const Shape* calleeShape(const ParserState& state, const Instruction& instruction) {
  for (const char* name : {"to_apply", "calls", "branch_computations", "true_computation"})
    if (auto* callees = findAttribute<Computations>(instruction.attributes, name))
      return callees->ids.empty()
                 ? nullptr
                 : &state.module.computations[size_t(callees->ids.front())].root().shape;
  return nullptr;
}

const Shape* elementShape(const Shape& tuple, const Instruction& instruction) {
  auto* index = findAttribute<int64_t>(instruction.attributes, "index");
  bool isThere = index && *index >= 0 && *index < int64_t(tuple.tupleShapes.size());
  return isThere ? &tuple.tupleShapes[size_t(*index)] : nullptr;
}

} // namespace

Status chargeImplied(ParserState& state, Place place, const Shape& shape, int depth) {
  constexpr int64_t kMostParts = int64_t{1} << 20;
  if (depth > kMaxShapeDepth || ++state.impliedShapes > kMostParts)
    return state.scanner.error(place, "the shapes that the text leaves out are too large; write "
                                      "them, or flatten the tuples");
  for (const Shape& element : shape.tupleShapes)
    LZ_RETURN_IF_ERROR(chargeImplied(state, place, element, depth + 1));
  return okStatus();
}

StatusOr<Shape> impliedShape(ParserState& state, const Computation& computation,
                             const Instruction& instruction) {
  auto operand = [&](size_t i) -> const Shape& {
    return computation.instructions[size_t(instruction.operandIds[i])].shape;
  };
  const size_t count = instruction.operandIds.size();
  const Shape* shape = nullptr;
  Shape made;
  switch (instruction.opcode->shapeRule) {
  case ShapeRule::Written:
    break;
  case ShapeRule::FirstOperand:
    shape = count > 0 ? &operand(0) : nullptr;
    break;
  case ShapeRule::SecondOperand: // the rule for select and clamp
    shape = count > 1 ? &operand(1) : nullptr;
    break;
  case ShapeRule::Predicate:
    made = count > 0 ? operand(0) : Shape();
    made.elementType = PrimitiveType::Pred;
    return made;
  case ShapeRule::Tuple:
    made.elementType = PrimitiveType::Tuple;
    for (size_t i = 0; i < count; ++i) {
      LZ_RETURN_IF_ERROR(chargeImplied(state, instruction.place, operand(i), 1));
      made.tupleShapes.push_back(operand(i));
    }
    return made;
  case ShapeRule::Element:
    shape = count > 0 ? elementShape(operand(0), instruction) : nullptr;
    break;
  case ShapeRule::Callee:
    shape = calleeShape(state, instruction);
    break;
  case ShapeRule::Token:
    made.elementType = PrimitiveType::Token;
    return made;
  case ShapeRule::Id:
    made.elementType = primitiveTypeOf(DType::U32);
    return made;
  }
  if (shape) {
    LZ_RETURN_IF_ERROR(chargeImplied(state, instruction.place, *shape, 0));
    return *shape;
  }
  return state.scanner.error(instruction.place, "instruction ", instruction.name, ": the shape of ",
                             instruction.opcode->name,
                             " cannot be inferred; write it, as in f32[2,3] ",
                             instruction.opcode->name, "(...)");
}

} // namespace lz::xla
