// Compiles a program without parts of the compiler, and runs it on random values.
#pragma once

#include "compiler/Compiler.h"
#include "runtime/Runtime.h"

#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace lz::compiler {

// Compiles the program for 3 threads, without the parts of the compiler that are named.
inline std::shared_ptr<const exec::Executable>
compiledWithout(const std::string& text, std::vector<std::string> disabled = {}) {
  StatusOr<Program> program = parseModule(text, "test.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  CompileOptions options;
  options.disabled = std::move(disabled);
  options.threads = 3;
  auto executable = makeCompiler()->compile(*program, options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  return *executable;
}

// Runs the executable with random inputs, and returns the bytes of all outputs.
inline std::string results(const exec::Executable& executable, int threads) {
  runtime::DeviceOptions options;
  options.threads = threads;
  auto device = runtime::Device::host(options);
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<std::shared_ptr<runtime::Storage>> args;
  for (const TensorType& type : executable.spec().inputs) {
    Literal literal(type);
    for (int64_t i = 0; i < type.numElements(); ++i)
      if (type.dtype == DType::F64)
        literal.mutableAs<double>()[i] = uniform(rng);
      else if (type.dtype == DType::BF16)
        literal.mutableAs<BF16>()[i] = BF16(float(uniform(rng)));
      else
        literal.mutableAs<float>()[i] = float(uniform(rng));
    args.push_back(runtime::Storage::ofLiteral(std::move(literal)));
  }
  auto run = executable.run(*device, args);
  EXPECT_TRUE(run.ok()) << run.status();
  std::string bytes;
  for (auto& output : run->outputs)
    bytes.append(reinterpret_cast<const char*>(output->data()), size_t(output->bytes()));
  return bytes;
}

} // namespace lz::compiler
