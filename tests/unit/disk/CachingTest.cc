// One compiler finds programs that another one has compiled, as if they were in two processes.
// Tests which programs are found, which are compiled again, and that a damaged file only leads to a
// new compilation.
#include "Folder.h"
#include "absl/strings/str_replace.h"
#include "base/machine/DetectCpu.h"
#include "compiler/disk/BuildId.h"
#include "compiler/disk/CachingCompiler.h"
#include "compiler/disk/ProgramKey.h"
#include "runtime/Runtime.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <set>

namespace lz::compiler {
namespace {

using test::Folder;

const char* kAddOne = R"(
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<5xf32>
  %0 = stablehlo.add %x, %one : tensor<5xf32>
  return %0 : tensor<5xf32>
})";

Program programOf(const std::string& text, const std::string& name = "cache.mlir") {
  return *parseModule(text, name);
}

DiskCacheOptions in(const Folder& folder) {
  return {.folder = folder.path()};
}

// Returns true if a new compiler loads the program from the folder.
bool isLoaded(const Folder& folder, const Program& program, const CompileOptions& options = {}) {
  auto executable = makeCompiler(in(folder))->compile(program, options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  return (*executable)->spec().isLoaded;
}

TEST(Caching, ASecondCompilerLoads) {
  Folder folder;
  const Program program = programOf(kAddOne);
  EXPECT_FALSE(isLoaded(folder, program));
  EXPECT_TRUE(isLoaded(folder, program));
  EXPECT_EQ(folder.files().size(), 1u);
  auto executable = *makeCompiler(in(folder))->compile(program, {});
  auto device = runtime::Device::host({});
  Literal x = Literal::splat({DType::F32, {5}}, 41);
  auto run = executable->run(*device, {runtime::Storage::ofLiteral(x)});
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(*reinterpret_cast<const float*>(run->outputs[0]->data()), 42);
}

TEST(Caching, WhatDecidesTheCodeIsPartOfTheKey) {
  ASSERT_FALSE(buildId().empty());
  std::set<std::string> keys;
  auto isNew = [&](const std::string& text, const CompileOptions& options) {
    auto key = programKey(programOf(text), options);
    EXPECT_TRUE(key.ok() && *key);
    return keys.insert(**key).second;
  };
  EXPECT_TRUE(isNew(kAddOne, {.threads = 2}));
  EXPECT_FALSE(isNew(kAddOne, {.threads = 2}));
  EXPECT_TRUE(isNew(kAddOne, {.threads = 3}));
  EXPECT_TRUE(isNew(kAddOne, {.numerics = Numerics::Strict, .threads = 2}));
  EXPECT_TRUE(isNew(kAddOne, {.threads = 2, .disabled = {"fusion"}}));
  EXPECT_TRUE(isNew(absl::StrReplaceAll(kAddOne, {{"1.0", "2.0"}}), {.threads = 2}));
  EXPECT_FALSE(isNew(std::string("\n") + kAddOne, {.threads = 2})) << "locations";
  EXPECT_TRUE(isNew(kAddOne, {.threads = 2, .budgetBytes = 1 << 20}));
  EXPECT_TRUE(isNew(std::string("\n") + kAddOne, {.threads = 2, .budgetBytes = 1 << 20}));
  if (detectMachineClass() != MachineClass::X86V2)
    EXPECT_TRUE(isNew(kAddOne, {.cpu = "x86-64-v2", .threads = 2}));
}

TEST(Caching, WhoLooksAtACompilationGetsOne) {
  Folder folder, dump;
  const Program program = programOf(kAddOne);
  EXPECT_FALSE(isLoaded(folder, program));
  EXPECT_FALSE(isLoaded(folder, program, {.dumpDir = dump.path()}));
  EXPECT_FALSE(isLoaded(folder, program, {.disabled = {"objects"}}));
  EXPECT_TRUE(isLoaded(folder, program));
}

TEST(Caching, AnotherClassOfTheCpuIsCompiledFor) {
  if (detectMachineClass() == MachineClass::X86V2)
    GTEST_SKIP() << "this machine has but one class";
  Folder folder;
  const Program program = programOf(kAddOne);
  EXPECT_FALSE(isLoaded(folder, program));
  setenv("LAZULI_CPU", "x86-64-v2", 1);
  EXPECT_FALSE(isLoaded(folder, program));
  EXPECT_TRUE(isLoaded(folder, program));
  unsetenv("LAZULI_CPU");
  EXPECT_TRUE(isLoaded(folder, program));
}

class Named : public exec::HostCall {
public:
  explicit Named(exec::HostCallTraits traits) : HostCall("named", std::move(traits)) {}
  Status run(const exec::CallArgs&) const override { return okStatus(); }
};

CompileOptions withHostCall(exec::HostCallTraits traits) {
  CompileOptions options;
  options.hostCalls = std::make_shared<exec::HostCalls>();
  EXPECT_TRUE(options.hostCalls->add(std::make_shared<Named>(std::move(traits))).ok());
  return options;
}

TEST(Caching, HostCallsCountByWhatIsKnownOfThem) {
  Folder folder;
  const Program program = programOf(R"(
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = stablehlo.custom_call @named(%x) : (tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
})");
  EXPECT_FALSE(isLoaded(folder, program, withHostCall({})));
  EXPECT_TRUE(isLoaded(folder, program, withHostCall({})));
  EXPECT_FALSE(isLoaded(folder, program, withHostCall({.hasEffects = true})));
  EXPECT_FALSE(isLoaded(folder, program, withHostCall({.aliases = {{0, 0}}})));
  EXPECT_FALSE(makeCompiler(in(folder))->compile(program, {}).ok()) << "it is not registered";
}

// A compiler that cannot compile, but can load.
class Loader : public Compiler {
public:
  StatusOr<std::shared_ptr<const exec::Executable>> compile(const Program&,
                                                            const CompileOptions&) override {
    return unimplemented("nothing is compiled");
  }
  StatusOr<std::shared_ptr<const exec::Executable>> load(std::string_view bytes,
                                                         const CompileOptions& options) override {
    return compiler_->load(bytes, options);
  }

private:
  const std::unique_ptr<Compiler> compiler_ = makeCompiler();
};

TEST(Caching, AFileWithAFlippedBitIsCompiledAnew) {
  Folder folder;
  const Program program = programOf(kAddOne);
  EXPECT_FALSE(isLoaded(folder, program));
  const std::string path = folder.files()[0], content = test::contentOf(path);
  const std::unique_ptr<Compiler> loader = cachingCompiler(std::make_unique<Loader>(), in(folder));
  EXPECT_TRUE(loader->compile(program, {}).ok());
  for (size_t i = 0; i < content.size(); ++i) {
    std::string damaged = content;
    damaged[i] = char(damaged[i] ^ (1 << (i % 8)));
    test::write(path, damaged);
    EXPECT_FALSE(loader->compile(program, {}).ok()) << "byte " << i;
  }
  for (size_t size = 0; size < content.size(); size += 7) {
    test::write(path, content.substr(0, size));
    EXPECT_FALSE(loader->compile(program, {}).ok()) << size << " bytes";
  }
  test::write(path, "damaged");
  EXPECT_FALSE(isLoaded(folder, program));
  EXPECT_TRUE(isLoaded(folder, program)) << "what was damaged is replaced";
}

TEST(Caching, AFolderThatCannotBeWrittenIsSaidOnce) {
  Folder folder;
  test::write(folder.path() + "/file", "");
  std::vector<std::string> warnings;
  DiskCacheOptions options;
  options.folder = folder.path() + "/file";
  options.warn = [&](const std::string& message) { warnings.push_back(message); };
  const std::unique_ptr<Compiler> compiler = makeCompiler(std::move(options));
  for (const char* number : {"1.0", "2.0"})
    EXPECT_TRUE(
        compiler->compile(programOf(absl::StrReplaceAll(kAddOne, {{"1.0", number}})), {}).ok());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("not kept for other processes"), std::string::npos) << warnings[0];
}

TEST(Caching, TheFolderIsTheCallersTheEnvironmentsOrTheUsers) {
  const char* names[] = {"LAZULI_CACHE", "XDG_CACHE_HOME", "HOME"};
  std::vector<std::string> before;
  for (const char* name : names)
    before.push_back(std::getenv(name) ? std::getenv(name) : "");
  setenv("LAZULI_CACHE", "/c", 1), setenv("XDG_CACHE_HOME", "/x", 1), setenv("HOME", "/h", 1);
  EXPECT_EQ(cacheFolderOf("/mine", false), "/mine");
  EXPECT_EQ(cacheFolderOf("off", false), "");
  EXPECT_EQ(cacheFolderOf("", false), "/c");
  EXPECT_EQ(cacheFolderOf("", true), "/x/lazuli");
  setenv("LAZULI_CACHE", "off", 1);
  EXPECT_EQ(cacheFolderOf("", false), "");
  unsetenv("LAZULI_CACHE"), setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(cacheFolderOf("", false), "/h/.cache/lazuli");
  unsetenv("HOME");
  EXPECT_EQ(cacheFolderOf("", false), "");
  for (size_t i = 0; i < std::size(names); ++i)
    before[i].empty() ? unsetenv(names[i]) : setenv(names[i], before[i].c_str(), 1);
}

} // namespace
} // namespace lz::compiler
