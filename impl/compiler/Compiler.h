// The compiler as its users see it: a program in, an executable out. Free of MLIR, so that lazy and
// capi are too, and so that tests can put a double (tests/unit/lazy/FakeCompiler.h) in its place.
#pragma once

#include "base/Status.h"
#include "compiler/options/CompileOptions.h"
#include "exec/Executable.h"
#include "spec/Program.h"

#include <memory>
#include <string>
#include <string_view>

namespace lz {

// A module as a file has it.
struct ModuleSource {
  std::string bytes;
  std::string name;       // stands for it in messages and locations
  std::string function{}; // of its public ones; "": main, or the only one
};

class Compiler {
public:
  virtual ~Compiler() = default;
  // Makes ahead what every compilation with these options needs (2 ms), so that the first one does
  // not have to. Thread-safe. Error: a CPU class that does not run here.
  virtual Status prepare(const CompileOptions&) { return okStatus(); }
  // Thread-safe. Errors: invalid program (with op and location), unimplemented op.
  virtual StatusOr<std::shared_ptr<const exec::Executable>>
  compile(const Program& program, const CompileOptions& options) = 0;

  // As parseModule. Thread-safe.
  virtual StatusOr<Program> parse(const ModuleSource& source, const CompileOptions&) {
    return unimplemented(source.name, ": this compiler reads no modules of ", source.bytes.size(),
                         " bytes");
  }

  // An executable as the bytes of a file, and back (errors: exec/file/ExecutableFile.h). Of
  // `options` count the CPU class, better than which none is loaded, and the host calls.
  // Thread-safe.
  virtual StatusOr<std::string> save(const exec::Executable&) {
    return unimplemented("this compiler writes no files");
  }
  virtual StatusOr<std::shared_ptr<const exec::Executable>> load(std::string_view,
                                                                 const CompileOptions&) {
    return unimplemented("this compiler reads no files");
  }
};

// The compiler of this library (MLIR, LLVM).
std::unique_ptr<Compiler> makeCompiler(DiskCacheOptions cache = {});

// A module in any of the formats of formats/ModuleFormat.h. The error is located:
// "file:3:10: ...".
StatusOr<Program> parseModule(const ModuleSource& source);
StatusOr<Program> parseModule(const std::string& text, const std::string& name);
// In a format of formats/WriteModule.h, by its name. Errors: no memory; those of the
// format's writer.
StatusOr<std::string> printModule(const Program& program, std::string_view format = "stablehlo");

// What is wrong with the program, which whoever made it should not have let through. Error:
// internal, with op and place.
Status verifyProgram(const Program& program);

// The program behind passes of the compiler, by name ("lz-cse, lz-dce"; hlo/passes/Pipelines.h), at
// the numerics level of the options, whose host calls have the effects that they say. Ops on small
// types are made ops on wider ones before (spec/small/Small.h), and lz-expand-complex gives complex
// parameters and results other types of the same bytes. Errors: a name of no pass; what a pass
// refuses, with its name; unimplemented for what it makes and a program cannot say.
StatusOr<Program> runPasses(const Program& program, const std::string& passes,
                            const CompileOptions& options);

} // namespace lz
