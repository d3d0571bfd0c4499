// The compiler as its callers see it: a program goes in, an executable comes out. It is free of
// MLIR, so that lazy and capi are too, and so that a test can replace it
// (tests/unit/lazy/FakeCompiler.h).
#pragma once

#include "base/Status.h"
#include "compiler/options/CompileOptions.h"
#include "exec/Executable.h"
#include "exec/HostCalls.h"
#include "spec/Program.h"

#include <memory>
#include <string>
#include <string_view>

namespace lz::compiler {

// A module as its file holds it.
struct ModuleSource {
  std::string bytes;
  std::string name;       // of the module, in messages and locations
  std::string function{}; // a public one; "": main, or the only one
};

class Compiler {
public:
  virtual ~Compiler() = default;
  // Makes what every compilation with these options needs (2 ms), so that the first compilation
  // does not have to. Thread-safe. Error: the CPU class does not run here.
  virtual Status prepare(const CompileOptions&) { return okStatus(); }
  // Thread-safe. Errors: invalid program (with op and location), unimplemented op.
  virtual StatusOr<std::shared_ptr<const exec::Executable>>
  compile(const Program& program, const CompileOptions& options) = 0;

  // Like parseModule. Thread-safe.
  virtual StatusOr<Program> parse(const ModuleSource& source, const CompileOptions&) {
    return unimplemented(source.name, ": this compiler reads no modules of ", source.bytes.size(),
                         " bytes");
  }

  // Turn an executable into the bytes of a file, and back (errors: exec/file/ExecutableFile.h).
  // They use two of `options`: the host calls, and the CPU class, since no executable for a better
  // class is loaded. Thread-safe.
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

// Reads a module in any format of formats/ModuleFormat.h. An error begins with its place:
// "file:3:10: ...".
StatusOr<Program> parseModule(const ModuleSource& source);
StatusOr<Program> parseModule(const std::string& text, const std::string& name);
// Prints the program in the format of formats/WriteModule.h with this name. Errors: there is no
// memory; those of the format's writer.
StatusOr<std::string> printModule(const Program& program, std::string_view format = "stablehlo");

// Checks a program that the library has made. Error: internal, with the op and its place.
Status verifyProgram(const Program& program);

// Runs passes of the compiler, by name ("lz-cse, lz-dce"; hlo/passes/Pipelines.h), at the numerics
// level of the options. Host calls have the effects that the options state. Ops on small types
// become ops on wider ones before the passes (spec/small/Small.h). lz-expand-complex gives complex
// parameters and results other types of the same bytes. Errors: there is no pass with a name; a
// pass refuses the program (with the pass's name); unimplemented, if a program cannot express the
// result.
StatusOr<Program> runPasses(const Program& program, const std::string& passes,
                            const CompileOptions& options);

} // namespace lz::compiler
