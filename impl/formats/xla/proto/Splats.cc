#include "formats/xla/proto/Splats.h"

#include "formats/xla/module/Attributes.h"
#include "formats/xla/module/Opcodes.h"

#include <algorithm>
#include <set>

namespace lz::xla {
namespace {

// A constant of one element, together with its broadcast, takes this many bytes more than an empty
// constant, if the names of instructions have a dozen letters. If the elements of a splat take at
// most this many bytes, all elements are written.
constexpr int64_t kBytesOfBroadcast = 37;

bool isLarge(const HloLiteral& literal) {
  if (literal.isSplat)
    return literal.shape.tensorType().numBytes() > kBytesOfBroadcast;
  return std::ranges::any_of(literal.tupleLiterals, isLarge);
}

bool hasLargeSplats(const Computation& computation) {
  return std::ranges::any_of(computation.instructions,
                             [](const Instruction& one) { return isLarge(one.literal); });
}

class SplatMaker {
public:
  explicit SplatMaker(const Computation& from) : from_(from) {
    for (const Instruction& instruction : from.instructions)
      names_.insert(instruction.name);
  }

  Computation run() {
    made_.name = from_.name;
    made_.executionThread = from_.executionThread;
    std::vector<int32_t> positions; // new positions of the original instructions
    for (Instruction instruction : from_.instructions) {
      for (int32_t& operand : instruction.operandIds)
        operand = positions[size_t(operand)];
      positions.push_back(add(std::move(instruction)));
    }
    made_.rootId = positions[size_t(from_.rootId)];
    return std::move(made_);
  }

private:
  int32_t add(Instruction instruction) {
    if (isLarge(instruction.literal))
      makeFromParts(instruction);
    made_.instructions.push_back(std::move(instruction));
    return int32_t(made_.instructions.size()) - 1;
  }

  void makeFromParts(Instruction& constant) {
    const HloLiteral literal = std::move(constant.literal);
    constant.literal = {};
    if (literal.isSplat) {
      const Shape scalar{.elementType = literal.shape.elementType};
      constant.operandIds = {addPart(constant.name, {.shape = scalar, .data = literal.data})};
      constant.opcode = findOpcode("broadcast");
      constant.attributes.push_back({findAttributeInfo("dimensions"), Ints(), {}});
      return;
    }
    for (const HloLiteral& element : literal.tupleLiterals)
      constant.operandIds.push_back(addPart(constant.name, element));
    constant.opcode = findOpcode("tuple");
  }

  int32_t addPart(const std::string& of, const HloLiteral& literal) {
    std::string name = of + ".part";
    for (int number = 1; !names_.insert(name).second; ++number)
      name = of + ".part" + std::to_string(number);
    return add({.name = std::move(name),
                .opcode = findOpcode("constant"),
                .shape = literal.shape,
                .literal = literal});
  }

  const Computation& from_;
  Computation made_;
  std::set<std::string> names_;
};

} // namespace

bool hasLargeSplats(const Module& module) {
  return std::ranges::any_of(module.computations, [](const Computation& computation) {
    return hasLargeSplats(computation);
  });
}

Module makeLargeSplats(const Module& module) {
  Module made = module;
  for (Computation& computation : made.computations)
    if (hasLargeSplats(computation))
      computation = SplatMaker(computation).run();
  return made;
}

} // namespace lz::xla
