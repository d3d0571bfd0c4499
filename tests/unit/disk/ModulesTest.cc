// One compiler finds modules that another one has read, as if they were in two processes. A module
// that is found is the same program. An invalid module stays invalid. A damaged file only leads to
// reading the text again.
#include "Folder.h"
#include "absl/strings/str_replace.h"
#include "compiler/disk/CachingCompiler.h"
#include "compiler/disk/ProgramFile.h"
#include "compiler/disk/ProgramKey.h"
#include "exec/file/Checksum.h"
#include "ops/CaseFiles.h"

#include <cstring>
#include <gtest/gtest.h>

namespace lz::compiler {
namespace {

using test::Folder;

const char* kModule = R"(
func.func @main(%x: tensor<5xf32> {jax.buffer_donor = true}, %n: tensor<i32>) -> tensor<5xf32> {
  %one = stablehlo.constant dense<[1.0, -0.0, 0x7FC00001, 2.5, 1.0e9]> : tensor<5xf32>
  %none = stablehlo.constant dense<> : tensor<0xi1>
  %0 = stablehlo.add %x, %one : tensor<5xf32>
  %1 = "stablehlo.case"(%n) ({
    %2 = stablehlo.multiply %0, %x : tensor<5xf32>
    stablehlo.return %2 : tensor<5xf32>
  }, {
    stablehlo.return %0 : tensor<5xf32>
  }) : (tensor<i32>) -> tensor<5xf32>
  %3 = stablehlo.custom_call @named(%1) {backend_config = "text"} : (tensor<5xf32>) -> tensor<5xf32>
  return %3 : tensor<5xf32>
})";

// Reads and compiles nothing.
class Nothing : public Compiler {
public:
  StatusOr<std::shared_ptr<const exec::Executable>> compile(const Program&,
                                                            const CompileOptions&) override {
    return unimplemented("nothing is compiled");
  }
};

StatusOr<Program> parse(const Folder& folder, const std::string& text,
                        const std::string& name = "m.mlir", const CompileOptions& options = {}) {
  return makeCompiler({.folder = folder.path()})->parse({text, name}, options);
}

// Returns the program that the folder holds for the module.
StatusOr<Program> found(const Folder& folder, const std::string& text,
                        const std::string& name = "m.mlir", const CompileOptions& options = {}) {
  return cachingCompiler(std::make_unique<Nothing>(), {.folder = folder.path()})
      ->parse({text, name}, options);
}

TEST(Modules, ASecondCompilerParsesNothing) {
  Folder folder;
  EXPECT_FALSE(found(folder, kModule).ok());
  const Program parsed = *parse(folder, kModule);
  const StatusOr<Program> again = found(folder, kModule);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(print(*again), print(parsed));
  EXPECT_EQ(*printModule(*again), *printModule(parsed));
  EXPECT_EQ(again->locations, parsed.locations);
  EXPECT_EQ(again->donated, parsed.donated);
  EXPECT_EQ(**programKey(*again, {}), **programKey(parsed, {}));
  EXPECT_EQ(folder.files().size(), 1u);
}

TEST(Modules, TextAndNameAreTheKey) {
  Folder folder;
  ASSERT_TRUE(parse(folder, kModule).ok());
  EXPECT_TRUE(found(folder, kModule, "m.mlir", {.numerics = Numerics::Strict}).ok())
      << "a program that is read the same for all levels";
  EXPECT_FALSE(found(folder, kModule, "n.mlir").ok()) << "places name it";
  EXPECT_FALSE(found(folder, std::string(kModule) + "\n").ok());
  EXPECT_FALSE(found(folder, absl::StrReplaceAll(kModule, {{"2.5", "2.6"}})).ok());
  // The key depends on where the name ends and the text begins.
  EXPECT_NE(*moduleKey({"b", "a"}, {}), *moduleKey({"", "ab"}, {}));
  EXPECT_NE(*moduleKey({kModule, "m", "f"}, {}), *moduleKey({kModule, "m", "g"}, {}));
  EXPECT_FALSE(found(folder, kModule, "m.mlir", {.disabled = {"objects"}}).ok());
  EXPECT_FALSE(moduleKey({kModule, "m.mlir"}, {.dumpDir = "/tmp"}));
  EXPECT_FALSE(moduleKey({kModule, "m.mlir"}, {.disabled = {"no-such-pass"}}));
}

TEST(Modules, WhatIsWrongIsNotKept) {
  Folder folder;
  ASSERT_TRUE(parse(folder, kModule).ok());
  const std::string wrong = absl::StrReplaceAll(kModule, {{"%0 = stablehlo.add", "%0 = oops"}});
  const Status expected = parseModule(wrong, "m.mlir").status();
  ASSERT_FALSE(expected.ok());
  for (int time = 0; time < 2; ++time)
    EXPECT_EQ(parse(folder, wrong).status(), expected);
  EXPECT_EQ(folder.files().size(), 1u);
}

TEST(Modules, AFileWithAFlippedBitIsReadAnew) {
  Folder folder;
  const std::string text = absl::StrReplaceAll(kModule, {{"  %none", "  // \n  %none"}});
  ASSERT_TRUE(parse(folder, text).ok());
  const std::string path = folder.files()[0], content = test::contentOf(path);
  ASSERT_TRUE(found(folder, text).ok());
  for (size_t i = 0; i < content.size(); ++i) {
    std::string damaged = content;
    damaged[i] = char(damaged[i] ^ (1 << (i % 8)));
    test::write(path, damaged);
    EXPECT_FALSE(found(folder, text).ok()) << "byte " << i;
  }
  for (size_t size = 0; size < content.size(); size += 5) {
    test::write(path, content.substr(0, size));
    EXPECT_FALSE(found(folder, text).ok()) << size << " bytes";
  }
  test::write(path, "damaged");
  ASSERT_TRUE(parse(folder, text).ok());
  EXPECT_TRUE(found(folder, text).ok()) << "what was damaged is replaced";
}

// Files under wrong names: an executable's file for a module, and a module's file for an
// executable.
TEST(Modules, FilesOfOtherKeysAreNone) {
  Folder folder;
  const std::string text = "func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {\n"
                           "  return %x : tensor<5xf32>\n}";
  const Program program = *parse(folder, text);
  const std::string module = folder.files()[0], ofModule = test::contentOf(module);
  ASSERT_TRUE(makeCompiler({.folder = folder.path()})->compile(program, {}).ok());
  ASSERT_EQ(folder.files().size(), 2u);
  const std::string executable = folder.files()[folder.files()[0] == module ? 1 : 0];
  test::write(module, test::contentOf(executable));
  test::write(executable, ofModule);
  EXPECT_FALSE(found(folder, text).ok());
  auto compiled = makeCompiler({.folder = folder.path()})->compile(program, {});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  EXPECT_FALSE((*compiled)->spec().isLoaded);
}

TEST(Modules, ManyProcessesReadTheSame) {
  Folder folder;
  const std::string expected = print(*parseModule(kModule, "m.mlir"));
  std::vector<pid_t> children;
  for (int process = 0; process < 3; ++process) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool right = true;
      for (int i = 0; i < 20; ++i) {
        const StatusOr<Program> program = parse(folder, kModule);
        right = right && program.ok() && print(*program) == expected;
        if (std::error_code error; i % 7 == process)
          for (const std::string& file : folder.files())
            std::filesystem::remove(file, error);
      }
      ::_exit(right ? 0 : 1);
    }
    children.push_back(child);
  }
  test::waitForAll(children);
}

TEST(ProgramFile, AllCasesAreReadAsTheyWereWritten) {
  int programs = 0;
  for (const test::CaseProgram& one : test::readCaseFiles(LAZULI_CASES)) {
    const StatusOr<Program> program =
        parseModule(absl::StrReplaceAll(one.text, {{"$T", "f32"}}), one.name);
    if (!program.ok())
      continue;
    ++programs;
    const StatusOr<Program> read = readProgram(writeProgram(*program));
    ASSERT_TRUE(read.ok()) << one.name << ": " << read.status();
    EXPECT_EQ(**programKey(*read, {}), **programKey(*program, {})) << one.name;
    EXPECT_TRUE(verifyProgramFile(*program).ok()) << one.name;
  }
  EXPECT_GT(programs, 100);
}

// Damaged bytes with a correct checksum are never read out of bounds.
TEST(ProgramFile, OtherBytesAreNoProgram) {
  const std::string file = writeProgram(*parseModule(kModule, "m.mlir"));
  auto withSum = [](std::string_view fields) {
    const uint64_t sum = exec::checksum(fields);
    return std::string(reinterpret_cast<const char*>(&sum), sizeof sum).append(fields);
  };
  const std::string fields = file.substr(sizeof(uint64_t));
  ASSERT_EQ(withSum(fields), file);
  for (size_t i = 0; i < fields.size(); ++i) {
    EXPECT_EQ(readProgram(withSum(fields.substr(0, i))).status().code(),
              absl::StatusCode::kDataLoss);
    for (int flip : {1, 128, 255}) {
      std::string changed = fields;
      changed[i] = char(changed[i] ^ flip);
      (void)readProgram(withSum(changed));
    }
  }
  EXPECT_FALSE(readProgram(withSum(fields + "more")).ok());
  EXPECT_FALSE(readProgram("").ok());
}

} // namespace
} // namespace lz::compiler
