#include "formats/xla/module/Opcodes.h"
#include "formats/xla/text/HloText.h"

#include <algorithm>

namespace lz::xla {
namespace {

class Verifier {
public:
  Verifier(const Module& module, std::string_view name) : module_(module), name_(name) {}

  Status run() {
    for (const Computation& computation : module_.computations)
      LZ_RETURN_IF_ERROR(verify(computation));
    return okStatus();
  }

private:
  Status verify(const Computation& computation);
  Status verifyOperands(const Instruction& instruction);
  Status verifyAttributes(const Instruction& instruction);
  Status verifyElement(const Computation& computation, const Instruction& instruction);
  Status verifyCallee(const Computation& computation, const Instruction& instruction);
  Status verifyParameters(const Computation& computation);
  template <typename... Parts>
  Status error(const Instruction& instruction, const Parts&... parts) const {
    std::string where = absl::StrCat(detail::piece(name_), ":", instruction.place.line, ":",
                                     instruction.place.column);
    Status status = invalidArgument(where, ": instruction ", instruction.name, ", ",
                                    instruction.opcode->name, ": ", parts...);
    return withOp(withLocation(status, where), instruction.opcode->name);
  }

  const Module& module_;
  std::string_view name_;
};

Status Verifier::verify(const Computation& computation) {
  LZ_RETURN_IF_ERROR(verifyParameters(computation));
  for (const Instruction& instruction : computation.instructions) {
    LZ_RETURN_IF_ERROR(verifyOperands(instruction));
    LZ_RETURN_IF_ERROR(verifyAttributes(instruction));
    LZ_RETURN_IF_ERROR(verifyElement(computation, instruction));
    LZ_RETURN_IF_ERROR(verifyCallee(computation, instruction));
  }
  return okStatus();
}

Status Verifier::verifyOperands(const Instruction& instruction) {
  int expected = instruction.opcode->numOperands;
  int count = int(instruction.operandIds.size());
  if (expected >= 0 && count != expected)
    return error(instruction, "it takes ", expected, expected == 1 ? " operand" : " operands",
                 ", not ", count);
  return okStatus();
}

Status Verifier::verifyAttributes(const Instruction& instruction) {
  for (std::string_view name : instruction.opcode->required) {
    auto isIt = [&](const Attribute& attribute) { return attribute.info->name == name; };
    if (std::none_of(instruction.attributes.begin(), instruction.attributes.end(), isIt))
      return error(instruction, "it needs the attribute ", name, "; add ", name, "=...");
  }
  return okStatus();
}

Status Verifier::verifyElement(const Computation& computation, const Instruction& instruction) {
  if (instruction.opcode->shapeRule != ShapeRule::Element)
    return okStatus();
  const Instruction& tuple = computation.instructions[size_t(instruction.operandIds.front())];
  int64_t index = *findAttribute<int64_t>(instruction.attributes, "index");
  if (!tuple.shape.isTuple() || index < 0 || index >= int64_t(tuple.shape.tupleShapes.size()))
    return error(instruction, tuple.name, " of shape ", printShapeWithoutLayout(tuple.shape),
                 " has no element ", index);
  const Shape& element = tuple.shape.tupleShapes[size_t(index)];
  if (!sameWithoutLayout(element, instruction.shape))
    return error(instruction, "element ", index, " has the shape ",
                 printShapeWithoutLayout(element), ", not ",
                 printShapeWithoutLayout(instruction.shape));
  return okStatus();
}

// Checks that a call passes its operands to parameters of the same types. Other ops have their own
// rules for parameters.
Status Verifier::verifyCallee(const Computation& computation, const Instruction& instruction) {
  if (instruction.opcode->shapeRule != ShapeRule::Callee || instruction.opcode->fullName.empty())
    return okStatus();
  auto* callees = findAttribute<Computations>(instruction.attributes, "to_apply");
  callees = callees ? callees : findAttribute<Computations>(instruction.attributes, "calls");
  const Computation& callee = module_.computations[size_t(callees->ids.front())];
  size_t taken = 0;
  for (const Instruction& parameter : callee.instructions) {
    if (parameter.opcode->name != "parameter")
      continue;
    ++taken;
    size_t number = size_t(parameter.parameterNumber);
    if (number >= instruction.operandIds.size())
      continue; // reported below, where parameters are counted
    const Instruction& operand = computation.instructions[size_t(instruction.operandIds[number])];
    if (!sameWithoutLayout(operand.shape, parameter.shape))
      return error(instruction, "operand ", operand.name, " has the shape ",
                   printShapeWithoutLayout(operand.shape), ", but parameter ", number, " of ",
                   callee.name, " has ", printShapeWithoutLayout(parameter.shape));
  }
  if (taken != instruction.operandIds.size())
    return error(instruction, callee.name, " takes ", taken, " operands, not ",
                 instruction.operandIds.size());
  if (!sameWithoutLayout(callee.root().shape, instruction.shape))
    return error(instruction, callee.name, " returns ",
                 printShapeWithoutLayout(callee.root().shape), ", not ",
                 printShapeWithoutLayout(instruction.shape));
  return okStatus();
}

// Checks that the numbers of the parameters are 0, 1, ... without gaps.
Status Verifier::verifyParameters(const Computation& computation) {
  std::vector<const Instruction*> parameters;
  for (const Instruction& instruction : computation.instructions)
    if (instruction.opcode->name == "parameter")
      parameters.push_back(&instruction);
  std::vector<bool> seen(parameters.size());
  for (const Instruction* parameter : parameters) {
    int64_t number = parameter->parameterNumber;
    if (number < 0 || number >= int64_t(seen.size()) || seen[size_t(number)])
      return error(*parameter, "the parameters of ", computation.name,
                   " must be numbered from 0 to ", int64_t(seen.size()) - 1, ", each once, but ",
                   number, " is out of range, or occurs twice");
    seen[size_t(number)] = true;
  }
  return okStatus();
}

} // namespace

Status verifyModule(const Module& module, std::string_view name) {
  return Verifier(module, name).run();
}

} // namespace lz::xla
