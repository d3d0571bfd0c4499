// Regions depend only on the program, and not on the addresses of its ops in memory.
#include "ProgramBuilder.h"
#include "fusion/FormRegions.h"
#include "gtest/gtest.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Pipelines.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>

namespace lz::fusion {
namespace {

// The program has more values than the search for the sources of a group visits. So the result
// would depend on the order of the visits: it decides which row sums are computed by the group of
// the last sum.
Program manySources() {
  constexpr int kCount = 40;
  const Dims kShape = {64, 64};
  ProgramBuilder b;
  ValueId index = b.param(DType::S32, {}), sum = -1;
  std::vector<ValueId> arrays, functions;
  Region& body = b.program.body;
  for (int i = 0; i < kCount; ++i)
    arrays.push_back(b.param(DType::F32, kShape));
  for (ValueId array : arrays) {
    functions.push_back(b.op(Opcode::Tanh, {array}, {DType::F32, kShape},
                             Attrs(opInfo(Opcode::Tanh).attrs.size())));
    // The slice reads the value at a computed address, so the tanh becomes a separate kernel.
    body.results.push_back(b.op(Opcode::DynamicSlice, {functions.back(), index, index},
                                {DType::F32, {1, 1}}, {Ints{1, 1}}));
  }
  for (ValueId array : arrays)
    body.results.push_back(b.reduce(array, 0, {1}, Opcode::Add));
  for (ValueId value : functions)
    sum = sum < 0 ? value : b.op(Opcode::Add, {sum, value}, {DType::F32, kShape});
  body.results.push_back(sum);
  return std::move(b.program);
}

std::string regionsOf(const Program& program) {
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = hlo::importProgram(*context, program);
  std::vector<std::string> lines;
  FusionOptions options;
  options.explanations = &lines;
  formRegions(*module, options);
  Status status = hlo::verifyModule(*module, "form-regions");
  EXPECT_TRUE(status.ok()) << status;
  std::string text;
  llvm::raw_string_ostream out(text);
  module->print(out);
  for (const std::string& line : lines)
    out << line << '\n';
  return text;
}

TEST(SameRegions, WhateverTheHeapLooksLike) {
  Program program = manySources();
  std::string first = regionsOf(program);
  EXPECT_NE(first.find("a statistic of the same rows, as an output"), std::string::npos);
  std::mt19937 random(1);
  std::vector<std::unique_ptr<char[]>> holes;
  for (int run = 0; run < 12; ++run) {
    for (int i = 0; i < 2000; ++i)
      holes.push_back(std::make_unique<char[]>(16 + random() % 600));
    std::shuffle(holes.begin(), holes.end(), random);
    holes.resize(holes.size() / 2);
    ASSERT_EQ(regionsOf(program), first) << "run " << run;
  }
}

std::string outputOf(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  char buffer[512];
  while (pipe && std::fgets(buffer, sizeof(buffer), pipe))
    text += buffer;
  if (pipe)
    pclose(pipe);
  return text;
}

// Addresses differ from process to process, even without other objects on the heap.
TEST(SameRegions, InEveryProcess) {
  std::string said =
      "regions " + std::to_string(std::hash<std::string>()(regionsOf(manySources())));
  if (std::getenv("LAZULI_SAY_REGIONS")) {
    std::puts(said.c_str());
    return;
  }
  std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  for (int run = 0; run < 3; ++run) {
    std::string text =
        outputOf("LAZULI_SAY_REGIONS=1 '" + self + "' --gtest_filter=SameRegions.InEveryProcess");
    EXPECT_NE(text.find(said), std::string::npos) << text;
  }
}

} // namespace
} // namespace lz::fusion
