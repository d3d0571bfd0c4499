// The interface of the compiler: it turns a program into an executable. The interface does not use
// MLIR, so lazy and capi do not depend on it. Tests can use another implementation
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

// A module as its file contains it.
struct ModuleSource {
  std::string bytes;
  std::string name;       // of the module, for messages and locations
  std::string function{}; // name of a public function; "": main, or the only function
};

class Compiler {
public:
  virtual ~Compiler() = default;
  // Prepares what every compilation with these options needs, so that the first one is 2 ms faster.
  // Thread-safe. Fails if the CPU class does not run here.
  virtual Status prepare(const CompileOptions&) { return okStatus(); }
  // Compiles a program. Thread-safe. Errors: invalid program (with op and location), unimplemented
  // op.
  virtual StatusOr<std::shared_ptr<const exec::Executable>>
  compile(const Program& program, const CompileOptions& options) = 0;

  // Parses a module like parseModule. Thread-safe.
  virtual StatusOr<Program> parse(const ModuleSource& source, const CompileOptions&) {
    return unimplemented(source.name, ": this compiler cannot read modules; this one has ",
                         source.bytes.size(), " bytes");
  }

  // save() returns the bytes of a file, and load() makes an executable from them. load() uses only
  // two fields of `options`: the host calls, and the CPU class, because code for a better class is
  // not loaded. Errors: see exec/file/ExecutableFile.h. Thread-safe.
  virtual StatusOr<std::string> save(const exec::Executable&) {
    return unimplemented("this compiler cannot write files");
  }
  virtual StatusOr<std::shared_ptr<const exec::Executable>> load(std::string_view,
                                                                 const CompileOptions&) {
    return unimplemented("this compiler cannot read files");
  }
};

// Returns the compiler of this library, which uses MLIR and LLVM. It keeps its results on disk if
// `cache` names a folder.
std::unique_ptr<Compiler> makeCompiler(DiskCacheOptions cache = {});

// Reads a module in any format of formats/ModuleFormat.h. Error messages begin with the location:
// "file:3:10: ...".
StatusOr<Program> parseModule(const ModuleSource& source);
StatusOr<Program> parseModule(const std::string& text, const std::string& name);
// Prints the program in the format of formats/WriteModule.h that has this name. Errors: out of
// memory, and those of the format's writer.
StatusOr<std::string> printModule(const Program& program, std::string_view format = "stablehlo");

// Checks a program that the library has made. Returns an Internal error with the op and its
// location.
Status verifyProgram(const Program& program);

// Runs passes of the compiler, by name ("lz-cse, lz-dce"; hlo/passes/Pipelines.h), at the numerics
// level of the options. Host calls have the effects that the options state. Before the passes run,
// ops on small types are replaced by ops on wider types (spec/small/Small.h). lz-expand-complex
// replaces the types of complex parameters and results by other types with the same bytes. Errors:
// unknown name of a pass; a pass rejects the program (with the pass's name); unimplemented, if a
// program cannot express the result.
StatusOr<Program> runPasses(const Program& program, const std::string& passes,
                            const CompileOptions& options);

} // namespace lz::compiler
