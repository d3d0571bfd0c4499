// save_executables --write-seeds TEXTS FOLDER: makes seeds for fuzz_load_executable. Compiling the
// texts needs all of the library, while the target needs only the reader. A seed is the part of a
// saved executable after its header, with only a few bytes of machine code, because the target does
// not look at the code.
#include "Seeds.h"
#include "Unlinked.h"
#include "compiler/Compiler.h"
#include "exec/file/FileHeader.h"

#include <cstdio>

using namespace lz;

static StatusOr<std::string> tablesOf(const std::string& text) {
  static const std::unique_ptr<compiler::Compiler> compiler = compiler::makeCompiler();
  LZ_ASSIGN_OR_RETURN(Program program, compiler::parseModule(text, "seed.mlir"));
  LZ_ASSIGN_OR_RETURN(auto executable, compiler->compile(program, {}));
  LZ_ASSIGN_OR_RETURN(std::string file, compiler->save(*executable));
  constexpr size_t kCodeBytes = 8;
  LZ_ASSIGN_OR_RETURN(exec::ExecutableSpec spec,
                      exec::readExecutable(file, fuzz::Unlinked(kCodeBytes), nullptr));
  LZ_ASSIGN_OR_RETURN(std::string outline, exec::writeExecutable(spec));
  return outline.substr(exec::kHeaderBytes);
}

static fuzz::Seeds seedsOf(const std::string& text) {
  StatusOr<std::string> tables = tablesOf(text);
  return tables.ok() ? fuzz::Seeds{{".tables", *std::move(tables)}} : fuzz::Seeds();
}

int main(int argc, char** argv) {
  fuzz::writeSeedsIfAsked(argc, argv, seedsOf);
  std::fprintf(stderr, "usage: save_executables --write-seeds TEXTS FOLDER\n");
  return 2;
}
