// Allocations fail while programs are read from bytes. The bytes are modules in bytecode and in
// both forms of HLO, executables as files, and files of the cache on disk.
#include "Scenario.h"
#include "formats/bytecode/Bytecode.h"
#include "formats/stablehlo/StableHloText.h"
#include "formats/xla/ParseHlo.h"

#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace lz::test {
namespace {

constexpr char kProgram[] = R"(
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %w = stablehlo.add %v, %x : tensor<4xf32>
      stablehlo.return %n, %w : tensor<i32>, tensor<4xf32>
    }
  %m = stablehlo.constant dense<[[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]> : tensor<4x4xf32>
  %1 = stablehlo.dot_general %0#1, %m, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
})";

Program programOfText() {
  return *formats::parseStableHlo(kProgram, "text.mlir");
}

// Computes 2 x with its first element repeated at the end.
Error runIt(World& world, const Owned<lz_executable>& executable) {
  lz_tensor *input = world.x.get(), *output = nullptr;
  LZ_TRY(lz_executable_run(executable.get(), &input, 1, nullptr, &output, 1));
  Owned<lz_tensor> y(output);
  return expect(y.get(), 2, 4, 6, 10);
}

Error parseIt(World& world, const std::string& bytes) {
  Owned<lz_module> module;
  return Error(
      lz_module_parse(world.context.get(), bytes.data(), bytes.size(), "bytes", Out(module)));
}

Error compileIt(lz_context* context, Owned<lz_executable>& executable) {
  Owned<lz_module> module;
  LZ_TRY(lz_module_parse(context, kProgram, SIZE_MAX, "text.mlir", Out(module)));
  return Error(lz_module_compile(module.get(), nullptr, Out(executable)));
}

FAILING_COMPILATIONS(InBytecode) {
  static const std::string bytes = formats::printBytecode(programOfText());
  return parseIt(world, bytes);
}

FAILING_COMPILATIONS(InAPortableArtifact) {
  static const std::string bytes = *formats::printPortable(programOfText());
  return parseIt(world, bytes);
}

FAILING_COMPILATIONS(InHloText) {
  static const std::string text = *formats::printHlo(programOfText());
  return parseIt(world, text);
}

FAILING_COMPILATIONS(InHloAsProtocolBuffer) {
  static const std::string bytes = *formats::printHloProto(programOfText());
  return parseIt(world, bytes);
}

FAILING_COMPILATIONS(InAnExecutableAsAFile) {
  Owned<lz_executable> executable, loaded;
  Owned<lz_string> file;
  LZ_TRY(compileIt(world.context.get(), executable));
  LZ_TRY(lz_executable_save(executable.get(), Out(file)));
  LZ_TRY(lz_executable_load(world.context.get(), lz_string_data(file.get()),
                            lz_string_size(file.get()), Out(loaded)));
  return runIt(world, loaded);
}

// This object makes only system calls and no allocations. So no allocation in it can fail.
struct EmptyFolder {
  EmptyFolder() {
    ::mkdir(path, S_IRWXU);
    clear();
  }
  ~EmptyFolder() {
    clear();
    ::rmdir(path);
  }
  void clear() const {
    DIR* files = ::opendir(path);
    while (const dirent* file = files ? ::readdir(files) : nullptr)
      ::unlinkat(::dirfd(files), file->d_name, 0);
    if (files)
      ::closedir(files);
  }
  static constexpr char path[] = "failing-allocations-cache";
};

// If the cache cannot keep or load a program, the program is compiled; this is no error.
FAILING_COMPILATIONS(InTheCacheOnDisk) {
  const EmptyFolder folder;
  for (int process = 0; process < 2; ++process) {
    lz_context_options options = {};
    options.struct_size = sizeof options;
    options.disk_cache = EmptyFolder::path;
    Owned<lz_context> context;
    LZ_TRY(lz_context_create(&options, Out(context)));
    Owned<lz_executable> executable;
    LZ_TRY(compileIt(context.get(), executable));
  }
  return nullptr;
}

} // namespace
} // namespace lz::test
