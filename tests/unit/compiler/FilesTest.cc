// Tests files of executables that are damaged, or come from other versions or machines.
// tests/ops/FileTest.cc tests for all ops that loaded executables give the same bits.
#include "base/machine/DetectCpu.h"
#include "codegen/MicroKernels.h"
#include "compiler/Compiler.h"
#include "exec/file/ExecutableFile.h"
#include "exec/file/FileHeader.h"
#include "exec/tables/Executable_generated.h"
#include "runtime/Runtime.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>

namespace lz::compiler {
namespace {

const char* kAddOne = R"(
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<5xf32>
  %0 = stablehlo.add %x, %one : tensor<5xf32>
  return %0 : tensor<5xf32>
})";

// This program fills all tables of the file. It has sequences, contractions with kernels on rows
// and in slices, constants, a branch, and a slice that a product reads in place.
const char* kAllTables = R"(
func.func @main(%x: tensor<64x32xf32>, %i: tensor<i32>, %w: tensor<40x48xf32>) -> tensor<64x48xf32> {
  %b = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %y:2 = stablehlo.while(%k = %z, %v = %x) : tensor<i32>, tensor<64x32xf32>
   cond {
    %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %m = "stablehlo.case"(%i) ({
      %a = stablehlo.tanh %v : tensor<64x32xf32>
      stablehlo.return %a : tensor<64x32xf32>
    }, {
      stablehlo.return %v : tensor<64x32xf32>
    }) : (tensor<i32>) -> tensor<64x32xf32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %m : tensor<i32>, tensor<64x32xf32>
  }
  %u = stablehlo.dynamic_slice %w, %i, %z, sizes = [32, 48] : (tensor<40x48xf32>, tensor<i32>, tensor<i32>) -> tensor<32x48xf32>
  %d = stablehlo.dot_general %y#1, %u, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x48xf32>) -> tensor<64x48xf32>
  %s = stablehlo.slice %b [0:1, 1:2] : (tensor<1x3xf32>) -> tensor<1x1xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<64x48xf32>
  %r = stablehlo.add %d, %sb : tensor<64x48xf32>
  return %r : tensor<64x48xf32>
})";

std::string fileOf(const char* text, CompileOptions options = {}) {
  options.verify = true;
  auto executable = makeCompiler()->compile(*parseModule(text, "files.mlir"), options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  StatusOr<std::string> file = makeCompiler()->save(**executable);
  EXPECT_TRUE(file.ok()) << file.status();
  return *file;
}

Status loaded(std::string_view file, const CompileOptions& options = {}) {
  return makeCompiler()->load(file, options).status();
}

// Adds a header that fits these contents.
std::string sealed(std::string_view file) {
  const std::string_view tables = file.substr(exec::kHeaderBytes);
  return exec::headerOf(tables) + std::string(tables);
}

void nothing(void* const*, int64_t, int64_t) {}

// Links no code, so that damaged code is never read.
class Unlinked : public exec::CodeSource {
public:
  StatusOr<Linked> link(absl::Span<const MachineObject> objects) const override {
    return Linked{std::vector<exec::KernelFn>(objects.size(), nothing), nullptr};
  }
  const KernelTable& microKernels(DType dtype, MachineClass cpu) const override {
    return codegen::microKernels(dtype, cpu);
  }
  const KernelTable* pairKernels(MachineClass cpu) const override {
    return codegen::pairKernels(cpu);
  }
  Status checkRuns(MachineClass, const std::string&) const override { return okStatus(); }
};

TEST(Files, LoadedRunsAndIsSavedAsItWas) {
  const std::string file = fileOf(kAddOne);
  auto executable = makeCompiler()->load(file, {});
  ASSERT_TRUE(executable.ok()) << executable.status();
  EXPECT_TRUE((*executable)->spec().isLoaded);
  EXPECT_EQ(*makeCompiler()->save(**executable), file);
  auto device = runtime::Device::host({});
  Literal x({DType::F32, {5}});
  for (int i = 0; i < 5; ++i)
    x.mutableAs<float>()[i] = float(i);
  auto run = (*executable)->run(*device, {runtime::Storage::ofLiteral(x)});
  ASSERT_TRUE(run.ok()) << run.status();
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(reinterpret_cast<const float*>(run->outputs[0]->data())[i], float(i) + 1);
}

TEST(Files, ThreadsLoadOneFileAtOnce) {
  const std::string file = fileOf(kAllTables);
  const std::unique_ptr<Compiler> compiler = makeCompiler();
  std::atomic<int> right = 0;
  auto load = [&] {
    for (int i = 0; i < 20; ++i) {
      auto executable = compiler->load(file, {});
      right += executable.ok() && *compiler->save(**executable) == file;
    }
  };
  std::thread one(load), two(load);
  one.join(), two.join();
  EXPECT_EQ(right, 40);
}

TEST(Files, EveryFlippedBitIsFound) {
  std::string file = fileOf(kAddOne);
  for (size_t i = 0; i < file.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      file[i] = char(file[i] ^ (1 << bit));
      EXPECT_FALSE(loaded(file).ok()) << "bit " << bit << " of byte " << i;
      file[i] = char(file[i] ^ (1 << bit));
    }
  EXPECT_TRUE(loaded(file).ok());
}

TEST(Files, EveryLengthButTheRightOneIsFound) {
  const std::string file = fileOf(kAddOne);
  for (size_t size = 0; size < file.size(); ++size)
    EXPECT_FALSE(loaded(file.substr(0, size)).ok()) << size << " bytes";
  EXPECT_EQ(loaded(file + '\0').code(), absl::StatusCode::kDataLoss);
}

TEST(Files, WhatLiesAnywhereIsRead) {
  const std::string file = fileOf(kAddOne);
  for (size_t offset : {1, 4, 8})
    EXPECT_TRUE(loaded(std::string_view(std::string(offset, ' ') + file).substr(offset)).ok());
}

// Damages files but gives them a correct checksum, as a bug in a writer could do. Loading must
// return an error or a valid executable, and must not crash.
TEST(Files, TablesAreVerifiedBeforeTheyAreBelieved) {
  std::string file = fileOf(kAllTables);
  const Unlinked source;
  int refused = 0, read = 0;
  for (size_t i = exec::kHeaderBytes; i < file.size(); ++i)
    for (int bit : {0, 3, 7}) {
      const char before = file[i];
      file[i] = char(before ^ (1 << bit));
      exec::readExecutable(sealed(file), source, nullptr).ok() ? ++read : ++refused;
      file[i] = before;
    }
  EXPECT_GT(refused, 0);
  EXPECT_GT(read, 0); // nothing can recognize that a name or code has changed
}

// For i > 0, sequence i is one step whose `branches` bodies are all sequence i - 1.
std::string fileOfBranches(int depth, size_t branches) {
  namespace fb = exec::fb;
  flatbuffers::FlatBufferBuilder builder;
  std::vector<flatbuffers::Offset<fb::Sequence>> sequences;
  for (int32_t i = 0; i <= depth; ++i) {
    std::vector<fb::Thunk> kinds;
    std::vector<flatbuffers::Offset<void>> steps;
    if (i > 0) {
      const auto bodies = builder.CreateVector(std::vector<int32_t>(branches, i - 1));
      kinds.push_back(fb::Thunk::Conditional);
      steps.push_back(fb::CreateConditional(builder, 0, 0, false, bodies).Union());
    }
    const auto fbKinds = builder.CreateVector(kinds);
    sequences.push_back(fb::CreateSequence(builder, fbKinds, builder.CreateVector(steps)));
  }
  const fb::Caches caches(1, 1, 1);
  const auto cpu = builder.CreateString("x86-64-v2");
  const auto all = builder.CreateVector(sequences);
  builder.Finish(fb::CreateExecutable(builder, cpu, 0, &caches, 0, 0, 0, 0, all));
  const std::string_view tables(reinterpret_cast<const char*>(builder.GetBufferPointer()),
                                builder.GetSize());
  return exec::headerOf(tables) + std::string(tables);
}

TEST(Files, FewTablesAreNotStepsWithoutEnd) {
  auto messageOf = [](const std::string& file) {
    const Status status = exec::readExecutable(file, Unlinked(), nullptr).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << status;
    return std::string(status.message());
  };
  EXPECT_NE(messageOf(fileOfBranches(100, 2)).find("another step already names"),
            std::string::npos);
  EXPECT_NE(messageOf(fileOfBranches(1001, 1)).find("deeper than 1000"), std::string::npos);
  EXPECT_NE(messageOf(fileOfBranches(1000, 1)).find("no selector"), std::string::npos);
}

TEST(Files, OtherVersionsAreRefused) {
  std::string file = fileOf(kAddOne);
  auto put = [&](size_t at, uint32_t number) { std::memcpy(&file[at], &number, sizeof number); };
  put(8, exec::kFileVersion + 1);
  Status status = loaded(file);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
  const std::string version = absl::StrCat("version ", exec::kFileVersion + 1, " of the format");
  EXPECT_NE(status.message().find(version), absl::string_view::npos) << status;
  EXPECT_EQ(loaded("\x7f"
                   "ELF and so on")
                .code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(loaded("").code(), absl::StatusCode::kInvalidArgument);
}

TEST(Files, CodeOfABetterMachineIsRefused) {
  if (detectMachineClass() == MachineClass::X86V2)
    GTEST_SKIP() << "this machine has but one class";
  const std::string file = fileOf(kAddOne, {.cpu = "avx2"});
  setenv("LAZULI_CPU", "x86-64-v2", 1);
  const Status status = loaded(file);
  unsetenv("LAZULI_CPU");
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
  EXPECT_NE(status.message().find("compiled for the CPU class avx2"), absl::string_view::npos);
  EXPECT_TRUE(loaded(file).ok());
}

// A file must name the machine class of its code, so that the class can be checked where the file
// is loaded.
TEST(Files, CodeForWhateverTheHostIsIsRefused) {
  if (detectMachineClass() == MachineClass::X86V2)
    GTEST_SKIP() << "this machine has but one class";
  std::string file = fileOf(kAddOne, {.cpu = "avx2"});
  const size_t at = file.find("avx2", exec::kHeaderBytes);
  ASSERT_NE(at, std::string::npos);
  file.replace(at, 4, "host");
  const Status status = loaded(sealed(file));
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << status;
  EXPECT_NE(status.message().find("it names no CPU class"), absl::string_view::npos) << status;
}

class Twice : public exec::HostCall {
public:
  Twice() : HostCall("twice", {}) {}
  Status run(const exec::CallArgs& args) const override {
    for (int64_t i = 0; i < args.operand(0).type.numElements(); ++i)
      args.result(0).as<float>()[size_t(i)] = 2 * args.operand(0).as<float>()[size_t(i)];
    return okStatus();
  }
};

TEST(Files, HostCallsAreThoseOfTheContextThatLoads) {
  CompileOptions options;
  options.hostCalls = std::make_shared<exec::HostCalls>();
  ASSERT_TRUE(options.hostCalls->add(std::make_shared<Twice>()).ok());
  const std::string file = fileOf(R"(
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = stablehlo.custom_call @twice(%x) : (tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
})",
                                  options);
  EXPECT_TRUE(loaded(file, options).ok());
  const Status status = loaded(file);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
  EXPECT_NE(status.message().find("calls \"twice\""), absl::string_view::npos) << status;
}

} // namespace
} // namespace lz::compiler
