// Replaces the compiler by the reference interpreter.
#include "FakeCompiler.h"

namespace lz::compiler {

StatusOr<ContextVariables> contextVariables(bool) {
  return ContextVariables();
}

std::string cacheFolderOf(const std::string&, bool) {
  return "";
}

std::unique_ptr<Compiler> makeCompiler(DiskCacheOptions) {
  return std::make_unique<test::FakeCompiler>();
}

StatusOr<std::string> printModule(const Program& program, std::string_view) {
  return print(program);
}

Status verifyProgram(const Program&) {
  return okStatus();
}

StatusOr<Program> runPasses(const Program& program, const std::string&, const CompileOptions&) {
  return program;
}

} // namespace lz::compiler
