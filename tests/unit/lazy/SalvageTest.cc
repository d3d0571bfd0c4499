// Tests into which parts a program is divided if it cannot run as one program.
#include "lazy/submit/Salvage.h"

#include "gtest/gtest.h"
#include "spec/Effects.h"

namespace lz::lazy {
namespace {

// A program of x with three results: that of a call with effects, its negative and its square. All
// three need the call.
Program programWithEffects() {
  const TensorType type{DType::F32, {2}};
  Program program;
  const ValueId x = program.addValue(type), called = program.addValue(type);
  program.body.params = {x};
  const OpInfo& info = opInfo(Opcode::CustomCall);
  Op call{Opcode::CustomCall, {x}, {called}, Attrs(info.attrs.size()), {}};
  for (size_t i = 0; i < info.attrs.size(); ++i)
    if (info.attrs[i].name == "has_side_effect")
      call.attrs[i] = int64_t(1);
  call.attrs[0] = std::string("draw");
  program.body.ops.push_back(std::move(call));
  program.body.results = {called};
  for (Opcode opcode : {Opcode::Negate, Opcode::Multiply}) {
    const ValueId result = program.addValue(type);
    ValueIds operands(size_t(opInfo(opcode).numOperands), called);
    program.body.ops.push_back({opcode, std::move(operands), {result}});
    program.body.results.push_back(result);
  }
  return program;
}

// Returns the parts that compile. The compiler is one that refuses every program with more than one
// result, and whose error names no op.
std::vector<Part> compiledParts(const Program& program, Divide how) {
  std::vector<Part> parts;
  const Status refusal = unimplemented("too many results");
  salvage(wholeOf(program), {}, refusal, how, [&](const Part& part) {
    if (part.outputs.size() > 1)
      return refusal;
    parts.push_back(part);
    return okStatus();
  });
  return parts;
}

TEST(Salvage, ACallWithEffectsIsInOnePartAtMost) {
  const Program program = programWithEffects();
  EXPECT_TRUE(hasEffects(program.body));
  EXPECT_EQ(compiledParts(program, Divide::InOne).size(), 0u);
  EXPECT_EQ(compiledParts(program, Divide::InHalves).size(), 3u); // each part contains the call
}

} // namespace
} // namespace lz::lazy
