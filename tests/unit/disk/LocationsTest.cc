// Programs that differ only in the locations of their ops share an executable, in memory and on
// disk. Each one's errors and reports name its own lines.
#include "Folder.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/StatusDetails.h"
#include "base/text/OriginText.h"
#include "compiler/Compiler.h"
#include "runtime/Runtime.h"

#include <gtest/gtest.h>

namespace lz::compiler {
namespace {

using test::Folder;
using ExecutableRef = std::shared_ptr<const exec::Executable>;

constexpr const char* kProgram = R"(
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = stablehlo.sine %x : tensor<5xf32> loc("net.py":1:0)
  %1 = stablehlo.custom_call @fails(%0) : (tensor<5xf32>) -> tensor<5xf32> loc("net.py":2:0)
  %2 = stablehlo.cosine %1 : tensor<5xf32> loc("net.py":3:0)
  return %2 : tensor<5xf32>
})";

class Fails : public exec::HostCall {
public:
  Fails() : HostCall("fails", {}) {}
  Status run(const exec::CallArgs&) const override { return failedPrecondition("not today"); }
};

CompileOptions withFails() {
  CompileOptions options;
  options.hostCalls = std::make_shared<exec::HostCalls>();
  EXPECT_TRUE(options.hostCalls->add(std::make_shared<Fails>()).ok());
  return options;
}

// The program with its ops on these lines; "": without a location.
Program programOn(const std::string& sine, const std::string& call) {
  auto place = [](const std::string& line) {
    return line.empty() ? "loc(unknown)" : absl::StrCat("loc(\"net.py\":", line, ":0)");
  };
  const std::string text = absl::StrReplaceAll(
      kProgram, {{"loc(\"net.py\":1:0)", place(sine)}, {"loc(\"net.py\":2:0)", place(call)}});
  auto program = parseModule(text, "net.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  return *std::move(program);
}

ExecutableRef compiled(Compiler& compiler, const Program& program, const CompileOptions& options) {
  StatusOr<ExecutableRef> executable = compiler.compile(program, options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  return *executable;
}

// Returns where a run fails.
std::string failureOf(const exec::Executable& executable) {
  const auto device = runtime::Device::host({});
  const Literal x = Literal::splat({DType::F32, {5}}, 1);
  return locationOf(executable.run(*device, {runtime::Storage::ofLiteral(x)}).status());
}

TEST(Locations, ProgramsShareAnExecutableThatIsInUse) {
  const CompileOptions options = withFails();
  const auto compiler = makeCompiler();
  const ExecutableRef first = compiled(*compiler, programOn("10", "20"), options);
  const ExecutableRef second = compiled(*compiler, programOn("11", "11"), options);
  EXPECT_FALSE(first->spec().isShared);
  EXPECT_TRUE(second->spec().isShared);
  EXPECT_EQ(first->spec().body.thunks, second->spec().body.thunks);
  EXPECT_EQ(failureOf(*first), "net.py:20");
  EXPECT_EQ(failureOf(*second), "net.py:11");
  EXPECT_NE(first->memoryReport().find("sine at net.py:10,"), std::string::npos);
  EXPECT_NE(second->memoryReport().find("sine at net.py:11,"), std::string::npos);
}

TEST(Locations, AProgramThatIsNotInUseIsCompiledAgain) {
  const CompileOptions options = withFails();
  const auto compiler = makeCompiler();
  compiled(*compiler, programOn("10", "20"), options);
  EXPECT_FALSE(compiled(*compiler, programOn("10", "20"), options)->spec().isShared);
}

TEST(Locations, ProgramsShareAFile) {
  Folder folder;
  const DiskCacheOptions cache = {.folder = folder.path()};
  const CompileOptions options = withFails();
  // In the first program both ops are on one line, in the later ones they are not.
  EXPECT_FALSE(compiled(*makeCompiler(cache), programOn("10", "10"), options)->spec().isLoaded);
  const ExecutableRef moved = compiled(*makeCompiler(cache), programOn("30", "40"), options);
  EXPECT_TRUE(moved->spec().isLoaded);
  EXPECT_EQ(failureOf(*moved), "net.py:40");
  EXPECT_NE(moved->memoryReport().find("sine at net.py:30,"), std::string::npos);
  const ExecutableRef unknown = compiled(*makeCompiler(cache), programOn("", ""), options);
  EXPECT_TRUE(unknown->spec().isLoaded);
  EXPECT_EQ(folder.files().size(), 1u);
  EXPECT_NE(unknown->memoryReport().find("sine,"), std::string::npos);
}

TEST(Locations, AFileKeepsThem) {
  const CompileOptions options = withFails();
  const auto compiler = makeCompiler();
  const StatusOr<std::string> file =
      compiler->save(*compiled(*compiler, programOn("10", "20"), options));
  ASSERT_TRUE(file.ok()) << file.status();
  const StatusOr<ExecutableRef> loaded = compiler->load(*file, options);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(failureOf(**loaded), "net.py:20");
}

TEST(Locations, OriginsNameEachOneOnce) {
  const std::vector<std::string> locations = {"a.c:1", "a.c:2", "",      "a.c:1",
                                              "a.c:3", "a.c:4", "a.c:5", "a.c:6"};
  EXPECT_EQ(originText("add", {}, locations), "add");
  EXPECT_EQ(originText("add", {2}, locations), "add");
  EXPECT_EQ(originText("add", {-1, 1}, locations), "add with a.c:2");
  EXPECT_EQ(originText("add", {0, 3, 2}, locations), "add at a.c:1");
  EXPECT_EQ(originText("add", {0, 1, 3, 4, 5, 6, 7}, locations),
            "add at a.c:1 with a.c:2, a.c:3, a.c:4 and 2 more");
  EXPECT_EQ(originText("add", {9}, locations), "add") << "not in the list";
}

} // namespace
} // namespace lz::compiler
